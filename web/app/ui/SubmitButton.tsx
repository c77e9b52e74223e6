import { useSyncExternalStore } from 'react';

const noSubscription = () => () => {};

/** False on the server and until hydration. */
const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

/** Submit button with a spinner while pending. Disabled until hydration, which also keeps Enter from submitting the form. */
export function SubmitButton({ pending, children }: { pending: boolean; children: string }) {
  const hydrated = useHydrated();
  return (
    <>
      <button type="submit" className="btn btn-primary self-start" disabled={!hydrated} aria-disabled={pending}>
        {pending && <span className="spinner size-5" aria-hidden />}
        {children}
      </button>
      <noscript>
        <p className="muted text-sm">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
    </>
  );
}
