import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

/** server/test/api covers these on both engines: any-request, likes, users, posts, auth, account-deletion. */
const coveredElsewhere = ['fuzz', 'races'];

// The short forms, which assert no timings.
test.for(Object.keys(scenarios).filter((name) => !coveredElsewhere.includes(name)))(
  '%s keeps its promise in docs/security.md',
  { timeout: 600_000 }, // server processes and a browser on a busy machine
  async (name) => {
    const result = await scenarios[name]?.run('short');
    expect(result?.failures).toEqual([]);
    expect(result?.figures).not.toEqual([]);
  },
);
