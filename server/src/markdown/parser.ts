/// <reference path="./markdown-it-footnote.d.ts" />
import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions, type StateCore, type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

/** Levels of nested lists, quotes and emphasis. Deeper markup stays text. */
const maxNesting = 32;

/** Web addresses without user info, mail addresses and paths of this site. Links to anything else stay text. */
const linkPattern = /^(?:https?:\/\/[^\s/\\?#@]+(?:[/?#]|$)|mailto:|\/(?![/\\]))/i;

/** Creates a parser of CommonMark with GitHub's tables, strikethrough, task lists, autolinks and footnotes. HTML is text. */
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
  parser.validateLink = (url) => linkPattern.test(url);
  // Only references are GitHub's. Inline footnotes nest, which takes quadratic time.
  parser.use(footnote).inline.ruler.disable('footnote_inline');
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
