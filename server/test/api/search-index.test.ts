import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '@dev-connector/contract';
import { expect, inject, test } from 'vitest';
import { addAlias } from '../../src/features/tags/tag-changes.ts';
import { databaseFile } from '../../src/platform/db/open.ts';
import { type Client, clientOf } from '../client.ts';
import { createMember, createMembers, password, saveProfile, signUp, writePost } from '../members.ts';
import { openSite, runRecurring, type Site } from '../site.ts';

const site = await openSite();
const ada = await createMember(site, 'Ada');
const ben = await createMember(site, 'Ben');

const search = async (client: Client, q: string, type = 'posts') => {
  const { status, raw, body } = await client.get(`/api/search?type=${type}&q=${encodeURIComponent(q)}`);
  expect(status, raw).toBe(200);
  return body;
};
const idsOf = async (client: Client, q: string, type?: string) => (await search(client, q, type)).map(({ _id }: { _id: string }) => _id);

test('finds a post until its author deletes it', async () => {
  const post = await writePost(ada, 'A quixotic post');
  expect(await idsOf(ben, 'quixotic')).toEqual([post]);
  expect((await ben.delete(`/api/posts/${post}`)).status).toBe(403);
  expect(await idsOf(ben, 'quixotic')).toEqual([post]);
  await ada.delete(`/api/posts/${post}`);
  expect(await idsOf(ben, 'quixotic')).toEqual([]);
});

test('finds a post by its current text and title only', async () => {
  const post = await writePost(ada, 'The first wording');
  await ada.patch(`/api/posts/${post}`, { text: 'The second phrasing', title: 'Headliner', version: 1 });
  expect(await idsOf(ben, 'wording')).toEqual([]);
  expect(await idsOf(ben, 'phrasing')).toEqual([post]);
  expect(await idsOf(ben, 'headliner')).toEqual([post]);
});

test('does not find a large post, or its comments, as soon as it is hidden for deletion', async () => {
  const post = await writePost(ada, 'An enormous discussion');
  for (let index = 0; index < 51; index++)
    await site.db
      .run`insert into likes (id, post_id, user_id, created_at) values (${`l${index}`}, ${post}, ${index ? `${index}` : ben._id}, 1) on conflict do nothing`.catch(
      () => {},
    );
  await site.db.run`update posts set like_count = 51 where id = ${post}`;
  await ben.post(`/api/posts/comment/${post}`, { text: 'A zesty comment' });
  expect(await search(ben, 'zesty', 'comments')).toMatchObject([{ text: 'A zesty comment', post: { _id: post } }]);
  await ada.delete(`/api/posts/${post}`);
  expect(await idsOf(ben, 'enormous')).toEqual([]);
  expect(await idsOf(ben, 'zesty', 'comments')).toEqual([]);
});

test('finds a comment by its current text until it is deleted', async () => {
  const post = await writePost(ada, 'Discuss');
  const [comment] = (await ben.post(`/api/posts/comment/${post}`, { text: 'A verbose remark' })).body;
  expect(await idsOf(ada, 'verbose', 'comments')).toEqual([comment._id]);
  await ben.patch(`/api/posts/comment/${post}/${comment._id}`, { text: 'A terse remark', version: 1 });
  expect(await idsOf(ada, 'verbose', 'comments')).toEqual([]);
  expect(await idsOf(ada, 'terse', 'comments')).toEqual([comment._id]);
  await ben.delete(`/api/posts/comment/${post}/${comment._id}`);
  expect(await idsOf(ada, 'terse', 'comments')).toEqual([]);
});

test('visitors find people, and get 401 for posts and comments', async () => {
  await saveProfile(ada, { headline: 'Cartographer' });
  const visitor = clientOf(site);
  expect(await search(visitor, 'cartographer', 'people')).toMatchObject([
    { user: { _id: ada._id }, snippet: [{ text: 'Cartographer', marked: true }] },
  ]);
  expect((await search(visitor, 'cartographer', 'people'))[0]).not.toHaveProperty('viewer');
  for (const type of ['posts', 'comments'])
    expect(await visitor.get(`/api/search?q=post&type=${type}`)).toMatchObject({
      status: 401,
      body: { msg: 'No token, authorization denied' },
    });
  expect(await clientOf(site, 'x'.repeat(43)).get('/api/search?q=post')).toMatchObject({ status: 401 });
});

