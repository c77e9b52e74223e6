import { markHidden, maxHiddenMarks, textElements } from '@dev-connector/contract';
import sanitizeHtml from 'sanitize-html';
import { hiddenMark } from './plain.ts';

/*
 * Sanitizes rendered Markdown, in case the renderer has a bug. Lets through only these elements, attributes, classes and schemes.
 */

const auto = { name: 'dir', values: ['auto'] };

const options: sanitizeHtml.IOptions = {
  allowedTags: textElements,
  allowedAttributes: {
    a: ['href', 'rel', 'title', 'id', 'aria-label'],
    img: ['src', 'alt', 'title', 'width', 'height', { name: 'loading', values: ['lazy'] }],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', { name: 'disabled', values: [''] }, 'aria-label'],
    ...Object.fromEntries(['li', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, ['id']])),
    abbr: ['title'],
    details: ['open', auto],
    ul: [auto],
    blockquote: [auto],
    ol: ['start', auto],
    pre: [{ name: 'tabindex', values: ['0'] }],
    div: [{ name: 'tabindex', values: ['0'] }, auto],
  },
  allowedClasses: {
    p: ['plain'],
    li: ['task', 'footnote-item'],
    ul: [],
    ol: ['footnotes-list'],
    hr: ['footnotes-sep'],
    section: ['footnotes'],
    sup: ['footnote-ref'],
    a: ['footnote-backref', 'tag', 'mention', 'anchor', 'long-image', 'wide-image'],
    div: ['table-scroll', 'heading'],
    th: ['align-left', 'align-center', 'align-right'],
    td: ['align-left', 'align-center', 'align-right'],
    figure: ['code'],
    span: ['line', 'marked', 'added', 'removed', 'link-domain', 'hljs-*', /^(?:function|class|inherited|escaped)_+$/],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  enforceHtmlBoundary: false,
  nestingLimit: 200,
  parseStyleAttributes: false,
};

/** Paragraphs without markup, as most comments are. */
const plainParagraphs = /^(?:<p>[^<>&]*<\/p>\n)*$/;

/** Removes or escapes everything that is not allowed, and marks hidden characters. */
export function sanitize(html: string): string {
  // Preparing the sanitizer takes as long as rendering a short text, and it would return this one unchanged.
  if (plainParagraphs.test(html) && typeof markHidden(html, hiddenMark) === 'string') return html;
  let marks = 0;
  return sanitizeHtml(html, {
    ...options,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/media\/[\w-]+$/.test(attribs.src ?? ''),
    textFilter: (text) => {
      const parts = markHidden(text, hiddenMark);
      if (typeof parts === 'string') return parts;
      return parts.map((part) => (typeof part === 'string' ? part : marks++ < maxHiddenMarks ? part.text : '\ufffd')).join('');
    },
  });
}
