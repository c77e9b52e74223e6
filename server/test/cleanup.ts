import { afterAll } from 'vitest';

const undoings: Array<() => unknown> = [];

/** Has something undone after the file's tests, the last made first. Unlike Vitest's `afterAll` it may be called inside a test too. */
export function afterwards(undo: () => unknown): void {
  undoings.unshift(undo);
}

afterAll(async () => {
  for (const undo of undoings) await undo();
});
