import { maxParts } from '../messages';
import type { Value } from './scan';

interface Range {
  first: Value;
  last: Value;
  count: number;
  bytes: number;
}

/** Sums values in a few ranges of equal length, which doubles as the number of values grows. */
export class Ranges {
  #length = 1;
  #ranges: Range[] = [];

  add(value: Value): void {
    const range: Range = { first: value, last: value, count: 1, bytes: value.bytes };
    const last = this.#ranges.at(-1);
    if (last && last.count < this.#length) this.#ranges.splice(-1, 1, join(last, range));
    else {
      if (this.#ranges.length === maxParts) this.#double();
      this.#ranges.push(range);
    }
  }

  /** The ranges in order. Neighbours whose values are of similar size are one. */
  distinct(): Range[] {
    const distinct: Range[] = [];
    for (const range of this.#ranges) {
      const last = distinct.at(-1);
      if (last && areSimilar(last.bytes / last.count, range.bytes / range.count)) distinct.splice(-1, 1, join(last, range));
      else distinct.push(range);
    }
    return distinct;
  }

  #double(): void {
    this.#length *= 2;
    const pairs: Range[] = [];
    for (const [index, range] of this.#ranges.entries()) {
      const last = pairs.at(-1);
      if (last && index % 2 === 1) pairs.splice(-1, 1, join(last, range));
      else pairs.push(range);
    }
    this.#ranges = pairs;
  }
}

const join = (a: Range, b: Range): Range => ({ first: a.first, last: b.last, count: a.count + b.count, bytes: a.bytes + b.bytes });

const areSimilar = (a: number, b: number): boolean => Math.max(a, b) <= 1.25 * Math.min(a, b);
