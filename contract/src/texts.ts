import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant, integer, markdownText, object, optional, string } from './schema.ts';

/** Fields of a rendered text. `text` is the source. */
export const rendered = {
  html: string({
    description: `The text as sanitized HTML, at most ${limits.html / 1000} kB: without scripts, styles and images of other sites. Headings start at h3; code has the classes of highlight.js.`,
  }),
  format: string({
    enum: ['markdown', 'plain'],
    description: 'plain: a text written before Markdown was supported, and not edited since.',
  }),
  version: integer({ description: 'Starts at 1 and counts the edits by the author.' }),
  editedAt: optional(instant()),
};

export const previewInput = object(
  { text: markdownText({ title: 'Text', max: limits.postText, required: 'Text is required' }) },
  { title: 'PreviewInput' },
);

/** Renders a text like a post without storing it. */
export const previewText = endpoint({
  method: 'POST',
  path: '/api/preview',
  summary: 'Render a text as HTML',
  tag: 'Posts',
  access: 'member',
  body: previewInput,
  reply: object({ html: rendered.html }, { title: 'Preview' }),
  rate: 'preview',
});
