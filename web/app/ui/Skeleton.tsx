/** Grey shapes of content that loads. The parent has the size of the content, so that nothing moves when it arrives. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <div aria-hidden className="flex flex-col gap-2.5 py-1">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className={`skeleton h-3 ${line === lines - 1 && lines > 1 ? 'w-3/5' : ''}`} />
    ))}
  </div>
);

/** A picture, two short lines and a text: a post, a comment, a member. */
const SkeletonPost = ({ lines = 2 }: { lines?: number }) => (
  <div aria-hidden className="flex gap-3 py-4">
    <div className="skeleton size-10 rounded-full" />
    <div className="min-w-0 grow">
      <div className="skeleton mt-1 mb-3 h-3 w-40" />
      <SkeletonText lines={lines} />
    </div>
  </div>
);

export const SkeletonCard = () => (
  <div aria-hidden className="card p-4">
    <SkeletonPost lines={2} />
  </div>
);

interface SkeletonsProps {
  /** Says what loads, to screen readers. */
  label?: string;
  count?: number;
  shape?: 'post' | 'card';
}

/** Several shapes, with the status that screen readers announce. Hidden without JavaScript, where nothing would load. */
export const Skeletons = ({ label = 'Loading…', count = 4, shape = 'post' }: SkeletonsProps) => (
  <div role="status" className="noscript:hidden">
    <span className="sr-only">{label}</span>
    <div className={shape === 'card' ? 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3' : 'list'}>
      {Array.from({ length: count }, (_, index) => (shape === 'card' ? <SkeletonCard key={index} /> : <SkeletonPost key={index} />))}
    </div>
  </div>
);
