import { createHash } from 'node:crypto';
import { type Html, html, verbatim } from './html.ts';

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

/** The style sheet that pages without scripts share: colours, text, links and focus. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --font: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --text: light-dark(#1d2330, #e4e8f0);
  --muted: light-dark(#566072, #a3adbf);
  --page: light-dark(#ffffff, #12161f);
  --raised: light-dark(#f4f6fa, #1a202c);
  --line: light-dark(#d9dee8, #333c4d);
  --accent: light-dark(#3145c4, #9aabff);
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html { scroll-padding-top: 64px; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { font: 16px/1.5 var(--font); color: var(--text); background: var(--page); overflow-wrap: anywhere; line-break: strict; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: 0; }
.skip { position: absolute; inset-inline-start: -999px; }
.skip:focus { inset-inline-start: 8px; top: 8px; z-index: 2; padding: 12px 16px; background: var(--page); }
h1 { font-size: 32px; line-height: 40px; letter-spacing: -0.02em; text-wrap: balance; }
`;
