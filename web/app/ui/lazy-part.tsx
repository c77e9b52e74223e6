import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';

/**
 * A component whose code loads when it is first rendered. Until then the page keeps what the server rendered, as long as the props stay the same:
 * React removes it when it renders the boundary again with code that has not arrived.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) {
  const Part = lazy(async () => ({ default: await load() }));
  return memo((props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  ));
}
