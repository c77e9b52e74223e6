import { Button } from '../Button';
import { useHydrated } from '../browser/useHydrated';

interface SubmitButtonProps {
  pending: boolean;
  variant?: 'primary' | 'neutral' | 'danger';
  /** Its place in the form. */
  className?: string;
  children: string;
}

/** Submit button with a spinner while pending. Disabled until hydration, which also keeps Enter from submitting the form. */
export function SubmitButton({ pending, variant = 'primary', className = 'self-start', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <>
      <Button type="submit" variant={variant} className={className} disabled={!hydrated} pending={pending}>
        {children}
      </Button>
      <noscript>
        <p className="text-muted text-sm">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
    </>
  );
}
