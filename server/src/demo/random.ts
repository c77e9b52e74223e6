import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A seeded random number generator: the same seed produces the same sequence. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different items of the list, in random order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** A log-normal value with this mean: many small values, a few large ones. */
  skewed(mean: number): number;
  /** A UUIDv7 with this time. */
  id(time: number): string;
}

/** Standard deviation of the logarithm in `skewed`. */
const sigma = 1.1;

export function randomOf(seed: string): Random {
  const state = new Uint32Array(createHash('sha256').update(seed).digest().buffer.slice(0, 16));
  /** sfc32: returns 32 bits. */
  const draw = (): number => {
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = counter + 1;
    return result;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) draw();

  const next = () => draw() / 2 ** 32;
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    whole,
    pick,
    chance: (probability) => next() < probability,
    sample(list, count) {
      // Partial Fisher-Yates shuffle that stores only the moved items.
      const moved = new Map<number, number>();
      return Array.from({ length: Math.min(count, list.length) }, (_, place) => {
        const other = whole(place, list.length - 1);
        const chosen = moved.get(other) ?? other;
        moved.set(other, moved.get(place) ?? place);
        return list[chosen] as never;
      });
    },
    skewed: (mean) => mean * Math.exp(sigma * normal() - sigma ** 2 / 2),
    id(time) {
      const bytes = Uint32Array.of(draw(), draw(), draw(), draw());
      return v7({ msecs: Math.floor(time), random: new Uint8Array(bytes.buffer) });
    },
  };
}
