import { Matcher, type Reading } from '../search/matcher';
import { escapeStart } from './lines';
import type { Output } from './output';

const stepSize = 1024 * 1024;

/** Maximum number of matches whose offsets are stored (8 MB). */
const maxStored = 1_000_000;

/** A match in the output. */
export interface Found {
  offset: number;
  end: number;
  reading: Reading;
}

/** Searches the output for a text. */
export class Search {
  /** Offsets of the first matches, in order, once all matches are counted. */
  private offsets: number[] | undefined;
  private total = 0;
  private readonly matcher: Matcher;

  readonly text: string;
  readonly matchCase: boolean;

  constructor(text: string, matchCase: boolean) {
    this.text = text;
    this.matchCase = matchCase;
    this.matcher = new Matcher(text, matchCase);
  }

  /** Returns the first match at or after `from`, or backwards the last one before it. Wraps around. */
  async next(output: Output, from: number, backwards: boolean): Promise<Found | undefined> {
    if (this.matcher.isEmpty) return undefined;
    if (this.offsets && this.offsets.length === this.total) {
      const after = lowerBound(this.offsets, from);
      const offset = this.offsets.at(backwards ? after - 1 : after % this.total);
      return offset === undefined ? undefined : this.first(output, offset, offset + 1);
    }
    return backwards
      ? ((await this.before(output, from, 0)) ?? (await this.before(output, output.size, from)))
      : ((await this.first(output, from, output.size)) ?? (await this.first(output, 0, from)));
  }

  /**
   * Counts the matches, without overlap.
   * @param proceed yields to other tasks and returns false if the response is no longer needed.
   */
  async count(output: Output, proceed: () => Promise<boolean>): Promise<number | undefined> {
    if (this.offsets || this.matcher.isEmpty) return this.total;
    const offsets: number[] = [];
    let total = 0;
    for (let base = 0; base < output.size; ) {
      base = await this.step(output, base, output.size, (offset) => {
        if (total++ < maxStored) offsets.push(offset);
        return false;
      });
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

  /** Returns the first match that starts from `from` to `to`. */
  private async first(output: Output, from: number, to: number): Promise<Found | undefined> {
    let found: Found | undefined;
    for (let base = await escapeStart(output, from); base < to && !found; )
      base = await this.step(output, base, to, (offset, end, reading) => {
        if (offset < from || offset >= to) return false;
        found = { offset, end, reading };
        return true;
      });
    return found;
  }

  /** Returns the last match that starts before `from`, but not before `to`. */
  private async before(output: Output, from: number, to: number): Promise<Found | undefined> {
    let found: Found | undefined;
    for (let end = from; end > to && !found; end -= stepSize) {
      const start = Math.max(to, end - stepSize);
      for (let base = await escapeStart(output, start); base < end; )
        base = await this.step(output, base, end, (offset, matchEnd, reading) => {
          if (offset >= start && offset < end) found = { offset, end: matchEnd, reading };
          return false;
        });
    }
    return found;
  }

  /** Finds matches that start in the next megabyte. @returns the offset to continue from. */
  private async step(
    output: Output,
    base: number,
    to: number,
    onMatch: (offset: number, end: number, reading: Reading) => boolean,
  ): Promise<number> {
    const limit = Math.min(stepSize, to - base);
    // An escape may be cut at the limit.
    const bytes = await output.read(base, base + limit + this.matcher.maxSize + 6);
    return base + this.matcher.scan(bytes, 0, limit, (start, end, reading) => onMatch(base + start, base + end, reading));
  }
}

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
