import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { isPlainClick } from '../browser/clicks';

interface LoadMoreProps {
  /** URL of the next page, for visitors without JavaScript; omit it if the list needs JavaScript anyway. */
  href?: string;
  pending: boolean;
  /** Label of the button. It turns off automatic loading. */
  label?: string | undefined;
  /** Loads the next page and appends it. */
  onLoadMore: () => void;
  /** Whether the last attempt failed, which turns off automatic loading. */
  failed: boolean;
  /** The server's message, if it asks to retry later. */
  reason?: string | undefined;
}

/** Distance from the viewport, in pixels, at which the next page is loaded. */
const prefetchDistance = 800;

/** End of a paginated list. Loads the next page when it comes near the viewport; a plain link without JavaScript. */
export function LoadMore({ href, label, pending, onLoadMore, failed, reason }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoadMore);

  // Observes again after every page, because an element that stays visible is not reported again. A busy browser reports several changes in one callback.
  useEffect(() => {
    if (!end.current || pending || failed || label) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(), {
      rootMargin: `${prefetchDistance}px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [href, label, pending, failed]);

  function onClick(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!pending) onLoadMore();
  }

  const attributes = { className: 'btn', 'aria-disabled': pending, onClick };
  const content = (
    <>
      {pending && <span className="spinner size-5" aria-hidden />}
      {pending ? 'Loading…' : failed ? 'Try again' : (label ?? 'Load more')}
    </>
  );

  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && (
        <p role="alert" className="text-danger text-sm">
          More items could not be loaded. {reason}
        </p>
      )}
      {href ? (
        <a href={href} {...attributes}>
          {content}
        </a>
      ) : (
        <button type="button" {...attributes}>
          {content}
        </button>
      )}
    </div>
  );
}

/** Link above a list that does not begin with its first item. */
export const BackToStart = ({ to }: { to: string }) => (
  <Link to={to} className="link self-start">
    Back to the start
  </Link>
);
