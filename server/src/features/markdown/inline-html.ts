import createMarkdownIt, { type StateCore, type StateInline, type Token } from 'markdown-it';
import { pairTags, type Tag, tagOf } from './tag-pairs.ts';

const { unescapeAll } = createMarkdownIt().utils;

/** The attributes of a start tag (https://spec.commonmark.org/0.31.2/#attribute). */
export const attributesPattern = '(?:\\s+[a-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?)*';
/** Characters of a tag. */
export const maxTag = 500;

const inlineTag = new RegExp(`^<(/?)(kbd|sub|sup|ins|abbr|br)(${attributesPattern})\\s*/?>`, 'i');
const titlePattern = /\stitle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/i;

/** Inline rule: recognizes a tag of a few harmless elements, and leaves out comments. All other HTML is text. */
export function inlineHtml(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '<') return false;
  if (src.startsWith('<!--', pos)) {
    const end = endOfComment(state);
    if (end === undefined || end > posMax) return false;
    state.pos = end;
    return true;
  }
  const [source, slash, name = '', attributes = ''] = inlineTag.exec(src.slice(pos, Math.min(pos + maxTag, posMax))) ?? [];
  if (source === undefined) return false;
  state.pos = pos + source.length;
  if (name.toLowerCase() === 'br') {
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += /^ *\n? */.exec(src.slice(state.pos, Math.min(state.pos + maxTag, posMax)))?.[0].length ?? 0; // one break, also at the end of a line
    return true;
  }
  if (silent) return true;
  const token = state.push('inline_html', '', 0);
  token.content = source;
  token.meta = { html: { name: name.toLowerCase(), source, isEnd: slash !== '' } satisfies Tag };
  const [, ...titles] = (name.toLowerCase() === 'abbr' && titlePattern.exec(attributes)) || [];
  const title = titles.find((value) => value !== undefined);
  if (title !== undefined) token.attrSet('title', unescapeAll(title.replaceAll('\\', '\\\\')));
  return true;
}

/** The last comment end that was searched for, from which position and where. */
interface Searched {
  from: number;
  end: number;
}

/** The end of the comment at the state's position. Remembers it, so that many comments without an end take linear time. */
function endOfComment(state: StateInline & { searched?: Searched }): number | undefined {
  const { src, pos } = state;
  const [short] = /^<!--(?:-?>)/.exec(src.slice(pos, pos + 6)) ?? [];
  if (short) return pos + short.length;
  const from = pos + 4;
  if (!state.searched || from < state.searched.from || from > state.searched.end) {
    const end = src.indexOf('-->', from);
    state.searched = { from, end: end < 0 ? Number.POSITIVE_INFINITY : end };
  }
  return state.searched.end === Number.POSITIVE_INFINITY ? undefined : state.searched.end + 3;
}

/** Parser rule: makes elements of the tags that have a partner, and text of the others. */
export function pairInlineTags({ tokens }: StateCore): void {
  for (const { children } of tokens) {
    if (!children?.some(tagOf)) continue;
    pairTags(children);
    for (const token of children) toElement(token);
  }
}

function toElement(token: Token): void {
  const tag = tagOf(token);
  if (!tag) return;
  token.type = 'text';
  if (!tag.partner) return;
  token.type = tag.isEnd ? 'html_close' : 'html_open';
  token.nesting = tag.isEnd ? -1 : 1;
  token.tag = tag.name;
  token.content = '';
}
