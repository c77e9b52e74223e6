/// <reference path="./markdown-it-footnote.d.ts" />
import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions, type StateCore, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnote from 'markdown-it-footnote';
import { blockHtml } from './block-html.ts';
import { pairBlockTags } from './details.ts';
import { emoji } from './emoji.ts';
import { inlineHtml, pairInlineTags } from './inline-html.ts';
import { plainAutolink } from './links.ts';
import { restoreDefinitions, watchDefinitions } from './unused-definitions.ts';

/** Levels of nested lists, quotes and emphasis. Deeper markup stays text. */
const maxNesting = 32;

/**
 * Creates a parser of CommonMark with GitHub's tables, strikethrough, task lists, autolinks, footnotes, emoji and a few elements of HTML. Other HTML is text. Links may
 * lead anywhere: `secureLinks` decides.
 */
export function createParser(options: MarkdownItOptions = {}): MarkdownIt {
  const parser = createMarkdownIt({ html: false, breaks: true, linkify: true, maxNesting, ...options });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('www.', {
    validate: (text, position, { re }) => {
      const address = re.get_relative_proto_validator(); // a sticky pattern: a host with a dot, and its path
      address.lastIndex = position;
      return address.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  parser.validateLink = () => true;
  parser.use(cjkFriendly);
  // Only references are GitHub's. Inline footnotes nest, which takes quadratic time.
  parser.use(footnote).inline.ruler.disable('footnote_inline');
  parser.block.ruler.before('code', 'block_html', blockHtml, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  parser.inline.ruler.before('linkify', 'emoji', emoji);
  parser.inline.ruler.before('autolink', 'plain_autolink', plainAutolink);
  parser.inline.ruler.before('html_inline', 'inline_html', inlineHtml);
  parser.core.ruler.after('block', 'block_tags', pairBlockTags);
  parser.core.ruler.after('block', 'definitions', watchDefinitions);
  parser.core.ruler.after('inline', 'inline_tags', pairInlineTags);
  parser.core.ruler.after('inline', 'unused_definitions', restoreDefinitions);
  parser.core.ruler.push('task_lists', markTasks);
  return parser;
}

/** Replaces `[ ]` or `[x]` at the start of a list item by a token `task`. */
function markTasks({ tokens, Token }: StateCore): void {
  for (const [index, { type, children }] of tokens.entries()) {
    const first = children?.[0];
    if (type !== 'inline' || first?.type !== 'text' || tokens[index - 2]?.type !== 'list_item_open') continue;
    const [, mark] = /^\[([ xX])\][ \u00a0]/.exec(first.content) ?? [];
    if (mark === undefined) continue;
    const task = new Token('task', 'input', 0);
    task.meta = { isDone: mark !== ' ' };
    first.content = first.content.slice(3);
    children?.unshift(task);
    (tokens[index - 2] as Token).attrJoin('class', 'task');
  }
}
