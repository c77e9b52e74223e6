import { decompose, isSyllable } from './hangul.ts';

/*
 * Full case folding (Unicode, section 3.13.3) and canonical decomposition, so that `STRASSE` equals `straße`, and `é` equals `e` with a combining accent.
 */

/** Ranges of code points that fold to others, without ASCII and Hangul. */
const ranges = [
  [0x80, 0x590],
  [0x622, 0x6d4],
  [0x929, 0x1027],
  [0x10a0, 0x1100],
  [0x13a0, 0x1400],
  [0x1b06, 0x1b44],
  [0x1c80, 0x1cc0],
  [0x1d00, 0x22ee],
  [0x2329, 0x232b],
  [0x24b0, 0x24ea],
  [0x2c00, 0x2d30],
  [0x3040, 0x3100],
  [0xa640, 0xa800],
  [0xab30, 0xabc0],
  [0xf900, 0xfb4f],
  [0xff21, 0xff5b],
  [0x10400, 0x10600],
  [0x10c80, 0x10d90],
  [0x118a0, 0x118e0],
  [0x16e40, 0x16e80],
  [0x1e900, 0x1e944],
] as const;

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) as number);

/** Folds a text: code points that are equal if the texts differ only in case or composition. */
export const foldText = (text: string): number[] =>
  codePointsOf(text).flatMap((point) => (point < 0x80 ? [foldAscii(point)] : (foldingOf(point) ?? [point])));

/** Returns the folding of a code point outside ASCII, or undefined if it is the same. */
export const foldingOf = (point: number): number[] | undefined => (isSyllable(point) ? decompose(point) : folds().get(point));

export const foldAscii = (point: number): number => (point >= 0x41 && point <= 0x5a ? point | 0x20 : point);

let table: Map<number, number[]> | undefined;
let byFirst: Map<number, number[]> | undefined;

/** Returns the code points outside ASCII and Hangul that do not fold to themselves. */
export function folds(): ReadonlyMap<number, number[]> {
  if (table) return table;
  table = new Map();
  for (const [from, to] of ranges)
    for (let point = from; point < to; point++) {
      const text = String.fromCodePoint(point);
      // Upper case in between, so that ς and σ, and ẞ, ß and ss, are equal.
      const folded = text.toLowerCase().toUpperCase().toLowerCase().normalize('NFD');
      if (folded !== text) table.set(point, codePointsOf(folded));
    }
  return table;
}

/** Returns the code points outside ASCII whose folding begins with `first`, except `first` itself. */
export function foldingTo(first: number): readonly number[] {
  if (!byFirst) {
    byFirst = new Map();
    for (const [point, [start = 0]] of folds()) {
      const others = byFirst.get(start);
      if (others) others.push(point);
      else byFirst.set(start, [point]);
    }
  }
  return byFirst.get(first) ?? [];
}
