import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';
import { reportMissingCode } from './browser/missing-code';
import { useHydrated } from './browser/useHydrated';

type Replacement<Props> = ReactNode | ((props: Props) => ReactNode);

const render = <Props,>(replacement: Replacement<Props>, props: Props): ReactNode =>
  typeof replacement === 'function' ? replacement(props) : replacement;

/** Replaces a part whose code could not be loaded, for example offline or after an upgrade. */
export const MissingPart = () => (
  <span role="status" className="block py-2 text-muted text-sm">
    This part could not be loaded. Check your connection, then{' '}
    <button type="button" className="link" onClick={() => location.reload()}>
      reload the page
    </button>
    .
  </span>
);

/** A component whose code loads when it is first rendered; it suspends until then. If the code cannot be loaded, `missing` replaces it and the screen stays. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: Replacement<Props> = <MissingPart />,
) =>
  lazy(async () => ({
    default: await load().catch((error: unknown): ComponentType<Props> => {
      reportMissingCode(error);
      return (props) => render(missing, props);
    }),
  }));

interface Replacements<Props> {
  /** Shown until the code has loaded. */
  fallback?: Replacement<Props>;
  /** Shown if the code cannot be loaded: by default a message, null for nothing. */
  missing?: Replacement<Props>;
}

/**
 * A lazy component with its own placeholder. The server renders the placeholder: React could not hydrate the part until its code has loaded, and would show the
 * viewer's session only then. A part that the server renders needs `keptPart`.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, { fallback, missing }: Replacements<Props> = {}) {
  const Part = lazyComponent(load, missing);
  return memo((props: Props) => {
    const placeholder = render(fallback, props);
    return useHydrated() ? (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    ) : (
      placeholder
    );
  });
}
