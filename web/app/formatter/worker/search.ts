import type { Output } from './output';

const stepSize = 1024 * 1024;

/** Maximum number of matches whose offsets are stored (8 MB). */
const maxStored = 1_000_000;

/** Searches the output for a text. Without `matchCase`, the case of A to Z is ignored. */
export class Search {
  /** Offsets of the first matches, in order, once all matches are counted. */
  private offsets: number[] | undefined;
  private total = 0;
  private readonly needle: Uint8Array;
  private readonly fold: Uint8Array;
  /** Shift tables (Horspool) for the search forwards and backwards. */
  private readonly forwardShift = new Int32Array(256);
  private readonly backwardShift = new Int32Array(256);

  readonly text: string;
  readonly matchCase: boolean;

  constructor(text: string, matchCase: boolean) {
    this.text = text;
    this.matchCase = matchCase;
    this.fold = matchCase ? sameCase : lowerCase;
    this.needle = new TextEncoder().encode(text).map((byte) => this.fold[byte] as number);
    const last = this.needle.length - 1;
    this.forwardShift.fill(last + 1);
    this.backwardShift.fill(last + 1);
    for (let index = 0; index < last; index++) this.forwardShift[this.needle[index] as number] = last - index;
    for (let index = last; index > 0; index--) this.backwardShift[this.needle[index] as number] = index;
  }

  /** Returns the first match at or after `from`, or backwards the last one before it. Wraps around. */
  async next(output: Output, from: number, backwards: boolean): Promise<number | undefined> {
    if (this.needle.length === 0) return undefined;
    if (this.offsets && this.offsets.length === this.total) {
      const after = lowerBound(this.offsets, from);
      return this.offsets.at(backwards ? after - 1 : after % this.total);
    }
    return backwards
      ? ((await this.before(output, from, 0)) ?? (await this.before(output, output.size, from)))
      : ((await this.after(output, from, output.size)) ?? (await this.after(output, 0, from)));
  }

  /**
   * Counts the matches, without overlap.
   * @param proceed yields to other tasks and returns false if the response is no longer needed.
   */
  async count(output: Output, proceed: () => Promise<boolean>): Promise<number | undefined> {
    const { length } = this.needle;
    if (this.offsets || length === 0) return this.total;
    const offsets: number[] = [];
    let total = 0;
    let next = 0;
    for (let base = 0; base < output.size; base += stepSize) {
      const bytes = await output.read(base, base + stepSize + length - 1);
      for (let at = this.forwards(bytes, Math.max(0, next - base)); at >= 0 && at < stepSize; at = this.forwards(bytes, at + length)) {
        next = base + at + length;
        if (total++ < maxStored) offsets.push(base + at);
      }
      if (!(await proceed())) return undefined;
    }
    this.offsets = offsets;
    this.total = total;
    return total;
  }

  /** Returns the number, from 1, of the match at `offset`, if the matches are counted and not too many. */
  numberOf(offset: number): number | undefined {
    const number = lowerBound(this.offsets ?? [], offset) + 1;
    return number <= (this.offsets?.length ?? 0) ? number : undefined;
  }

  private async after(output: Output, from: number, to: number): Promise<number | undefined> {
    for (let base = from; base < to; base += stepSize) {
      const at = this.forwards(await output.read(base, base + stepSize + this.needle.length - 1), 0);
      if (at >= 0) return base + at;
    }
    return undefined;
  }

  private async before(output: Output, from: number, to: number): Promise<number | undefined> {
    for (let end = from; end > to; end -= stepSize) {
      const base = Math.max(to, end - stepSize);
      const at = this.backwards(await output.read(base, end + this.needle.length - 1), end - base);
      if (at >= 0) return base + at;
    }
    return undefined;
  }

  private forwards(bytes: Uint8Array, from: number): number {
    const { needle, forwardShift } = this;
    const last = needle.length - 1;
    const end = needle[last];
    for (let at = from; at + last < bytes.length; ) {
      const byte = this.fold[bytes[at + last] as number] as number;
      if (byte === end && this.matchesAt(bytes, at)) return at;
      at += forwardShift[byte] as number;
    }
    return -1;
  }

  /** Returns the last match that begins before `from`. */
  private backwards(bytes: Uint8Array, from: number): number {
    const first = this.needle[0];
    for (let at = Math.min(from - 1, bytes.length - this.needle.length); at >= 0; ) {
      const byte = this.fold[bytes[at] as number] as number;
      if (byte === first && this.matchesAt(bytes, at)) return at;
      at -= this.backwardShift[byte] as number;
    }
    return -1;
  }

  private matchesAt(bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < this.needle.length; index++) {
      if (this.fold[bytes[at + index] as number] !== this.needle[index]) return false;
    }
    return true;
  }
}

const sameCase = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const lowerCase = sameCase.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

/** Returns the index of the first number that is at least `limit`. The numbers are sorted. */
function lowerBound(numbers: number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
