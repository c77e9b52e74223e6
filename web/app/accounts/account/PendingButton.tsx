import { useState } from 'react';

interface PendingButtonProps {
  className: string;
  describedBy?: string;
  /** Who calls this also tells of its failure. */
  onPress: () => Promise<unknown>;
  children: string;
}

/** A button that says so while what it began is under way, and begins nothing more until then. */
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
      {pending && <span className="loading loading-spinner loading-sm" aria-hidden />}
      {children}
    </button>
  );
}
