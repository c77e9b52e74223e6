/** Runs the candidates in turn, round after round. @returns each one's median time in milliseconds. */
export function interleave(rounds: number, candidates: (() => unknown)[]): number[] {
  const times = candidates.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      globalThis.gc?.();
      const started = performance.now();
      candidate();
      // The first round warms up.
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

export function geometricMean(values: number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
