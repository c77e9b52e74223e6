import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Chance that the same seed repeats: every draw follows from the seed and the draws before it. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Different items of the list, in a random order; all of them where it holds fewer. */
  sample<T>(list: readonly T[], count: number): T[];
  /** A few large values among many small ones (log-normal), with this mean. */
  skewed(mean: number): number;
  /** A UUIDv7 of that moment. */
  id(moment: number): string;
}

/** How far apart the large values of `skewed` are from the small ones. */
const sigma = 1.1;

export function randomOf(seed: string): Random {
  const state = new Uint32Array(createHash('sha256').update(seed).digest().buffer.slice(0, 16));
  /** sfc32: 32 bits a draw. */
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
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    whole,
    pick,
    chance: (probability) => next() < probability,
    sample(list, count) {
      // A shuffle that stops early, over a list of which only the touched places are copied.
      const moved = new Map<number, number>();
      return Array.from({ length: Math.min(count, list.length) }, (_, place) => {
        const other = whole(place, list.length - 1);
        const chosen = moved.get(other) ?? other;
        moved.set(other, moved.get(place) ?? place);
        return list[chosen] as never;
      });
    },
    skewed: (mean) => mean * Math.exp(sigma * normal() - sigma ** 2 / 2),
    id(moment) {
      const bytes = Uint32Array.of(draw(), draw(), draw(), draw());
      return v7({ msecs: Math.floor(moment), random: new Uint8Array(bytes.buffer) });
    },
  };
}