test('shows members whether they follow the people found', async () => {
  await saveProfile(ada, { headline: 'Cartographer' });
  expect(await search(ben, 'cartographer', 'people')).toMatchObject([{ viewer: { following: false } }]);
  await ben.put(`/api/follows/users/${ada._id}`);
  expect(await search(ben, 'cartographer', 'people')).toMatchObject([{ viewer: { following: true } }]);
  expect(await clientOf(site, 'x'.repeat(43)).get('/api/search?q=cartographer&type=people')).toMatchObject({ status: 401 });
  await ben.delete(`/api/follows/users/${ada._id}`);
});

test('finds a member by the current name and profile', async () => {
  const carl = await signUp(site, 'Carl');
  await carl.patch('/api/account', { handle: 'other' }); // the search finds handles, too
  expect(await idsOf(ben, 'carl', 'people')).toEqual([]); // without a profile
  await saveProfile(carl, { skills: 'Fortran' });
  expect(await search(ben, 'fortran', 'people')).toMatchObject([{ user: { name: 'Carl' } }]);
  await carl.patch('/api/account', { name: 'Karola' });
  expect(await search(ben, 'carl', 'people')).toEqual([]);
  expect(await search(ben, 'karola', 'people')).toMatchObject([{ user: { name: 'Karola' } }]);
  await carl.put('/api/profile/experience', { title: 'Baker', company: 'Bread', from: '2020-01-01' });
  expect(await search(ben, 'baker', 'people')).toMatchObject([{ user: { name: 'Karola' } }]);
});

test('finds nothing of a deleted account, before and after its rows are deleted', async () => {
  const dan = await signUp(site, 'Danilo');
  await saveProfile(dan, { bio: 'Glassblower' });
  const own = await writePost(dan, 'My farewell');
  await dan.post(`/api/posts/comment/${own}`, { text: 'A farewell remark' });
  const found = async () =>
    (await Promise.all([search(ben, 'farewell'), search(ben, 'farewell', 'comments'), search(ben, 'glassblower', 'people')])).flat().length;
  expect(await found()).toBe(3);
  await dan.delete('/api/profile');
  expect(await found()).toBe(0);
  await site.app.jobs.runDue(['account.delete', 'post.delete']);
  expect(await found()).toBe(0);
  expect(await site.db.get`select count(*) as documents from search_documents where user_id = ${dan._id}`).toEqual({ documents: 0 });
});

test('pages through results without gaps, even if the last result of a page is deleted in the meantime', async () => {
  const posts: string[] = [];
  for (let index = 0; index < 7; index++) posts.unshift(await writePost(ada, `Pagination ${index}`));
  await ada.patch(`/api/posts/${posts[5]}`, { title: 'Pagination', version: 1 });
  const expected = [posts[5], ...posts.filter((id) => id !== posts[5])];
  const seen: string[] = [];
  let url: string | undefined = '/api/search?q=pagination&limit=2';
  for (let page = 0; url; page++) {
    const { body, headers } = await ben.get(url);
    seen.push(...body.map(({ _id }: { _id: string }) => _id));
    if (page === 1) await ada.delete(`/api/posts/${seen.at(-1)}`);
    url = nextOf(headers.link);
  }
  expect(seen).toEqual(expected);
  for (const cursor of ['x', '7.AZqsHC0-f0CKUWJzhJWmtw', 'AZqsHC0-f0CKUWJzhJWmtw'])
    expect(await ben.get(`/api/search?q=pagination&cursor=${cursor}`)).toMatchObject({ status: 400, body: { msg: 'Cursor is not valid' } });
});

const nextOf = (link = '') => /<(.+)>; rel="next"/.exec(link)?.[1];

test('pages through people whose profiles fill more than a page', async () => {
  const members = await createMembers(site, 46);
  const skills = Array.from({ length: 100 }, (_, index) => `${index} ${'🦀'.repeat(55)}`);
  for (const member of members) await saveProfile(member, { skills, headline: 'Voluminous' });
  const pages: string[][] = [];
  for (let url: string | undefined = '/api/search?q=voluminous&type=people&limit=100'; url && pages.length < 5; ) {
    const { body, headers } = await ben.get(url);
    pages.push(body.map(({ user }: { user: { _id: string } }) => user._id));
    url = nextOf(headers.link);
  }
  expect(pages).toHaveLength(2);
  expect(pages.flat()).toEqual(members.map(({ _id }) => _id).reverse());
});

