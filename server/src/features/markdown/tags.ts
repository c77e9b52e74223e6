import { endsInWord, limits, tagKey, tagPath, tagsInText } from '@dev-connector/contract';
import type { StateCore, Token } from 'markdown-it';

/** Parser rule: turns each `#tag` outside of code and links into a link to the page of the tag. */
export function linkTags({ tokens, Token }: StateCore): void {
  for (const block of tokens) if (block.type === 'inline' && block.children) block.children = withTags(block.children, Token);
}

function withTags(children: Token[], Create: typeof Token): Token[] {
  const result: Token[] = [];
  let links = 0;
  const place = { isLineStart: true, isInWord: false };
  for (const token of children) {
    if (token.type === 'link_open') links++;
    if (token.type === 'link_close') links--;
    if (token.type === 'text' && links === 0) result.push(...split(token, place, Create));
    else result.push(token);
    place.isLineStart = token.type === 'softbreak' || token.type === 'hardbreak';
    if (token.content !== '') place.isInWord = endsInWord(token.content);
    else if (place.isLineStart) place.isInWord = false;
  }
  return result;
}

function split(token: Token, place: { isLineStart: boolean; isInWord: boolean }, Create: typeof Token): Token[] {
  const { content } = token;
  const tags = tagsInText(content, place).filter(({ name }) => [...name].length <= limits.tag);
  if (tags.length === 0) return [token];
  const result: Token[] = [];
  let end = 0;
  const add = (type: string, nesting: -1 | 0 | 1, text = '') => {
    const part = new Create(type, nesting === 0 ? '' : 'a', nesting);
    part.content = text;
    result.push(part);
    return part;
  };
  for (const { name, index } of tags) {
    add('text', 0, content.slice(end, index));
    add('link_open', 1).attrs = [
      ['class', 'tag'],
      ['href', tagPath(tagKey(name))],
    ];
    end = index + 1 + name.length;
    add('text', 0, content.slice(index, end));
    add('link_close', -1);
  }
  add('text', 0, content.slice(end));
  return result;
}

/** A `#tag` in HTML: a link of `linkTags`, or a span of `linkOnly`. */
const tagElement = /<(a|span) class="tag"[^>]*>#([^<]+)<\/\1>/g;

/** Returns the tags that `linkTags` has linked, in their order, each once. */
export const tagsIn = (html: string): string[] => [...new Set([...html.matchAll(tagElement)].map(([, , name = '']) => tagKey(name)))];

/** Leaves only links to these tags in the HTML of a text. The others become spans, which `tagsIn` still finds. */
export const linkOnly = (html: string, tags: Set<string>): string =>
  html.replace(tagElement, (_, _element, name: string) =>
    tags.has(tagKey(name)) ? `<a class="tag" href="${tagPath(tagKey(name))}">#${name}</a>` : `<span class="tag">#${name}</span>`,
  );
