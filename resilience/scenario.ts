/** `long` produces the figures in bench/README.md; `short` takes seconds and asserts no timings, so it can run with the tests. */
export type Size = 'long' | 'short';

/** The outcome of a scenario. */
export interface Result {
  /** Measurements, one phrase each, for the table in bench/README.md. */
  figures: string[];
  /** One sentence per failed check; empty when the promise holds. */
  failures: string[];
}

/** One row of the promises in docs/security.md, and the program that tries to break it. */
export interface Scenario {
  promise: string;
  run(size: Size): Promise<Result>;
}

/** Collects failures without stopping, each sentence once, so that one run reports every kind of failure. */
export class Report implements Result {
  readonly figures: string[] = [];
  readonly failures: string[] = [];

  /** Records `failure`, a sentence, unless `holds`. */
  check(holds: boolean, failure: string): void {
    if (holds || this.failures.includes(failure)) return;
    if (this.failures.length < 40) this.failures.push(failure);
  }

  figure(text: string): void {
    this.figures.push(text);
  }
}

/** Prints the progress of a long scenario on a terminal; the tests stay quiet. */
export function progress(text: string): void {
  if (process.stderr.isTTY || process.env.RESILIENCE_PROGRESS) process.stderr.write(`  … ${text}\n`);
}

/** Runs the registered cleanup tasks, newest first, even if the work fails. */
export async function withCleanup<T>(work: (cleanup: (task: () => unknown) => void) => Promise<T>): Promise<T> {
  const tasks: Array<() => unknown> = [];
  try {
    return await work((task) => tasks.unshift(task));
  } finally {
    for (const task of tasks) await task();
  }
}

/** Waits until the count has grown by `by`. */
export async function grows(count: () => number, by: number, than = count()): Promise<void> {
  while (count() < than + by) await new Promise((resolve) => setTimeout(resolve, 20));
}
