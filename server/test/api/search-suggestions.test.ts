import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, saveProfile, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const [ada, ben] = (await createMembers(site, 2)) as [TestMember, TestMember];
const visitor = clientOf(site);
const suggest = async (client: typeof visitor, q: string, kinds = '') =>
  (await client.get(`/api/search/suggestions?q=${encodeURIComponent(q)}${kinds && `&kinds=${kinds}`}`)).body;
const nothing = { people: [], tags: [], skills: [], similarTags: [], similarSkills: [], posts: [] };

const createPerson = async (name: string, fields: object = {}) => {
  const member = await createMember(site, name, `${name.replace(/\P{L}/gu, '')}@example.org`);
  await saveProfile(member, fields);
  return member;
};
const writeTitled = async (author: TestMember, title: string, fields: object = {}) =>
  (await author.post('/api/posts', { title, text: 'Text', ...fields })).body._id as string;

test('suggests people by the beginnings of their names', async () => {
  const { _id } = await createPerson('Marit Ødegård', { headline: 'Sails' });
  await createPerson('Zoe Marit');
  await createMember(site, 'Marit Without Profile', 'without@example.org');
  const expected = { _id, name: 'Marit Ødegård', avatar: `/api/avatars/${_id}`, headline: 'Sails' };
  expect((await suggest(ada, 'marit')).people.map(({ name }: { name: string }) => name)).toEqual(['Marit Ødegård', 'Zoe Marit']);
  for (const q of ['marit o', 'odegard mar', 'ODE', '"marit ødegård"', 'marit ode -rust skill:go'])
    expect(await suggest(ada, q)).toMatchObject({ people: [expected] });
  for (const q of ['degard', 'marit x', '-marit', 'tag:marit']) expect(await suggest(ada, q)).toMatchObject({ people: [] });
});

test('suggests people by the beginning of their handle, the exact one first', async () => {
  const [first, second] = [await createPerson('Aaron Puffin'), await createPerson('Zelda Skua')];
  await first.patch('/api/account', { handle: 'Razorbill-2' });
  await second.patch('/api/account', { handle: 'razorbill' });
  for (const q of ['razorbill', '@Razorbill'])
    expect((await suggest(ada, q)).people).toMatchObject([{ handle: 'razorbill' }, { handle: 'Razorbill-2' }]);
  expect((await suggest(visitor, '@razorbill-')).people).toMatchObject([{ handle: 'Razorbill-2', name: 'Aaron Puffin' }]);
  for (const q of ['azorbill', '@razorbill x', 'tag:razorbill']) expect(await suggest(ada, q)).toMatchObject({ people: [] });
});

test('suggests a member without a profile by the handle, and to visitors after a public post', async () => {
  const member = await createMember(site, 'Quillon Zebrafax', 'quillon@example.org');
  await member.patch('/api/account', { handle: 'quillon-zebrafax' });
  const found = [{ _id: member._id, name: 'Quillon Zebrafax', handle: 'quillon-zebrafax', avatar: `/api/avatars/${member._id}` }];
  for (const q of ['quill', '@quillon-z', 'Quillon Zebra', '"quillon zebrafax"']) {
    expect((await suggest(ada, q)).people, q).toEqual(found);
    expect((await suggest(visitor, q)).people, q).toEqual([]);
  }
  const short = await createMember(site, 'Dr. O’Quill', 'oquill@example.org');
  await short.patch('/api/account', { handle: 'dr-oquill' });
  expect((await suggest(ada, 'Dr. O’Q')).people).toMatchObject([{ name: 'Dr. O’Quill' }]);
  await writeTitled(member, 'Stripes', { visibility: 'public' });
  expect((await suggest(visitor, 'quillon')).people).toEqual(found);
});

