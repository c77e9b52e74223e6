import type { ComponentProps, MouseEvent, ReactNode } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `primary` once per screen or form; `danger` only where a deletion is confirmed. */
  variant?: 'primary' | 'neutral' | 'ghost' | 'danger';
  size?: 'sm' | 'md';
  /** Shows a spinner and ignores clicks. The button stays focusable. */
  pending?: boolean;
  /** Only for its place among other elements, such as `ml-auto`. */
  className?: string;
}

const variants = { primary: 'btn-primary', neutral: '', ghost: 'btn-ghost', danger: 'btn-danger' };

/** Class names of a button, for links that look like one. */
export const buttonClass = (variant: NonNullable<ButtonProps['variant']> = 'neutral', size: 'sm' | 'md' = 'md', more = ''): string =>
  ['btn', variants[variant], size === 'sm' && 'btn-sm', more].filter(Boolean).join(' ');

export function Button({ variant, size, pending = false, className = '', onClick, children, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={buttonClass(variant, size, className)}
      aria-disabled={pending || button['aria-disabled'] || undefined}
      onClick={pending ? ignore : onClick}
    >
      {pending && <span className="spinner" aria-hidden />}
      {children}
    </button>
  );
}

const ignore = (event: MouseEvent) => event.preventDefault();

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** Accessible name, and tooltip without `title`. */
  label: string;
  children: ReactNode;
}

/** Button with an icon and no text. */
export const IconButton = ({ label, title = label, variant = 'ghost', className = '', children, ...button }: IconButtonProps) => (
  <Button {...button} variant={variant} className={`btn-icon ${className}`} aria-label={label} title={title}>
    {children}
  </Button>
);
