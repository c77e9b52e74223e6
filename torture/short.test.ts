import { expect, test } from 'vitest';
import { database } from './database.ts';
import { kill } from './kill.ts';
import { overload } from './overload.ts';
import { payloads } from './payloads.ts';
import type { Proof } from './proof.ts';
import { rolling } from './rolling.ts';
import { signIn } from './sign-in.ts';
import { slow } from './slow.ts';

/*
 * A short form of the long proofs, with the same real processes and no judgement on times. Two need none here: what `fuzz` and `races` look for is tried on the app
 * itself, on both engines, in server/test/api (any-request, likes, users, posts, auth, account-deletion).
 */
test.for<[string, Proof]>([
  ['kill', kill],
  ['rolling', rolling],
  ['database', database],
  ['sign-in', signIn],
  ['overload', overload],
  ['slow', slow],
  ['payloads', payloads],
])(
  '%s, in short: what docs/security.md promises holds',
  { timeout: 600_000 }, // real processes and a browser, on a machine that may have much else to do
  async ([, proof]) => {
    const { broken, figures } = await proof.run('short');
    expect(broken).toEqual([]);
    expect(figures).not.toEqual([]);
  },
);
