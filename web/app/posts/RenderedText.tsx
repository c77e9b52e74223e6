import { useEffect, useRef } from 'react';

/** A heading for screen readers above a text with headings, which start at level 3, where the page shows none. */
export const HeadingAbove = ({ html, children }: { html: string; children: string }) =>
  html.includes('<h3') && <h2 className="sr-only">{children}</h2>;

/** A post or comment as the HTML that the server rendered and sanitized, with a button that copies each code block. */
export function RenderedText({ html, className = '' }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!html.includes('<pre')) return;
    void import('./copy-code').then(
      ({ addCopyButtons }) => text.current && addCopyButtons(text.current),
      () => undefined, // without a connection there are no buttons
    );
  }, [html]);
  // server/src/markdown/sanitizer.ts allows no scripts, styles or events.
  return <div ref={text} className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
