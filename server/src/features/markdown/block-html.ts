import type { StateBlock } from 'markdown-it';
import { attributesPattern, maxTag } from './inline-html.ts';
import { type Tag, tagOf } from './tag-pairs.ts';

const blockTag = new RegExp(`^<(/?)(details|summary)(${attributesPattern})\\s*/?>[ \\t]*`, 'i');
const openAttribute = /\sopen(?=[\s=]|$)/i;
const [commentEnd, summaryEnd] = [/-->[ \t]*/g, /<\/summary\s*>[ \t]*/gi];

/** Characters that are searched in vain for the end of a comment or summary. Afterwards, comments and summaries stay text, because of the time. */
const maxSearched = 1_000_000;

/** A position in a line. */
interface Place {
  line: number;
  position: number;
}

/**
 * Block rule: recognizes the tags of `details` and `summary` at the start of a line, and leaves out comments. What is between the tags is Markdown. All other HTML is
 * text.
 */
export function blockHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { eMarks, sCount, bMarks, tShift } = state;
  const isIndented = (sCount[startLine] as number) - state.blkIndent >= 4;
  if (isIndented && (!tagOf(state.tokens.at(-1)) || state.isEmpty(startLine - 1))) return false; // below another tag, it is no code
  let next: Place = { line: startLine, position: startOf(state, startLine) };
  const isAtEnd = () => next.position >= (eMarks[next.line] as number);
  for (let isFirst = true; ; isFirst = false) {
    const end = readPart(state, next, endLine, silent);
    if (isFirst && (!end || silent)) return end !== undefined;
    if (!end) break;
    next = end;
    if (isAtEnd()) break;
  }
  state.line = next.line + (isAtEnd() ? 1 : 0);
  if (isAtEnd()) return true;
  // What follows in the line is a block.
  bMarks[next.line] = next.position;
  tShift[next.line] = 0;
  sCount[next.line] = state.blkIndent;
  return state.md.block.ruler.getRules('').some((rule) => rule(state, next.line, endLine, false));
}

/** Reads a comment or tag, adds its tokens, and returns where it ends with the spaces after it; undefined if there is none. */
function readPart(state: StateBlock, at: Place, endLine: number, silent: boolean): Place | undefined {
  const { src, eMarks } = state;
  const { line, position } = at;
  if (src[position] !== '<') return undefined;
  if (src.startsWith('<!--', position)) {
    const [short] = /^<!--(?:-?>)[ \t]*/.exec(src.slice(position, eMarks[line])) ?? [];
    return short
      ? { line, position: position + short.length }
      : find(state, commentEnd, { line, position: position + 4 }, endLine, false)?.end;
  }
  const [source, slash, name = '', attributes = ''] =
    blockTag.exec(src.slice(position, Math.min(position + maxTag, eMarks[line] as number))) ?? [];
  if (source === undefined) return undefined;
  const end = { line, position: position + source.length };
  if (silent) return end;
  const isSummary = name.toLowerCase() === 'summary';
  const close = isSummary && slash === '' ? find(state, summaryEnd, end, endLine, true) : undefined;
  if (!close) {
    const token = state.push('block_html', '', 0);
    token.map = [line, line + 1];
    token.meta = { html: { name: name.toLowerCase(), source, isEnd: slash !== '' } satisfies Tag };
    if (!isSummary && openAttribute.test(attributes)) token.attrSet('open', '');
    return end;
  }
  state.push('summary_open', 'summary', 1).map = [line, close.end.line + 1];
  const token = state.push('inline', '', 0);
  token.content = close.text.trim();
  token.map = [line, close.end.line + 1];
  token.children = [];
  state.push('summary_close', 'summary', -1);
  return close.end;
}

/** Finds a pattern in the lines of the container, up to an empty one if `isParagraph`, and returns its end and the text before it. */
function find(
  state: StateBlock,
  pattern: RegExp,
  from: Place,
  endLine: number,
  isParagraph: boolean,
): { end: Place; text: string } | undefined {
  const { src, eMarks, sCount } = state;
  const env = state.env as { searched?: number };
  const before = env.searched ?? 0;
  env.searched = before;
  const texts: string[] = [];
  for (let { line } = from; line < endLine && env.searched < maxSearched; line++) {
    if (line > from.line && (state.isEmpty(line) ? isParagraph : (sCount[line] as number) < state.blkIndent)) return undefined;
    const start = line === from.line ? from.position : startOf(state, line);
    const text = src.slice(start, eMarks[line]);
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    if (match) {
      env.searched = before; // not in vain
      texts.push(text.slice(0, match.index));
      return { end: { line, position: start + pattern.lastIndex }, text: texts.join('\n') };
    }
    env.searched += text.length + 1;
    texts.push(text);
  }
  return undefined;
}

const startOf = ({ bMarks, tShift }: StateBlock, line: number): number => (bMarks[line] as number) + (tShift[line] as number);
