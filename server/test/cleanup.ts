const callbacks: Array<() => unknown> = [];

/** Registers a callback to run after all tests of the file, in reverse order. Unlike Vitest's `afterAll`, it can be called inside a test. */
export function onCleanup(callback: () => unknown): void {
  callbacks.unshift(callback);
}

/** Runs the callbacks of the file that has ended. */
export async function cleanUp(): Promise<void> {
  for (const callback of callbacks.splice(0)) await callback();
}
