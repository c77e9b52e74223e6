import type { StateCore, Token } from 'markdown-it';
import { pairTags, paragraph, type Tag, tagOf } from './tag-pairs.ts';

/** Parser rule, before the inline rules: makes elements of the tags of `details` and `summary` that form one, and text of the others. */
export function pairBlockTags(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === 'block_html' || type === 'summary_open')) return;
  const tokens = withEndTags(state);
  pairTags(tokens);
  for (const [index, token] of tokens.entries()) {
    const tag = tagOf(token);
    const before = tagOf(tokens[index - 1]);
    const isFirst = before?.name === 'details' && !before.isEnd && before.partner !== undefined;
    if (tag?.name === 'summary' && !tag.isEnd && tag.partner && !isFirst) {
      (tagOf(tag.partner) as Tag).partner = undefined;
      tag.partner = undefined;
    } else if (token.type === 'summary_open' && !isFirst) {
      const [content, close] = tokens.slice(index + 1) as [Token, Token];
      content.content = `<summary>${content.content}</summary>`;
      for (const [part, type] of [[token, 'paragraph_open'] as const, [close, 'paragraph_close'] as const]) {
        part.type = type;
        part.tag = 'p';
      }
    }
  }
  state.tokens = toElements(tokens, state);
}

/** Text of a tag without a partner joins the paragraph that begins in the same line. */
function toElements(tokens: Token[], state: StateCore): Token[] {
  const reversed: Token[] = [];
  for (const token of tokens.toReversed()) {
    const tag = tagOf(token);
    const [open, inline] = [reversed.at(-1), reversed.at(-2)];
    if (!tag || tag.partner) reversed.push(toElement(token, tag));
    else if (open?.type === 'paragraph_open' && inline && token.map && open.map?.[0] === token.map[0])
      inline.content = tag.source + inline.content;
    else {
      const parts = paragraph(tag.source, state);
      parts[0].map = token.map;
      reversed.push(...parts.toReversed());
    }
  }
  return reversed.reverse();
}

function toElement(token: Token, tag: Tag | undefined): Token {
  if (!tag) return token;
  token.type = tag.isEnd ? 'block_html_close' : 'block_html_open';
  token.nesting = tag.isEnd ? -1 : 1;
  token.tag = tag.name;
  return token;
}

const endTag = /(?<!\\)<\/details\s*>/gi;

/** The first end tag in the text of a paragraph that is not in code: with an even number of backticks before it, or at the end. */
function findEndTag(text: string): { before: string; source: string; after: string } | undefined {
  let [backticks, start] = [0, 0];
  for (const { 0: source, index } of text.matchAll(endTag)) {
    backticks += text.slice(start, index).split('`').length - 1;
    start = index;
    const after = text.slice(index + source.length).trim();
    if (backticks % 2 === 0 || after === '') return { before: text.slice(0, index).trim(), source, after };
  }
  return undefined;
}

/** The tokens, where an end tag in a paragraph is a token too if a `details` is open. */
function withEndTags(state: StateCore): Token[] {
  const result: Token[] = [];
  const open = [0]; // in each element around the token
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index] as Token;
    const tag = tagOf(token);
    const count = open.at(-1) ?? 0;
    if (tag?.name === 'details') open[open.length - 1] = Math.max(0, count + (tag.isEnd ? -1 : 1));
    const inline = state.tokens[index + 1];
    if (token.type === 'paragraph_open' && inline && count > 0) {
      const left = split(inline, count, result, state);
      open[open.length - 1] = left;
      if (left < count && inline.content === '') {
        index += 2; // nothing is left of the paragraph
        continue;
      }
    }
    if (token.nesting === 1) open.push(0);
    if (token.nesting === -1 && open.length > 1) open.pop();
    result.push(token);
  }
  return result;
}

/** Moves the beginning of a paragraph up to its last end tag out of it. Returns the number of `details` that are still open. */
function split(inline: Token, open: number, result: Token[], state: StateCore): number {
  for (let left = open; ; left--) {
    const found = left > 0 ? findEndTag(inline.content) : undefined;
    if (!found) return left;
    if (found.before !== '') result.push(...paragraph(found.before, state));
    const end = new state.Token('block_html', '', 0);
    end.block = true;
    end.meta = { html: { name: 'details', source: found.source, isEnd: true } satisfies Tag };
    result.push(end);
    inline.content = found.after;
  }
}
