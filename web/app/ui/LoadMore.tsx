import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { staysHere } from './clicks';

interface LoadMoreProps {
  /** The page that shows what comes next, for visitors without script; a list that only scripts show has none. */
  href?: string;
  pending: boolean;
  /** Loads what comes next into this page. */
  onMore: () => void;
  /** The last try failed: now it waits to be asked. */
  failed: boolean;
  /** What the server itself says about it. */
  reason?: string | undefined;
}

/** Pixels below the window's edge at which the next page is fetched, so that a reader seldom meets the end. */
const ahead = 800;

/** The end of a list that goes on: comes near the window, loads the next page by itself; a plain link before that and without script. */
export function LoadMore({ href, pending, onMore, failed, reason }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onMore);

  // Observed again after every page: an end that is still in sight must be reported again. A busy browser reports several changes at once.
  useEffect(() => {
    if (!end.current || pending || failed) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(), {
      rootMargin: `${ahead}px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [href, pending, failed]);

  function onClick(event: MouseEvent) {
    if (!staysHere(event)) return;
    event.preventDefault();
    if (!pending) onMore();
  }

  const attributes = { className: 'btn', 'aria-disabled': pending, onClick };
  const label = (
    <>
      {pending && <span className="loading loading-spinner loading-sm" aria-hidden />}
      {pending ? 'Loading…' : failed ? 'Try again' : 'Load more'}
    </>
  );

  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && (
        <p role="alert" className="text-error text-sm">
          More could not be loaded. {reason}
        </p>
      )}
      {href ? (
        <a href={href} {...attributes}>
          {label}
        </a>
      ) : (
        <button type="button" {...attributes}>
          {label}
        </button>
      )}
    </div>
  );
}

/** Stands above a list that begins in the midst. */
export const BackToNewest = ({ to }: { to: string }) => (
  <Link to={to} className="link self-start">
    Back to the newest
  </Link>
);
