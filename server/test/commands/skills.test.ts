import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { createMember } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const skills = (...args: string[]) => runHere(['skills', ...args], databaseEnvironment(site.settings));
const count = async (skill: string) => (await clientOf(site).get(`/api/profile?skill=${skill}`)).headers['x-total-count'];

test('lists the aliases that ship with the program', async () => {
  expect((await skills('list')).out).toMatch(/^js {22} {2}JavaScript$/m);
  expect((await skills('list', '--json')).out).toContain('{"alias":"js","skill":"JavaScript","isOwn":false}\n');
});

test('sets and removes an alias, which a running site follows', async () => {
  const ada = await createMember(site, 'Ada');
  await ada.post('/api/profile', { status: 'Developer', skills: 'Oxide' });
  expect(await count('Rust')).toBe('0');
  expect(await skills('alias', ' OXIDE', 'Rust')).toMatchObject({ code: 0, out: '"oxide" is now an alias of "Rust".\n' });
  expect(await count('Rust')).toBe('1');
  expect((await skills('list')).out).toMatch(/^oxide +Rust {2}own$/m);
  expect(await skills('unalias', 'oxide', '--json')).toMatchObject({ code: 0, out: '{"alias":"oxide","removed":true}\n' });
  expect(await count('Rust')).toBe('0');
});

test('removes an alias that ships with the program', async () => {
  expect((await skills('unalias', 'k8s')).code).toBe(0);
  expect((await skills('list')).out).not.toMatch(/^k8s /m);
  expect(await skills('unalias', 'k8s')).toMatchObject({ code: 1, err: expect.stringContaining('There is no alias "k8s".') });
});

test.for([
  [['alias', 'rs'], 'Missing argument: SKILL.'],
  [['alias', ' ', 'Rust'], 'A skill has 1 to 60 characters and no comma, but is " ".'],
  [['alias', 'a,b', 'Rust'], 'no comma'],
  [['alias', 'rs', 'x'.repeat(61)], 'A skill has 1 to 60 characters'],
  [['alias', 'RUST', 'Rust'], 'A skill cannot be an alias of itself.'],
  [['rename'], 'Unknown command "skills rename".'],
] as const)('rejects skills %j', async ([args, message]) => {
  expect(await skills(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
});
