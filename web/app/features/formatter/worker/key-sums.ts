import { maxParts } from '../messages';
import { endOfString } from './cursor';
import { sumOf } from './largest-values';
import type { Value } from './scan';

/** Maximum different keys. Values with more are not alike. */
const maxKeys = 1000;

const decoder = new TextDecoder();

interface KeySum {
  /** Without quotes, or in arrays the position. */
  key: string | number;
  /** The key in quotes with its colon. */
  written: Uint8Array | undefined;
  count: number;
  bytes: number;
  largest: Value | undefined;
  /** The key that came after it last time. Objects of a list mostly have the same keys in the same order. */
  next: KeySum | undefined;
}

/** Sums what the values of a level contain, by key. */
export class KeySums {
  #count = 0;
  readonly #sums = new Map<string | number, KeySum>();
  #current: KeySum | undefined;
  /** Of the next value without a key. */
  #isKey = false;

  readonly begin = (bytes: Uint8Array, at: number): void => {
    const expected = this.#current?.next;
    if (expected?.written && startsWith(bytes, at, expected.written)) {
      this.#current = expected;
      this.#isKey = true;
      return;
    }
    const end = bytes[at] === 0x22 ? endOfString(bytes.subarray(at, at + 1024)) : undefined;
    this.#isKey = end !== undefined && bytes[at + end] === 0x3a;
    if (!this.#isKey || end === undefined) return;
    const sum = this.#sumOf(decoder.decode(bytes.subarray(at + 1, at + end - 1)), bytes.slice(at, at + end + 1));
    if (this.#current) this.#current.next = sum;
    this.#current = sum;
  };

  readonly end = (value: Value): void => {
    const sum = this.#isKey ? this.#current : this.#sumOf(value.index, undefined);
    this.#count++;
    if (!sum) return;
    sum.count++;
    sum.bytes += value.bytes;
    if (!sum.largest || sum.largest.bytes < value.bytes) sum.largest = value;
  };

  get distinct(): number {
    return this.#sums.size;
  }

  get bytes(): number {
    return sumOf([...this.#sums.values()]);
  }

  /** The keys with the most bytes. */
  get largest(): KeySum[] {
    return [...this.#sums.values()].sort((a, b) => b.bytes - a.bytes).slice(0, maxParts);
  }

  /** Whether `count` values with `bytes` are alike: most of their bytes are in keys of which each is in at least half of them. */
  areAlike(count: number, bytes: number): boolean {
    const { largest, distinct } = this;
    return distinct <= maxKeys && 2 * this.#count >= count * distinct && 2 * this.bytes >= bytes && 4 * sumOf(largest) >= this.bytes;
  }

  #sumOf(key: string | number, written: Uint8Array | undefined): KeySum | undefined {
    let sum = this.#sums.get(key);
    if (!sum && this.#sums.size <= maxKeys) {
      sum = { key, written, count: 0, bytes: 0, largest: undefined, next: undefined };
      this.#sums.set(key, sum);
    }
    return sum;
  }
}

function startsWith(bytes: Uint8Array, at: number, start: Uint8Array): boolean {
  for (let index = 0; index < start.length; index++) if (bytes[at + index] !== start[index]) return false;
  return true;
}
