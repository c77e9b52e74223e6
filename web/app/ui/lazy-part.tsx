import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';

/** A component whose code loads when it is first rendered. A part that the server renders needs `keptPart`, or it vanishes until then. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) {
  const Part = lazy(async () => ({ default: await load() }));
  return memo((props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  ));
}