test('hides Markdown in snippets, and leaves code unchanged', async () => {
  const code = 'let numbers = [1, 2, 3];\nselect * from snippeted where a[0] = b || c;';
  await writePost(ada, `**Bold** ~~words~~ and a [snippeted link](https://example.org/x)\n\n\`\`\`rust\n${code}\n\`\`\`\n\nEnd`);
  const [{ snippet }] = await search(ben, 'snippeted');
  expect(snippet.map(({ text, marked }: { text: string; marked: boolean }) => (marked ? `<${text}>` : text)).join('')).toBe(
    'Bold words and a <snippeted> link let numbers = [1, 2, 3]; select * from <snippeted> where a[0] = b || c; End',
  );
});

const marked = (snippet: { text: string; marked: boolean }[]) => snippet.map(({ text, marked }) => (marked ? `<${text}>` : text)).join('');

test.for([
  ['a link to another host', 'See [the plottable page](https://other.example/a).', 'See the <plottable> page.'],
  ['a table', '| plottable | b |\n|---|---|\n| 1 | 2 |', '<plottable> b 1 2'],
  ['a footnote', 'A plottable claim[^1].\n\n[^1]: Source', 'A <plottable> claim. Source'],
  ['a task', '- [x] plottable\n- [ ] open', '<plottable> open'],
  ['an image', '![Chart](/media/abcdefghijklmnopqrstuv)\n\nplottable', '<plottable>'],
  ['emoji and escapes', 'A \\*plottable\\* :tada: &amp; more', 'A *<plottable>* 🎉 & more'],
  ['stars of code', '`**kwargs` is plottable', '**kwargs is <plottable>'],
  ['folded lines', '<details><summary>More</summary>\n\nplottable\n</details>', 'More <plottable>'],
])('snippets of posts and comments have no marks of Markdown: %s', async ([, text, expected]) => {
  const post = await writePost(ada, text);
  await ada.post(`/api/posts/comment/${post}`, { text });
  expect(marked((await search(ben, 'plottable'))[0].snippet)).toBe(expected);
  expect(marked((await search(ben, 'plottable', 'comments'))[0].snippet)).toBe(expected);
});

test.for<[string, string, string, string]>([
  ['words', 'Some words of a post. '.repeat(2200), 'endmost', '<endmost>'],
  ['accents', 'Łódź café résumé. '.repeat(2700), 'endmóst', '<endmóst>'],
  ['characters without spaces', '言葉がここにある'.repeat(6000), '末尾語', '<末尾語>'],
])('a snippet shows a word at the end of a long text: %s', async ([, start, word, expected]) => {
  await writePost(ada, `${start} ${word}`);
  expect(marked((await search(ben, word))[0].snippet).slice(-expected.length)).toBe(expected);
});

test('marks words in titles', async () => {
  await ada.post('/api/posts', { title: 'C# and #titled threads in `code`', text: 'Something else' });
  const [{ titleParts, snippet }] = await search(ben, 'titled');
  expect(titleParts).toEqual([
    { text: 'C# and #', marked: false },
    { text: 'titled', marked: true },
    { text: ' threads in `code`', marked: false },
  ]);
  expect(snippet).toEqual([{ text: 'Something else', marked: false }]);
});

test('marks words in snippets, which contain the text unchanged', async () => {
  await writePost(ada, `${'Before. '.repeat(50)}<b>Snippets</b> are **made** safely & 検索する.`);
  const [{ snippet }] = await search(ben, 'snippet');
  expect(snippet).toEqual([
    { text: expect.stringMatching(/^…(Before\. )+<b>$/), marked: false },
    { text: 'Snippets', marked: true },
    { text: expect.stringMatching(/^<\/b> are made safely & 検索する\.$/), marked: false },
  ]);
  const [found] = await search(ben, 'snippets 検索');
  expect(found.snippet.filter(({ marked }: { marked: boolean }) => marked)).toEqual([
    { text: 'Snippets', marked: true },
    { text: '検索', marked: true },
  ]);
});

