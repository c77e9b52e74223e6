/** A post or comment as the HTML that the server rendered and sanitized. */
export const RenderedText = ({ html, className = '' }: { html: string; className?: string }) => (
  // server/src/markdown/sanitizer.ts allows no scripts, styles or events.
  <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
);
