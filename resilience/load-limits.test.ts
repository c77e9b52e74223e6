import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

test('groups the load limits by existing scenarios', () => {
  const source = readFileSync(new URL('../server/src/platform/http/load/load-limits.ts', import.meta.url), 'utf8');
  const [first, ...groups] = source.split('  // npm run resilience -- ');
  expect(first).not.toMatch(/^ {2}\w+:/m);
  expect(groups.length).toBeGreaterThan(0);
  for (const group of groups) expect(Object.keys(scenarios)).toContain(group.slice(0, group.indexOf('\n')));
});
