import { endsInWord } from '@dev-connector/contract';
import type { StateCore, Token } from 'markdown-it';

/** A part of a text that becomes a link, in UTF-16 units. */
export interface WordLink {
  index: number;
  end: number;
  className: string;
  href: string;
}

/** Where a part of a text stands: at the start of a line, and whether it continues a word. */
export interface Place {
  isLineStart: boolean;
  isInWord: boolean;
}

/** Returns a parser rule that links the words that `find` returns for each part of a text outside of code and links. */
export const linkWords =
  (find: (text: string, place: Place) => WordLink[]) =>
  ({ tokens, Token }: StateCore): void => {
    for (const block of tokens) if (block.type === 'inline' && block.children) block.children = withLinks(block.children, Token, find);
  };

function withLinks(children: Token[], Create: typeof Token, find: (text: string, place: Place) => WordLink[]): Token[] {
  const result: Token[] = [];
  let links = 0;
  const place = { isLineStart: true, isInWord: false };
  for (const token of children) {
    if (token.type === 'link_open') links++;
    if (token.type === 'link_close') links--;
    if (token.type === 'text' && links === 0) result.push(...split(token, find(token.content, place), Create));
    else result.push(token);
    place.isLineStart = token.type === 'softbreak' || token.type === 'hardbreak';
    if (token.content !== '') place.isInWord = endsInWord(token.content);
    else if (place.isLineStart) place.isInWord = false;
  }
  return result;
}

function split(token: Token, found: WordLink[], Create: typeof Token): Token[] {
  if (found.length === 0) return [token];
  const { content } = token;
  const result: Token[] = [];
  let last = 0;
  const add = (type: string, nesting: -1 | 0 | 1, text = '') => {
    const part = new Create(type, nesting === 0 ? '' : 'a', nesting);
    part.content = text;
    result.push(part);
    return part;
  };
  for (const { index, end, className, href } of found) {
    add('text', 0, content.slice(last, index));
    add('link_open', 1).attrs = [
      ['class', className],
      ['href', href],
    ];
    add('text', 0, content.slice(index, end));
    add('link_close', -1);
    last = end;
  }
  add('text', 0, content.slice(last));
  return result;
}
