import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant, integer, markdownText, object, optional, string } from './schema.ts';

/** The elements of a rendered text. */
export const textElements = [
  ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'section', 'div', 'details', 'summary'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption', 'pre', 'code'],
  ...['em', 'strong', 's', 'sub', 'sup', 'kbd', 'ins', 'abbr', 'a', 'img', 'input', 'span'],
];

/** Fields of a rendered text. `text` is the source. */
export const rendered = {
  html: string({
    description: `The text as sanitized HTML, at most ${limits.html / 1000} kB: without scripts, styles and images of other sites. Has the elements ${textElements.join(', ')}. Headings start at h3; code has the classes of highlight.js; ids end with that of the text. Uploaded images have their size on the screen, and large ones link to their file.`,
  }),
  format: string({
    enum: ['markdown', 'plain'],
    description: 'plain: a text written before Markdown was supported, and not edited since.',
  }),
  version: integer({ description: 'Starts at 1 and counts the edits by the author.' }),
  editedAt: optional(instant()),
};

/** Message of a post or comment without text. */
export const missingText = 'Text is required';

export const previewInput = object(
  { text: markdownText({ title: 'Text', max: limits.postText, required: missingText }) },
  { title: 'PreviewInput' },
);

/** Renders a text like a post without storing it. */
export const previewText = endpoint({
  method: 'POST',
  path: '/api/preview',
  summary: 'Render a text as HTML',
  tag: 'Posts',
  access: 'member',
  unverified: true,
  body: previewInput,
  reply: object({ html: rendered.html }, { title: 'Preview' }),
  rate: 'preview',
});
