import { foldAscii, foldingOf, foldingTo, folds, foldText } from './case-folding.ts';
import { compose } from './hangul.ts';

/** How a match was found: in the text as decoded, as written, or in both, which are the same without escapes. */
export type Reading = 'decoded' | 'raw' | 'both';

/** Called with each match. @returns whether to stop. */
export type OnMatch = (start: number, end: number, reading: Reading) => boolean;

const backslash = 0x5c;
/** Maximum bytes that the shift table looks at. */
const maxWindow = 64;
/** Bytes without escapes after which looking for the next one is faster than comparing byte by byte. */
const sparse = 16;

const encoder = new TextEncoder();

/**
 * Finds a text in the bytes of a JSON text. `\u00fc` in a string equals `ü`, and is also found as it is written. Without `matchCase`, case and composition
 * are ignored.
 *
 * Parts without escapes are searched as Horspool's algorithm does, with a set of bytes for each place; and around escapes byte by byte.
 */
export class Matcher {
  /** Maximum bytes of a match: each code point is at most two escapes. */
  readonly maxSize: number;
  readonly isEmpty: boolean;
  /** Folded code points of the text. */
  private readonly needle: number[];
  private readonly matchCase: boolean;
  private readonly hasBackslash: boolean;
  /** Bytes with which a match can start and with which the window can end, and how far a byte there moves the window. */
  private readonly starts = new Uint8Array(256);
  private readonly ends = new Uint8Array(256);
  private readonly shift = new Uint8Array(256);
  private readonly window: number;
  /** Last digits and letters of escapes with which a match can start. */
  private readonly codeStarts = new Uint8Array(256);
  private readonly letterStarts = new Uint8Array(256);
  /** Maximum bytes of a match before its first escape. */
  private readonly reach: number;
  /** End of the last match, and whether it has an escape. */
  private end = 0;
  private hasEscape = false;

  constructor(text: string, matchCase: boolean) {
    this.matchCase = matchCase;
    this.needle = matchCase ? Array.from(text, (character) => character.codePointAt(0) as number) : foldText(text);
    this.isEmpty = this.needle.length === 0;
    this.maxSize = this.needle.length * 12;
    this.hasBackslash = this.needle.includes(backslash);
    for (const point of this.alternatives(0).flatMap(({ points }) => points)) {
      const digit = String.fromCodePoint(point).charCodeAt(0).toString(16).slice(-1);
      for (const byte of encoder.encode(digit + digit.toUpperCase())) this.codeStarts[byte] = 1;
      if (point < 0x80) this.letterStarts[letters.get(point) ?? point] = 1;
    }
    const widths = this.needle.map((_, index) => this.alternatives(index).flatMap(({ points }) => points.map(widthOf)));
    this.reach = widths.reduce((sum, of) => sum + Math.max(1, ...of), 0);
    const places = this.places();
    this.window = places.length;
    this.shift.fill(this.window);
    places.forEach((bytes, place) => {
      for (const byte of bytes) {
        if (place === 0) this.starts[byte] = 1;
        if (place === this.window - 1) this.ends[byte] = 1;
        else this.shift[byte] = this.window - 1 - place;
      }
    });
  }

  /**
   * Finds the matches that start from `from` to `limit`, without overlap.
   * @param from must not be inside an escape.
   * @returns the offset to continue from: `limit` or later, and not inside an escape.
   */
  scan(bytes: Uint8Array, from: number, limit: number, onMatch: OnMatch): number {
    const { starts } = this;
    let at = from;
    /** The last escape; `at` is inside it if it is before its end. */
    let unit = from;
    let unitEnd = from;
    let nextEscape = -1;
    /** Offset of the next look for escapes, until which bytes are compared. */
    let rest = from;
    while (at < limit || at < unitEnd) {
      if (at >= unitEnd && at >= rest) {
        if (nextEscape < at) nextEscape = bytes.indexOf(backslash, at);
        if (nextEscape < 0) nextEscape = bytes.length;
        const plainEnd = Math.min(limit, Math.max(at, nextEscape - this.reach));
        const start = this.nextPlain(bytes, at, plainEnd);
        at = start < 0 ? plainEnd : this.end;
        if (start >= 0 && onMatch(start, this.end, 'both')) return at;
        if (start < 0) rest = nextEscape + 1;
        continue;
      }
      let reading: Reading | undefined;
      for (; at < unitEnd || (at < rest && at < limit); at++) {
        const byte = bytes[at] as number;
        const isInside = at < unitEnd;
        if (byte === backslash && !isInside) {
          unit = at;
          unitEnd = at + escapeLength(bytes, at);
          rest = unitEnd + sparse;
          if (!this.canStartWithEscape(bytes, at) && starts[backslash] === 0) continue;
        } else if (starts[byte] === 0) continue;
        if (!isInside && this.matches(bytes, at, true)) reading = this.hasEscape ? 'decoded' : 'both';
        else if ((isInside || this.hasBackslash) && this.matches(bytes, at, false)) reading = 'raw';
        if (reading) break;
      }
      if (!reading) continue;
      const start = at;
      const { end } = this;
      // A match of the text as written can end inside an escape.
      if (start >= unitEnd) unitEnd = start;
      else if (reading !== 'raw') unitEnd = end;
      while (unitEnd < end) {
        unit = unitEnd;
        unitEnd += reading === 'raw' && bytes[unit] === backslash ? escapeLength(bytes, unit) : 1;
      }
      at = end;
      if (onMatch(start, end, reading)) return Math.max(at, unitEnd);
    }
    return at;
  }

