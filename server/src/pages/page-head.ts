import { createHash } from 'node:crypto';
import { type Html, html, verbatim } from '../http/html.ts';

/** The head of a page that needs no script: what each begins with, what this one says of itself, and its style. */
export const pageHead = (title: string, style: string, more?: Html): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${more}<style>${verbatim(style)}</style>`;

/** Allows such a page its own style sheet, by its hash, and nothing else that is not in `more`: the value of its content security policy. */
export const pagePolicy = (style: string, ...more: string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ...more,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