test('suggests the members who begin with the whole text, however many share a word', async () => {
  const names = Array.from({ length: 105 }, (_, index) => `Quinn A${'bcdefghijk'[index % 10]}${'lmnopqrstuv'[Math.floor(index / 10)]}`);
  for (const name of names) await createPerson(name); // at once, they would wait too long for connections on a busy machine
  await createPerson('Quinn Zylla');
  expect((await suggest(ada, 'quinn zy')).people).toMatchObject([{ name: 'Quinn Zylla' }]);
  expect((await suggest(ada, 'quinn')).people).toHaveLength(limits.suggestedOfKind);
});

test('suggests tags by their beginnings, names and aliases, the exact and most used ones first', async () => {
  await writeTitled(ada, 'A', { tags: ['heron', 'heron-watch', 'heronry'] });
  await writeTitled(ada, 'B', { tags: ['heronry'] });
  await site.db.run`insert into tag_aliases (alias, tag) values ('egret', 'heron-watch')`;
  const names = async (q: string) => (await suggest(ada, q)).tags.map(({ name }: { name: string }) => name);
  expect(await names('heron')).toEqual(['heron', 'heronry', 'heron-watch']);
  for (const q of ['her', '#her', 'HER', 'tag:her', 'about her']) expect(await names(q)).toEqual(['heronry', 'heron', 'heron-watch']);
  expect(await names('heron w')).toEqual(['heron', 'heron-watch']);
  expect(await names('egret')).toEqual(['heron-watch']);
  expect((await suggest(ada, 'heronry')).tags).toEqual([{ name: 'heronry', posts: 2 }]);
  for (const q of ['-heron', 'skill:heron', 'eron']) expect(await names(q)).toEqual([]);
});

test('finds tags similar to a word that is no tag', async () => {
  await writeTitled(ada, 'A', { tags: ['pelicans', 'pelican'] });
  await site.db.run`insert into tag_aliases (alias, tag) values ('pelicen', 'pelican')`;
  const similar = async (q: string) => (await suggest(ada, q, 'similarTags')).similarTags;
  const [pelican, pelicans] = [
    { name: 'pelican', posts: 1 },
    { name: 'pelicans', posts: 1 },
  ];
  for (const q of ['pelicna', 'plican', 'tag:pelicna', '#pelicna', 'pelican plican']) expect((await similar(q))[0]).toEqual(pelican);
  for (const q of ['pelicna', 'plican pelicna']) expect(await similar(q)).toEqual([pelican, pelicans]);
  for (const q of ['pelican', 'pelicen', 'pel1', 'penguin', 'qelican', '-pelicna']) expect(await similar(q)).toEqual([]);
  expect(await suggest(ada, 'pelicna')).toEqual(nothing);
  expect((await suggest(visitor, 'pelicna', 'similarTags')).similarTags).toEqual([]);
  await writeTitled(ada, 'B', { tags: ['pelican'], visibility: 'public' });
  expect((await suggest(visitor, 'pelicna', 'similarTags')).similarTags).toEqual([pelican]); // not the tag of a post for members
});

test('finds skills similar to a word that is no skill', async () => {
  await createPerson('Kim Toucan', { skills: 'Ornithology,Bird Watching' });
  await createPerson('Lea Toucan', { skills: 'ornithology' });
  const similar = async (q: string) => (await suggest(visitor, q, 'similarSkills')).similarSkills;
  for (const q of ['ornitology', 'ORNITHOLGY', 'skill:ornithlogy', 'about ornithologi']) expect(await similar(q)).toEqual(['Ornithology']);
  for (const q of ['bird wathcing', 'skill:"bird wathcing"']) expect(await similar(q)).toEqual(['Bird Watching']);
  for (const q of ['ornithology', 'ornith', 'prnithology', '-ornitology', 'tag:ornitology']) expect(await similar(q)).toEqual([]);
  expect(await suggest(visitor, 'ornitology')).toEqual(nothing);
});

