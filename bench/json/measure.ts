export interface Timing {
  /** Milliseconds. */
  median: number;
  best: number;
}

/** Runs all candidates in each round, after one warm-up round. */
export function interleave(rounds: number, candidates: (() => unknown)[]): Timing[] {
  const times = candidates.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      globalThis.gc?.();
      const started = performance.now();
      candidate();
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return { median: sorted[sorted.length >> 1] as number, best: sorted[0] as number };
  });
}

export function geometricMean(values: number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
