import type { ReactNode } from 'react';

/** Grey shapes of content that loads. The parent has the size of the content, so that nothing moves when it arrives. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <div aria-hidden className="flex flex-col gap-2.5 py-1">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className={`skeleton h-3 ${line === lines - 1 && lines > 1 ? 'w-3/5' : ''}`} />
    ))}
  </div>
);

/** A picture, two short lines and a text: a post, a comment, a member. */
const SkeletonPost = () => (
  <div aria-hidden className="flex gap-3 py-4">
    <div className="skeleton size-10 rounded-full" />
    <div className="min-w-0 grow">
      <div className="skeleton mt-1 mb-3 h-3 w-40" />
      <SkeletonText lines={2} />
    </div>
  </div>
);

export const SkeletonCard = () => (
  <div aria-hidden className="card p-4">
    <SkeletonPost />
  </div>
);

/** The closed form for a post or comment, which looks as it will. */
export const SkeletonComposer = ({ label }: { label: string }) => (
  <div aria-hidden className="noscript:hidden flex h-15 gap-3 pointer-coarse:h-16.5 print:hidden">
    <div className="skeleton size-10 shrink-0 rounded-full" />
    <div className="flex min-w-0 grow items-start gap-2 pt-0.5">
      <div className="input truncate text-muted pointer-coarse:py-0 pointer-coarse:leading-[42px]">{label}</div>
      <div className="btn btn-primary">Submit</div>
    </div>
  </div>
);

/** A placeholder with the status that screen readers announce. Hidden without JavaScript, where nothing would load. */
export const Placeholder = ({
  label = 'Loading…',
  className = '',
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) => (
  <div role="status" className={`noscript:hidden ${className}`}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
);

/** Labels with their fields. */
export const SkeletonFields = ({ count = 4 }: { count?: number }) => (
  <Placeholder className="flex flex-col gap-5">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} aria-hidden>
        <div className="skeleton mb-2 h-3 w-28" />
        <div className="skeleton h-9" />
      </div>
    ))}
  </Placeholder>
);

/** Buttons and two tables: the dashboard. */
export const SkeletonTables = () => (
  <Placeholder className="flex max-w-3xl flex-col gap-8">
    <div aria-hidden className="skeleton h-9 w-80 max-w-full" />
    {['experience', 'education'].map((table) => (
      <div key={table} aria-hidden className="flex flex-col gap-4">
        <div className="skeleton h-4 w-48" />
        <SkeletonText lines={4} />
      </div>
    ))}
  </Placeholder>
);

interface SkeletonsProps {
  /** Says what loads, to screen readers. */
  label?: string;
  count?: number;
  shape?: 'post' | 'card';
}

/** Several shapes. */
export const Skeletons = ({ label = 'Loading…', count = 4, shape = 'post' }: SkeletonsProps) => (
  <Placeholder label={label}>
    <div className={shape === 'card' ? 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3' : 'list'}>
      {Array.from({ length: count }, (_, index) => (shape === 'card' ? <SkeletonCard key={index} /> : <SkeletonPost key={index} />))}
    </div>
  </Placeholder>
);
