import type { ReactNode } from 'react';

interface IconProps {
  children: ReactNode;
  filled?: boolean;
  className?: string;
}

/** An icon in the style of lucide-react. Decorative: its button or link has the accessible name. */
export const Icon = ({ children, filled = false, className = '' }: IconProps) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={`lucide ${className}`}
  >
    {children}
  </svg>
);
