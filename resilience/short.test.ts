import { expect, test } from 'vitest';
import { database } from './database.ts';
import { kill } from './kill.ts';
import { overload } from './overload.ts';
import { payloads } from './payloads.ts';
import { rolling } from './rolling.ts';
import type { Scenario } from './scenario.ts';
import { signIn } from './sign-in.ts';
import { slow } from './slow.ts';

/*
 * The short forms, which assert no timings. `fuzz` and `races` have none: server/test/api covers them on both engines (any-request,
 * likes, users, posts, auth, account-deletion).
 */
test.for<[string, Scenario]>([
  ['kill', kill],
  ['rolling', rolling],
  ['database', database],
  ['sign-in', signIn],
  ['overload', overload],
  ['slow', slow],
  ['payloads', payloads],
])(
  '%s keeps its promise in docs/security.md',
  { timeout: 600_000 }, // server processes and a browser on a busy machine
  async ([, scenario]) => {
    const { failures, figures } = await scenario.run('short');
    expect(failures).toEqual([]);
    expect(figures).not.toEqual([]);
  },
);
