import { type ReactNode, useState } from 'react';
import { Button } from './Button';

interface PendingButtonProps {
  size?: 'sm' | 'md';
  variant?: 'neutral' | 'danger';
  className?: string;
  describedBy?: string;
  /** The parent reports a rejection; the button ignores it. */
  onPress: () => Promise<unknown>;
  children: ReactNode;
}

/** Button that shows a spinner and ignores clicks while its action is pending. */
export function PendingButton({ size = 'md', variant = 'neutral', className = '', describedBy, onPress, children }: PendingButtonProps) {
  const [pending, setPending] = useState(false);
  async function onClick() {
    setPending(true);
    await onPress().catch(() => {});
    setPending(false);
  }
  return (
    <Button size={size} variant={variant} className={className} aria-describedby={describedBy} pending={pending} onClick={onClick}>
      {children}
    </Button>
  );
}