test('suggests the newest posts with all words in the title', async () => {
  const first = await writeTitled(ada, 'Watching cormorants at dawn');
  const second = await writeTitled(ada, 'Cormorants', { text: 'dawn' });
  expect((await suggest(ada, 'cormo')).posts).toEqual([
    { _id: second, title: 'Cormorants' },
    { _id: first, title: 'Watching cormorants at dawn' },
  ]);
  expect((await suggest(ada, 'dawn corm')).posts).toMatchObject([{ _id: first }]);
  for (const q of ['co', 'by:ada cormo', 'skill:go cormo', 'tag:', '-cormorants', '   ']) expect((await suggest(ada, q)).posts).toEqual([]);
  for (let index = 0; index < limits.suggestedOfKind; index++) await writeTitled(ada, 'Cormorants again');
  expect((await suggest(ada, 'cormorants')).posts).toHaveLength(limits.suggestedOfKind);
});

test('fills the lists that are asked for', async () => {
  await createPerson('Otter Holt');
  await writeTitled(ada, 'Otters', { tags: ['otters'] });
  expect(await suggest(ada, 'otter', 'people,tags')).toMatchObject({ people: [{}], tags: [{}], posts: [] });
  expect(await suggest(ada, 'otter', 'posts')).toMatchObject({ people: [], tags: [], posts: [{}] });
  expect(await ada.get('/api/search/suggestions?q=otter&kinds=all')).toMatchObject(
    errorResponse(400, 'Kinds must be some of people,tags,skills,posts,similarTags,similarSkills', 'kinds'),
  );
});

test('suggests skills by their beginnings, the most used ones first', async () => {
  await createPerson('Mira Moth', { skills: 'Lepidoptery,Lepidolite Mining,Bat Lepidology' });
  await createPerson('Nils Moth', { skills: 'lepidolite mining' });
  for (const q of ['lepido', 'LEPIDO', 'about lepido', 'lepido tag:moth'])
    expect((await suggest(visitor, q)).skills).toEqual(['Lepidolite Mining', 'Lepidoptery']);
  expect((await suggest(ada, 'lepidolite m')).skills).toEqual(['Lepidolite Mining']);
  for (const q of ['lepidology', '-lepido', 'skill:lepido', '']) expect((await suggest(ada, q)).skills ?? []).toEqual([]);
});

test('visitors get people, skills and the tags of public posts', async () => {
  await createPerson('Badger Sett');
  await writeTitled(ada, 'Badgers', { tags: ['badgers'], visibility: 'public' });
  await writeTitled(ada, 'More badgers', { tags: ['badgers', 'badgers-in-secret'] });
  const expected = { ...nothing, people: [expect.objectContaining({ name: 'Badger Sett' })], tags: [{ name: 'badgers', posts: 1 }] };
  for (const q of ['badge', 'badger']) expect(await suggest(visitor, q)).toEqual(expected);
  await site.db.run`insert into tag_aliases (alias, tag) values ('brock', 'badgers')`;
  expect((await suggest(visitor, '#brock')).tags).toEqual(expected.tags);
  expect(await suggest(ada, 'badge')).toMatchObject({ people: [{}], tags: [{}, {}], posts: [{}, {}] });
});

test('leaves out deleted posts and accounts, and posts with muted tags of others', async () => {
  const gone = await createPerson('Vole Runs');
  await writeTitled(gone, 'Voles of a deleted account');
  const deleted = await writeTitled(ada, 'Voles, deleted');
  const muted = await writeTitled(ada, 'Voles, muted', { tags: ['rodents'] });
  await site.db.run`update users set deleted_at = 1 where id = ${gone._id}`;
  await ada.delete(`/api/posts/${deleted}`);
  expect(await suggest(ben, 'vole')).toEqual({ ...nothing, posts: [{ _id: muted, title: 'Voles, muted' }] });
  await ben.put('/api/mutes/tags/rodents');
  await ada.put('/api/mutes/tags/rodents');
  expect((await suggest(ben, 'vole')).posts).toEqual([]);
  expect((await suggest(ada, 'vole')).posts).toHaveLength(1);
});