async function withoutIndex({ db }: Site): Promise<void> {
  await db.run`delete from search_documents`;
  await db.run`delete from search_progress`;
}

/** Terms of an earlier version. */
const obsolete = inject('engine') === 'postgres' ? "'obsolete':1" : 'obsolete';

test('a job indexes rows from before, and all rows again after a change of the terms', async () => {
  const post = await writePost(ada, 'Prehistoric');
  const [comment] = (await ben.post(`/api/posts/comment/${post}`, { text: 'Jurassic' })).body;
  await withoutIndex(site);
  expect(await idsOf(ben, 'prehistoric')).toEqual([]);
  await runRecurring(site, 'search.check');
  await site.app.jobs.runDue();
  expect(await idsOf(ben, 'prehistoric')).toEqual([post]);
  expect(await idsOf(ben, 'jurassic', 'comments')).toEqual([comment._id]);
  expect(await search(ben, 'cartographer', 'people')).toHaveLength(1);

  await site.db.run`update search_progress set version = 0`;
  await site.db.run`update search_documents set version = 0, words = ${obsolete} where id = ${post}`;
  await runRecurring(site, 'search.check');
  await site.app.jobs.runDue();
  expect(await idsOf(ben, 'obsolete')).toEqual([]);
  expect(await idsOf(ben, 'prehistoric')).toEqual([post]);
});

