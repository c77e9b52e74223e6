import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

/** Tests the short forms of these scenarios, which assert no timings. */
export function testShort(names: string[]): void {
  test.for(names)(
    '%s keeps its promise in docs/security.md',
    { timeout: 600_000 }, // server processes and a browser on a busy machine
    async (name) => {
      const result = await scenarios[name]?.run('short');
      expect(result?.failures).toEqual([]);
      expect(result?.figures).not.toEqual([]);
    },
  );
}
