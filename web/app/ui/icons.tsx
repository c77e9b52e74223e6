import type { ReactNode } from 'react';

/** An icon that lucide-react lacks, in its style. Decorative: its button or link has the accessible name. */
export const Icon = ({ children, filled = false }: { children: ReactNode; filled?: boolean }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="lucide"
  >
    {children}
  </svg>
);