const edits: Array<[type: string, create: () => Promise<string>, edit: (id: string) => Promise<unknown>]> = [
  ['posts', () => writePost(ada, 'Oldsecret'), (id) => ada.patch(`/api/posts/${id}`, { text: 'Harmless', version: 1 })],
  [
    'comments',
    async () => (await ada.post(`/api/posts/comment/${discussed}`, { text: 'Oldsecret' })).body[0]._id,
    (id) => ada.patch(`/api/posts/comment/${discussed}/${id}`, { text: 'Harmless', version: 1 }),
  ],
  [
    'people',
    async () => {
      await saveProfile(ada, { bio: 'Oldsecret' });
      return ada._id;
    },
    () => saveProfile(ada, { bio: 'Harmless' }),
  ],
];
const discussed = await writePost(ada, 'Discussed');
/** Waits until a number of statements wait for a lock. On SQLite, transactions run one after the other. */
const waiting = (count: number) =>
  inject('engine') === 'postgres' &&
  expect
    .poll(
      () => site.db.get`select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toEqual({ waiting: count });

test.for(edits)('does not find %s by their earlier text if they are edited while the job indexes them', async ([type, create, edit]) => {
  const id = await create();
  expect(await search(ben, 'oldsecret', type)).toHaveLength(1);
  await site.db.run`delete from search_progress`;
  await site.db.run`update search_documents set version = 0, words = ${obsolete} where id = ${id}`;
  await site.db.run`update jobs set run_at = 0 where kind = 'search.check'`;
  const running: Array<Promise<unknown>> = [];
  await site.db.transaction(async (tx) => {
    await tx.lock`select id from search_documents where id = ${id}`;
    running.push(edit(id)); // has written the text, and waits to write its terms
    await waiting(1);
    running.push(site.app.jobs.runDue());
    await waiting(2);
  });
  await Promise.all(running);
  expect(await search(ben, 'oldsecret', type)).toEqual([]);
  expect(await search(ben, 'harmless', type)).toHaveLength(1);
});

if (inject('engine') === 'sqlite')
  test('the words of deleted content are not in the file after the next checkpoint', async () => {
    const own = await openSite();
    const eve = await signUp(own, 'Eve');
    await saveProfile(eve, { bio: 'Xylographer' });
    const post = await writePost(eve, 'Zugzwang and Quetzalcoatl');
    await eve.post(`/api/posts/comment/${post}`, { text: 'Syzygy' });
    const edited = await writePost(eve, 'Kakorrhaphiophobia');
    for (let index = 0; index < 30; index++) await writePost(eve, `Padding ${index}`);
    const file = databaseFile(own.settings.dataDir);
    const stored = (word: string) => {
      const database = new DatabaseSync(file);
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
      return [file, `${file}-wal`].some((name) => readFileSync(name).toString('latin1').toLowerCase().includes(word));
    };
    const words = ['zugzwang', 'quetzalcoatl', 'syzygy', 'kakorrhaphio', 'xylographer'];
    for (const word of words) expect(stored(word), word).toBe(true);
    await eve.delete(`/api/posts/${post}`);
    await eve.delete(`/api/posts/${edited}`);
    for (const word of words.slice(0, 4)) expect(stored(word), word).toBe(false);
    await eve.post('/api/auth/confirm', { password });
    await eve.delete('/api/profile');
    expect(stored('xylographer')).toBe(false);
  });

const code = (index: number) => String.fromCodePoint(0x20000 + index);
const longTexts: Array<[of: string, text: string, found: string[], missing: string[]]> = [
  [
    'different words',
    Array.from({ length: 7000 }, (_, index) => `t${index.toString(36).padStart(3, '0')}z`).join(' '),
    ['t000z', 't0gnz', `t${(6999).toString(36)}z`, '"t5e6z t5e7z"'],
    ['"t5e7z t5e6z"'],
  ],
  [
    'words of one letter with different digits',
    Array.from({ length: 12_000 }, (_, index) => index.toString(36))
      .join(' ')
      .slice(0, limits.postText),
    ['99b', '"7ps 7pt 7pu"', '"990 991"'],
    ['"991 990"'],
  ],
  [
    'Chinese characters',
    Array.from({ length: limits.postText }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919 + Math.floor(index / 20_000)) % 20_000)),
    ).join(''),
    Array.from([100, 15_990, 16_000, 32_005, 49_990], (at) =>
      Array.from({ length: 12 }, (_, offset) =>
        String.fromCodePoint(0x4e00 + (((at + offset) * 7919 + Math.floor((at + offset) / 20_000)) % 20_000)),
      ).join(''),
    ),
    [],
  ],
  [
    'parts of identifiers',
    Array.from({ length: 3000 }, (_, index) => `getUser${index}Name`).join(' '),
    ['getuser2999name', '2999', 'user'],
    [],
  ],
];
test.for(longTexts)('finds every word and phrase of the longest texts: %s', async ([, text, found, missing]) => {
  expect(Array.from(text).length).toBeLessThanOrEqual(limits.postText);
  const post = await writePost(ada, text);
  for (const q of found) expect(await idsOf(ben, q), q).toContain(post);
  for (const q of missing) expect(await idsOf(ben, q), q).not.toContain(post);
  expect((await ada.delete(`/api/posts/${post}`)).status).toBe(200);
  for (const q of found) expect(await idsOf(ben, q), q).not.toContain(post);
});

test.for([
  ['rare Chinese characters', Array.from({ length: limits.postText }, (_, index) => code(index % 42_000)).join('')],
  [
    'ligatures of many letters',
    Array.from({ length: 6000 }, (_, index) => `ﷺﷺ${index}ﷺﷺ`)
      .join(' ')
      .slice(0, limits.postText),
  ],
])('accepts texts with more terms than an index can have: %s', async ([, text = '']) => {
  const { status, body, raw } = await ada.post('/api/posts', { text });
  expect(status, raw.slice(0, 300)).toBe(200);
  expect(await idsOf(ben, Array.from(text).slice(0, 5).join(''))).toContain(body._id);
  expect((await ada.delete(`/api/posts/${body._id}`)).status).toBe(200);
});

test('does not find posts of others with a muted tag', async () => {
  const muted = await writePost(ada, 'A gnarly thing #mutedtag');
  const other = await writePost(ada, 'A gnarly thing #othertag');
  const own = await writePost(ben, 'My gnarly thing #mutedtag');
  expect(await idsOf(ben, 'gnarly')).toEqual([own, other, muted]);
  await ben.put('/api/mutes/tags/mutedtag');
  expect(await idsOf(ben, 'gnarly')).toEqual([own, other]);
  expect(await idsOf(ben, 'tag:mutedtag')).toEqual([own]);
  expect(await idsOf(ben, 'gnarly -tag:othertag')).toEqual([own]);
  expect(await idsOf(ada, 'gnarly')).toEqual([own, other, muted]);
  await ben.delete('/api/mutes/tags/mutedtag');
  expect(await idsOf(ben, 'gnarly')).toEqual([own, other, muted]);
});

test('does not find comments on posts of others with a muted tag', async () => {
  const comment = async (post: string) => (await ada.post(`/api/posts/comment/${post}`, { text: 'A knotty remark' })).body[0]._id;
  const muted = await comment(await writePost(ada, 'About #mutedtopic'));
  const other = await comment(await writePost(ada, 'About #othertopic'));
  const onOwn = await comment(await writePost(ben, 'About #mutedtopic'));
  expect(await idsOf(ben, 'knotty', 'comments')).toEqual([onOwn, other, muted]);
  await ben.put('/api/mutes/tags/mutedtopic');
  expect(await idsOf(ben, 'knotty', 'comments')).toEqual([onOwn, other]);
  expect(await idsOf(ada, 'knotty', 'comments')).toEqual([onOwn, other, muted]);
});

const distinct = ['c-', 'größe', 'grosse', 'c', 'c++', 'ß'];

test('distinguishes tags that differ in signs or diacritics', async () => {
  const posts = new Map<string, string>();
  for (const tag of distinct) posts.set(tag, (await ada.post('/api/posts', { text: 'A tagged text', tags: [tag] })).body._id);
  for (const [tag, id] of posts) expect(await idsOf(ben, `tag:${tag}`), tag).toEqual([id]);
  expect(await idsOf(ben, 'tag:"#GröSSe "')).toEqual([]);
  expect(await idsOf(ben, 'tag:"#GRößE "')).toEqual([posts.get('größe')]);
  await ben.put(`/api/mutes/tags/${encodeURIComponent('c-')}`);
  expect(await idsOf(ben, 'tag:c')).toEqual([posts.get('c')]);
  expect(await idsOf(ben, 'tag:c-')).toEqual([]);
});

test('finds a tag by its alias', async () => {
  const post = await writePost(ada, 'About #canonicaltag');
  await addAlias(site.db, 'otherspelling', 'canonicaltag');
  expect(await idsOf(ben, 'tag:OtherSpelling')).toEqual([post]);
  expect(await idsOf(ben, 'about -tag:otherspelling')).not.toContain(post);
});

test('a word finds the posts with its tag below those with the word in their title, and above the others', async () => {
  const text = await writePost(ada, 'A word about plaintag');
  const tagged = (await ada.post('/api/posts', { text: 'Nothing of it', tags: ['plaintag'] })).body._id;
  const title = (await ada.post('/api/posts', { title: 'Plaintag', text: 'Nothing of it' })).body._id;
  const newest = await writePost(ada, 'Another word about plaintag');
  expect(await idsOf(ben, 'plaintag')).toEqual([title, tagged, newest, text]);
  const paged: string[] = [];
  for (let url: string | undefined = '/api/search?q=plaintag&limit=1'; url; ) {
    const { body, headers } = await ben.get(url);
    paged.push(...body.map(({ _id }: { _id: string }) => _id));
    url = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(paged).toEqual([title, tagged, newest, text]);
  expect(await idsOf(ben, 'plaintag word')).toEqual([newest, text]);
  expect(await idsOf(ben, 'plaintag nothing')).toEqual([title, tagged]);
  expect(await idsOf(ben, 'nothing -plaintag')).not.toContain(tagged);
  expect(await idsOf(ben, '"plaintag"')).toEqual([title, tagged, newest, text]);
  expect(await idsOf(ben, '#PlainTag')).toEqual([tagged]);
  expect(await idsOf(ben, 'nothing -#plaintag')).not.toContain(tagged);
});

test('a word finds tags and skills by their aliases', async () => {
  const tagged = (await ada.post('/api/posts', { text: 'Elephants', tags: ['postgresql'] })).body._id;
  expect(await idsOf(ben, 'postgres')).toEqual([tagged]);
  await addAlias(site.db, 'elephantbase', 'postgresql');
  expect(await idsOf(ben, 'ElephantBase')).toEqual([tagged]);
  expect(await idsOf(ben, '#pgsql')).toEqual([]);
  await saveProfile(ada, { skills: 'ECMAScript' });
  expect((await search(ben, 'js', 'people')).map(({ user }: { user: { _id: string } }) => user._id)).toEqual([ada._id]);
});
