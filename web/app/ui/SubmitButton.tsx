import { useSyncExternalStore } from 'react';
import { Button } from './Button';

const noSubscription = () => () => {};

/** False on the server and until hydration. */
const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

interface SubmitButtonProps {
  pending: boolean;
  variant?: 'primary' | 'danger';
  children: string;
}

/** Submit button with a spinner while pending. Disabled until hydration, which also keeps Enter from submitting the form. */
export function SubmitButton({ pending, variant = 'primary', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <>
      <Button type="submit" variant={variant} className="self-start" disabled={!hydrated} pending={pending}>
        {children}
      </Button>
      <noscript>
        <p className="text-muted text-sm">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
    </>
  );
}
