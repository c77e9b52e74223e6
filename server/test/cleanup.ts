import { afterAll } from 'vitest';

const callbacks: Array<() => unknown> = [];

/** Registers a callback to run after all tests of the file, in reverse order. Unlike Vitest's `afterAll`, it can be called inside a test. */
export function onCleanup(callback: () => unknown): void {
  callbacks.unshift(callback);
}

afterAll(async () => {
  for (const callback of callbacks) await callback();
});
