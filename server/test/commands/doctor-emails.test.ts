import { expect, test } from 'vitest';
import { createMember, createMembers } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();

async function notes(): Promise<string[]> {
  const { out, err } = await runHere(['doctor', '--json', '--offline'], { PORT: '0', ...databaseEnvironment(site.settings) });
  expect(err).toBe('');
  const { findings } = JSON.parse(out) as { findings: Array<{ check: string; state: string; message: string }> };
  return findings.filter(({ check, state }) => check === 'e-mail' && state === 'note').map(({ message }) => message);
}

test('lists accounts with an invalid e-mail address', async () => {
  const people = await createMembers(site, 1500); // more than one batch
  await createMember(site, 'Ada', 'ada@bücher.example');
  expect(await notes()).toEqual([]);

  const invalid = ['a@2130706433', 'v@example.com/"><script>', 'b@exam\u001b[2Jple.com'];
  const owners = [0, 1200, 1499].map((at) => people[at]?._id ?? '');
  for (const [at, email] of invalid.entries()) await site.db.run`update users set email = ${email} where id = ${owners[at] ?? ''}`;
  const [note, ...others] = await notes();
  expect(others).toEqual([]);
  expect(note).toMatch(/^3 accounts with an invalid e-mail address: /);
  for (const shown of ['"a@2130706433"', '"v@example.com/"><script>"', '"b@exam\ufffd[2Jple.com"']) expect(note).toContain(shown);
});

test('lists only the first ten accounts', async () => {
  await site.db.run`update users set email = 'a@b'`;
  expect((await notes())[0]).toMatch(/^1,501 accounts .* and 1491 more\. They can still sign in\.$/);
});
