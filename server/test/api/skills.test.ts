import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { findInconsistentRows } from '../../src/cli/doctor/accounting.ts';
import { clientOf } from '../client.ts';
import { createMembers, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const suggest = async (q: string) => (await visitor.get(`/api/skills?q=${encodeURIComponent(q)}`)).body;
async function newMember(skills: string): Promise<TestMember> {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  expect((await member.post('/api/profile', { status: 'Developer', skills })).status).toBe(200);
  return member;
}

test('suggests skills with the prefix, ignoring case, the most used first and then by name', async () => {
  for (const skills of ['Zig,zsh,École', 'Zsh,Zod,ECMAScript', 'zsh,Zod', 'Zsh', 'Zsh']) await newMember(skills);
  expect(await suggest('Z')).toEqual(['Zsh', 'Zod', 'Zig']);
  expect(await suggest(' zS')).toEqual(['Zsh']);
  expect(await suggest('éc')).toEqual(['École']);
  expect(await suggest('z%')).toEqual([]);
  expect((await visitor.get('/api/skills')).body.slice(0, 2)).toEqual(['Zsh', 'Zod']);
});

test('returns a limited number of skills', async () => {
  await newMember(Array.from({ length: 30 }, (_, index) => `Many ${index}`).join());
  expect(await suggest('many')).toHaveLength(limits.suggestions);
});

test('suggests the most used skill of more spellings than it reads', async () => {
  for (let member = 0; member < 11; member++)
    await newMember(Array.from({ length: limits.skills - 1 }, (_, index) => `Ja ${member} ${index}`).join());
  for (const skills of ['Jz', 'Jz', 'jz']) await newMember(skills);
  expect((await suggest('j')).slice(0, 2)).toEqual(['Jz', 'Ja 0 0']);
});

test('does not suggest skills that no member has any more', async () => {
  const [changing, leaving] = [await newMember('Quarto,QBasic'), await newMember('QBasic,Quine')];
  await changing.post('/api/profile', { status: 'Developer', skills: 'QBasic' });
  expect(await suggest('q')).toEqual(['QBasic', 'Quine']);
  await leaving.delete('/api/profile');
  expect(await suggest('q')).toEqual(['QBasic']);
  expect(await findInconsistentRows(site.db)).toEqual([]);
});

test('counts concurrent changes exactly', async () => {
  const members = await createMembers(site, 6);
  const lists = ['Xen,XML,XSLT', 'XSLT,XML', 'XML,Xen', 'Xen'];
  await Promise.all(members.flatMap((member) => lists.map((skills) => member.post('/api/profile', { status: 'Developer', skills }))));
  expect(await findInconsistentRows(site.db)).toEqual([]);
  await Promise.all(members.map((member) => member.delete('/api/profile')));
  expect(await suggest('x')).toEqual([]);
});

test('a wrong count is an inconsistent row', async () => {
  await newMember('Wolfram');
  await site.db.run`update skills set members = 7 where name = ${'Wolfram'}`;
  expect(await findInconsistentRows(site.db)).toEqual(['1 skill with a wrong count of members. Restore a backup, or report this.']);
  await site.db.run`update skills set members = 1 where name = ${'Wolfram'}`;
});

test('returns 400 for an overlong prefix', async () => {
  expect((await visitor.get(`/api/skills?q=${'x'.repeat(limits.skill + 1)}`)).status).toBe(400);
});
