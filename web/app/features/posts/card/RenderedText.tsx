import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isPlainClick } from '../../../ui/browser/clicks';
import { sanitizedHtml } from '../../../ui/browser/trusted-types';

/** A heading for screen readers above a text with headings, which start at level 3, where the page shows none. */
export const HeadingAbove = ({ html, children }: { html: string; children: string }) =>
  html.includes('<h3') && <h2 className="sr-only">{children}</h2>;

const ignore = () => undefined;

/** A post or comment as the HTML that the server rendered and sanitized, with a button that copies each code block. */
export function RenderedText({ html, className = '' }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  /** Opens the page of a tag without loading a document, and a collapsed image in its place. The link of an open one leads to the file. */
  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest('a:is(.tag, .long-image:not(.open))');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    if (link.matches('.tag')) void navigate(link.getAttribute('href') ?? '');
    else link.classList.add('open');
  }

  useEffect(() => {
    if (location.hash) void import('./fragment').then(({ showFragment }) => text.current && showFragment(text.current), ignore);
    if (!html.includes('<pre')) return;
    void import('./copy-code').then(
      ({ addCopyButtons }) => text.current && addCopyButtons(text.current),
      ignore, // without a connection there are no buttons
    );
  }, [html]);
  // server/src/features/markdown/sanitizer.ts allows no scripts, styles or events.
  const inner = useMemo(() => ({ __html: sanitizedHtml(html) }), [html]);
  // biome-ignore lint/a11y: the links have the keys
  return <div ref={text} onClick={onClick} className={`markdown ${className}`} dangerouslySetInnerHTML={inner} />;
}
