/** How hard a proof tries: `long` is what docs/security.md shows; `short` takes a few seconds and judges no times, so that it may run among the tests. */
type Size = 'long' | 'short';

/** What a proof found. */
export interface Finding {
  /** What was done and counted, a phrase each, for the table. */
  figures: string[];
  /** What did not hold, a sentence each; empty where all did. */
  broken: string[];
}

/** One row of the promises, and the program that tries to break it. */
export interface Proof {
  promise: string;
  run(size: Size): Promise<Finding>;
}

/** Collects what does not hold, and goes on: one run should tell everything that is wrong, and not a thousand times. */
export class Findings implements Finding {
  readonly figures: string[] = [];
  readonly broken: string[] = [];

  /** `what` is a sentence about what went wrong, where it did. */
  check(holds: boolean, what: string): void {
    if (holds || this.broken.includes(what)) return;
    if (this.broken.length < 20) this.broken.push(what);
  }

  figure(text: string): void {
    this.figures.push(text);
  }
}

/** Says on the terminal how far a long proof is; the tests want no such thing. */
export function progress(text: string): void {
  if (process.stderr.isTTY || process.env.TORTURE_PROGRESS) process.stderr.write(`  … ${text}\n`);
}

/** Undoings of what a proof has set up, run the last made first whatever happens. */
export async function withCleanup<T>(work: (afterwards: (undo: () => unknown) => void) => Promise<T>): Promise<T> {
  const undoings: Array<() => unknown> = [];
  try {
    return await work((undo) => undoings.unshift(undo));
  } finally {
    for (const undo of undoings) await undo();
  }
}
