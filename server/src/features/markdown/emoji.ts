import { nameToEmoji } from 'gemoji';
import type { StateInline } from 'markdown-it';

const names = new Map(Object.entries(nameToEmoji));
const shortCode = /:([a-z0-9_+-]{1,50}):/y;

/** Writing systems without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Signs before and after a name that is no short code, as in `10:100:5`, `std::b::c` and paths. */
const [wordBefore, wordAfter] = [/[\p{L}\p{M}\p{N}_:/.=&?#%@+\\-]/u, /[\p{L}\p{M}\p{N}_:]/u];

/** Characters before a short code that are searched for `://`. */
const maxBefore = 200;

/** Inline rule: replaces `:tada:` by its emoji, with GitHub's names. */
export function emoji(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const end = endOfCode(src, pos);
  if (end === undefined || end > state.posMax) return false;
  const isAfterEmoji = state.pending === '' && state.tokens.at(-1)?.info === 'emoji';
  const before =
    src
      .slice(Math.max(0, pos - maxBefore), pos)
      .split(/\s/)
      .at(-1) ?? '';
  const last = [...before].at(-1) ?? '';
  if (!isAfterEmoji && (before.includes('://') || (wordBefore.test(last) && !unspaced.test(last)))) return false;
  const next = String.fromCodePoint(src.codePointAt(end) ?? 32);
  if (wordAfter.test(next) && !unspaced.test(next) && endOfCode(src, end) === undefined) return false;
  if (!silent) {
    const token = state.push('text_special', '', 0);
    token.markup = src.slice(pos, end);
    token.content = names.get(token.markup.slice(1, -1)) ?? '';
    token.info = 'emoji';
  }
  state.pos = end;
  return true;
}

/** Where the short code at a position ends; undefined without one. */
function endOfCode(src: string, position: number): number | undefined {
  shortCode.lastIndex = position;
  const name = shortCode.exec(src)?.[1];
  return name !== undefined && names.has(name) ? position + name.length + 2 : undefined;
}
