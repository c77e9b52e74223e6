import type { Part, Parts } from '../messages';
import { readKey } from './cursor';
import type { Output } from './output';

/** Maximum parts that are returned; more do not fit in the bar. */
const maxParts = 8;

/** Maximum characters of a name. */
const maxName = 80;

export interface Measured {
  index: number;
  /** Of its key or value. */
  offset: number;
  bytes: number;
  opens: boolean;
}

/** Counts the values of an object or array, and stores only the largest. */
export class LargestParts {
  count = 0;
  #bytes = 0;
  #largest: Measured[] = [];

  add(part: Measured): void {
    this.#bytes += part.bytes;
    const place = this.#largest.findIndex(({ bytes }) => bytes < part.bytes);
    if (place >= 0) this.#largest.splice(place, 0, part);
    else if (this.#largest.length < maxParts) this.#largest.push(part);
    this.#largest.length = Math.min(this.#largest.length, maxParts);
  }

  /** Names the largest values. `bracket` opens their object or array; documents have none. */
  async describe(output: Output, bracket: number | undefined): Promise<Parts> {
    const largest: Part[] = [];
    for (const { index, offset, bytes, opens } of this.#largest) {
      const name =
        bracket === 0x7b ? shorten((await readKey(output, offset)).slice(1, -1)) || '""' : bracket ? `[${index}]` : `Document ${index + 1}`;
      largest.push({ name, bytes, offset, row: await output.rowOfOffset(offset), opens });
    }
    return { bytes: this.#bytes, count: this.count, largest };
  }
}

const shorten = (name: string): string => (name.length > maxName ? `${name.slice(0, maxName)}…`.toWellFormed() : name);
