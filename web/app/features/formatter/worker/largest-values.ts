import { maxParts } from '../messages';
import type { Value } from './scan';

/** Sums the values of a level, and stores only the largest. */
export class LargestValues {
  count = 0;
  bytes = 0;
  largest: Value[] = [];

  add(value: Value): void {
    this.count++;
    this.bytes += value.bytes;
    const place = this.largest.findIndex(({ bytes }) => bytes < value.bytes);
    if (place >= 0) this.largest.splice(place, 0, value);
    else if (this.largest.length < maxParts) this.largest.push(value);
    this.largest.length = Math.min(this.largest.length, maxParts);
  }

  /**
   * Whether the largest values say where the bytes are: those with names if they have a quarter of them, and elements of an array if they have half and differ in
   * size.
   */
  standOut(areNamed: boolean): boolean {
    if (this.count <= maxParts) return true;
    const bytes = sumOf(this.largest);
    if (areNamed) return 4 * bytes >= this.bytes;
    const [first] = this.largest;
    return 2 * bytes >= this.bytes && first !== undefined && first.bytes * this.count > 2 * this.bytes;
  }
}

export const sumOf = (parts: { bytes: number }[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);
