import { createHash } from 'node:crypto';
import { type Html, html, verbatim } from '../../platform/http/html.ts';

/** Renders the head of a page without scripts: the common elements, the title, its own elements (`more`), and the style sheet. */
export const pageHead = (title: string, style: string, more?: Html): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${more}<style>${verbatim(style)}</style>`;

/** Returns a Content-Security-Policy that allows only the page's style sheet, by its hash, and the directives in `more`. */
export const pagePolicy = (style: string, ...more: string[]): string =>
  ["default-src 'none'", `style-src ${styleSource(style)}`, ...more, "base-uri 'none'", "frame-ancestors 'none'"].join('; ');

/** Returns the source expression of a policy that allows exactly this style sheet. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
