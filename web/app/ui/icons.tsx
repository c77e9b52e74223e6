import type { ReactNode } from 'react';

interface IconProps {
  children?: ReactNode;
  className?: string | undefined;
}

/** An icon in the style of lucide-react. Decorative: its button or link has the accessible name. */
export const Icon = ({ children, className = '' }: IconProps) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={`lucide ${className}`}
  >
    {children}
  </svg>
);
