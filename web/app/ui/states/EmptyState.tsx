import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** A button or link that fills the place. */
  action?: ReactNode;
}

/** Says that there is nothing yet, and what to do. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
    {icon && <div className="mb-1 text-muted [&>.lucide]:size-6">{icon}</div>}
    <p className="font-medium">{title}</p>
    {children && <p className="max-w-sm text-balance text-muted">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);
