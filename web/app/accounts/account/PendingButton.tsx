import { useState } from 'react';

interface PendingButtonProps {
  className: string;
  describedBy?: string;
  /** The parent reports a rejection; the button ignores it. */
  onPress: () => Promise<unknown>;
  children: string;
}

/** Button that shows a spinner and ignores clicks while its action is pending. */
export function PendingButton({ className, describedBy, onPress, children }: PendingButtonProps) {
  const [pending, setPending] = useState(false);
  async function onClick() {
    if (pending) return;
    setPending(true);
    await onPress().catch(() => {});
    setPending(false);
  }
  return (
    <button type="button" className={className} aria-describedby={describedBy} aria-disabled={pending} onClick={onClick}>
      {pending && <span className="spinner size-5" aria-hidden />}
      {children}
    </button>
  );
}