  /** Returns the first match without escapes that starts before `limit`, or -1. */
  private nextPlain(bytes: Uint8Array, from: number, limit: number): number {
    const { starts, ends, shift, window } = this;
    if (window === 0) return -1; // half a character
    const stop = Math.min(limit, bytes.length - window + 1);
    for (let at = from; at < stop; ) {
      const byte = bytes[at + window - 1] as number;
      if (ends[byte] === 1 && starts[bytes[at] as number] === 1 && this.matches(bytes, at, true)) return at;
      at += shift[byte] as number;
    }
    return -1;
  }

  /** Whether the escape at `at` can start a match, judged by its last digit or its letter. */
  private canStartWithEscape(bytes: Uint8Array, at: number): boolean {
    const letter = bytes[at + 1] as number;
    return letter === 0x75 ? this.codeStarts[bytes[at + 5] as number] === 1 : this.letterStarts[letter] === 1;
  }

  /** Whether a match starts at `at`. Sets `end` and `hasEscape`. */
  private matches(bytes: Uint8Array, at: number, decoded: boolean): boolean {
    const { needle, matchCase } = this;
    this.hasEscape = false;
    let next = at;
    for (let index = 0; index < needle.length; ) {
      const byte = bytes[next];
      if (byte === undefined) return false;
      let point = byte;
      if (byte === backslash && decoded) {
        this.hasEscape = true;
        const length = escapeLength(bytes, next);
        point = codeUnitOf(bytes, next, length);
        next += length;
        if (point >= 0xd800 && point < 0xdc00 && bytes[next] === backslash && bytes[next + 1] === 0x75) {
          const low = codeUnitOf(bytes, next, 6);
          if (low >= 0xdc00 && low < 0xe000) {
            point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
            next += 6;
          }
        }
      } else if (byte < 0x80) next++;
      else {
        const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        point = byte & (0x7f >> length);
        for (let part = 1; part < length; part++) point = (point << 6) | ((bytes[next + part] ?? 0) & 0x3f);
        next += length;
      }
      if (matchCase || point < 0x80) {
        if ((matchCase ? point : foldAscii(point)) !== needle[index++]) return false;
      } else {
        const folding = foldingOf(point);
        if (!folding) {
          if (point !== needle[index++]) return false;
        } else for (const folded of folding) if (folded !== needle[index++]) return false;
      }
    }
    this.end = next;
    return true;
  }

  /** Returns the bytes that a match without escapes can have at each of its first places: as many as the shortest match has. */
  private places(): Set<number>[] {
    const { needle } = this;
    const places: Set<number>[] = [];
    /** Characters of the needle that can be complete after a number of bytes. */
    const complete = [new Set([0])];
    for (let place = 0; place < maxWindow && !complete[place]?.has(needle.length); place++)
      for (const index of complete[place] ?? [])
        for (const { points, length } of this.alternatives(index))
          for (const point of points) {
            const bytes = encoder.encode(String.fromCodePoint(point));
            bytes.forEach((byte, offset) => {
              places[place + offset] ??= new Set();
              places[place + offset]?.add(byte);
            });
            complete[place + bytes.length] ??= new Set();
            complete[place + bytes.length]?.add(index + length);
          }
    const shortest = complete.findIndex((indexes) => indexes?.has(needle.length));
    return places.slice(0, shortest < 0 ? maxWindow : Math.min(shortest, maxWindow));
  }

  /** Returns the code points that match the needle at `index`, and how many of its code points they fold to. */
  private alternatives(index: number): Array<{ points: number[]; length: number }> {
    const { needle, matchCase } = this;
    const first = needle[index];
    if (first === undefined) return [];
    const same = [first];
    if (matchCase) return [{ points: same, length: 1 }];
    if (first >= 0x61 && first <= 0x7a) same.push(first & ~0x20);
    const others = foldingTo(first).flatMap((point) => {
      const folded = folds().get(point) as number[];
      return folded.every((each, offset) => each === needle[index + offset]) ? [{ points: [point], length: folded.length }] : [];
    });
    const syllables = compose(needle.slice(index, index + 3)).map((point, more) => ({ points: [point], length: 2 + more }));
    return [{ points: same, length: 1 }, ...others, ...syllables];
  }
}

/** Returns the bytes of the escape at `at`. */
const escapeLength = (bytes: Uint8Array, at: number): number => (bytes[at + 1] === 0x75 ? 6 : 2);

/** Control characters, and their letters in escapes. */
const letters = new Map([
  [0x08, 0x62],
  [0x0c, 0x66],
  [0x0a, 0x6e],
  [0x0d, 0x72],
  [0x09, 0x74],
]);
/** Letters in escapes, and their control characters. */
const controls = new Map(Array.from(letters, ([control, letter]) => [letter, control]));

/** Returns the bytes of a code point in UTF-8. */
const widthOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/** Returns the code unit of an escape. */
function codeUnitOf(bytes: Uint8Array, at: number, length: number): number {
  const letter = bytes[at + 1] ?? 0;
  if (length === 2) return controls.get(letter) ?? letter;
  let unit = 0;
  for (let index = at + 2; index < at + 6; index++) {
    const digit = bytes[index] ?? 0;
    unit = (unit << 4) | (digit <= 0x39 ? digit & 0xf : (digit & 0xf) + 9);
  }
  return unit;
}
