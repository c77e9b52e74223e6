import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until the page's script has taken over. */
const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Submits its form; while that is under way it says so and cannot be pressed again. Until the script is there nothing could be sent, nor by Enter. */
export function SubmitButton({ pending, children }: { pending: boolean; children: string }) {
  const hydrated = useHydrated();
  return (
    <>
      <button type="submit" className="btn btn-primary self-start" disabled={!hydrated} aria-disabled={pending}>
        {pending && <span className="loading loading-spinner loading-sm" aria-hidden />}
        {children}
      </button>
      <noscript>
        <p className="muted text-sm">This form needs JavaScript, which is switched off in your browser.</p>
      </noscript>
    </>
  );
}
