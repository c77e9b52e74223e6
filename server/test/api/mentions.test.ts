import { expect, test } from 'vitest';
import { features } from '../../src/features.ts';
import type { Feature } from '../../src/platform/context.ts';
import type { EventPayloads } from '../../src/platform/events/events.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf } from '../client.ts';
import { createMembers, signUp, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/* `@handle` in posts and comments. */

const events: Array<EventPayloads['mentions.changed']> = [];
const listener: Feature = {
  name: 'listener',
  register: ({ events: bus }) => bus.on('mentions.changed', async (_tx, event) => void events.push(event)),
};
const site = await openSite({ features: [...features, listener] });
const { db } = site;
const join = (name: string) => signUp(site, name, `${newId()}@example.org`);
const [ada, grace, author] = [await join('Ada'), await join('Grace Hopper'), await join('Author')];
const link = (written: string, handle = written.toLowerCase()) => `<a class="mention" href="/dev/@${handle}">@${written}</a>`;

const preview = async (text: string) => (await author.post('/api/preview', { text })).body.html as string;
const write = async (text: string) => (await author.post('/api/posts', { text })).body;
const htmlOf = async (post: string, reader: Pick<TestMember, 'get'> = ada) => (await reader.get(`/api/posts/${post}`)).body.html as string;
const comment = async (post: string, text: string) => (await author.post(`/api/posts/comment/${post}`, { text })).body[0];

test.for([
  ['Hello @ada, @Ada and @GRACE-hopper.', `Hello ${link('ada')}, ${link('Ada')} and ${link('GRACE-hopper')}.`],
  [
    '(@ada) "@ada" **@ada** @ada’s ¿@ada?',
    `(${link('ada')}) "${link('ada')}" <strong>${link('ada')}</strong> ${link('ada')}’s ¿${link('ada')}?`,
  ],
  ['# To @ada\n\n- @ada', link('ada')],
])('links members in %j', async ([text, html]) => {
  expect(await preview(text as string)).toContain(html);
});

test.for([
  '`@ada`',
  '```\n@ada\n```',
  '    @ada',
  'mail@ada ada@ada.example @ada@social.example',
  '[@ada](https://example.org) <https://example.org/@ada> https://example.org/@ada',
  '@ada/core @ada_b @adá @ada.example x@ada',
  '\\@ada @ada--b @-ada @',
  '@nobody-has-this @types @media',
  '![@ada](https://example.org/a.png)',
])('links nobody in %j', async (text) => {
  expect(await preview(text)).not.toContain('class="mention"');
});

test('the Kelvin sign is no letter of a handle, although its lower case is k', async () => {
  await join('Kay');
  expect(await preview('@\u212aay @kay')).toBe(`<p>@\u212aay ${link('kay')}</p>\n`);
});

test('a new post and a new comment publish the members they mention, once each', async () => {
  events.length = 0;
  const post = await write('@grace-hopper @ada @Ada @nobody-has-this');
  expect(post.html).toBe(`<p>${link('grace-hopper')} ${link('ada')} ${link('Ada')} @nobody-has-this</p>\n`);
  const { _id } = await comment(post._id, 'Thanks @ada');
  const [both, one] = [[grace._id, ada._id], [ada._id]];
  expect(events).toEqual([
    { postId: post._id, commentId: undefined, authorId: author._id, userIds: both, added: both },
    { postId: post._id, commentId: _id, authorId: author._id, userIds: one, added: one },
  ]);
});

test('an edit publishes only those whom the version before did not mention', async () => {
  const post = await write('@ada');
  const reply = await comment(post._id, '@ada');
  events.length = 0;
  await author.patch(`/api/posts/${post._id}`, { text: '@ada, @grace-hopper', version: 1 });
  await author.patch(`/api/posts/comment/${post._id}/${reply._id}`, { text: '@grace-hopper', version: 1 });
  await author.patch(`/api/posts/${post._id}`, { text: '@ada and @grace-hopper', version: 2 });
  await author.patch(`/api/posts/${post._id}`, { title: 'Only a title', version: 3 });
  await author.patch(`/api/posts/${post._id}`, { text: 'Nobody', version: 4 });
  expect(events.map(({ userIds, added }) => ({ userIds, added }))).toEqual([
    { userIds: [ada._id, grace._id], added: [grace._id] },
    { userIds: [grace._id], added: [grace._id] },
    { userIds: [], added: [] },
  ]);
});

test('a post mentions at most ten members, and the others stay text', async () => {
  const members = await createMembers(site, 12);
  for (const [index, member] of members.entries()) await member.patch('/api/account', { handle: `of-twelve-${index}` });
  events.length = 0;
  const { html } = await write(members.map((_, index) => `@of-twelve-${index}`).join(' '));
  expect(html.split('class="mention"')).toHaveLength(11);
  expect(html).toContain(' @of-twelve-11</p>');
  expect(events[0]?.userIds).toEqual(members.slice(0, 10).map(({ _id }) => _id));
});

test('links follow a change of the handle, beyond a batch, and stay as written', async () => {
  const renamed = await join('Renamed');
  const posts: string[] = [];
  for (let index = 0; index < 25; index++) posts.push((await write(`Post ${index} @Renamed`))._id);
  const reply = await comment(posts[0] as string, '@renamed');
  await renamed.patch('/api/account', { handle: 'New-Name' });
  await site.app.jobs.runDue();
  for (const post of posts) expect(await htmlOf(post)).toContain(link('Renamed', 'New-Name'));
  expect((await ada.get(`/api/posts/${posts[0]}/comments`)).body.find(({ _id }: { _id: string }) => _id === reply._id).html).toContain(
    link('renamed', 'New-Name'),
  );
  const other = await join('Renamed');
  expect(await preview('@renamed')).toContain(link('renamed', 'New-Name'));
  expect((await other.patch('/api/account', { handle: 'renamed' })).status).toBe(400);
});

test('a link never leads to the next owner of a handle', async () => {
  const first = await join('Reused');
  const post = await write('@reused');
  await first.patch('/api/account', { handle: 'first-owner' });
  await site.app.jobs.runDue();
  await db.run`update handle_claims set expires_at = 1 where expires_at is not null`;
  const second = await join('Second');
  expect((await second.patch('/api/account', { handle: 'reused' })).status).toBe(200);
  expect(await htmlOf(post._id)).toContain(link('reused', 'first-owner'));
  await db.run`update post_html set renderer = 0 where post_id = ${post._id}`;
  await db.run`update posts set cache_version = cache_version + 1 where id = ${post._id}`;
  expect(await htmlOf(post._id)).toBe('<p>@reused</p>\n'); // until it is rendered again
  await runRecurring(site, 'texts.render');
  await db.run`update posts set cache_version = cache_version + 1 where id = ${post._id}`;
  expect(await htmlOf(post._id)).toContain(link('reused', 'first-owner'));
});

test('a deleted account is no longer linked, and its mentions are deleted', async () => {
  const gone = await join('Gone');
  const post = await write('@gone and @ada');
  const reply = await comment(post._id, '@gone');
  expect(await htmlOf(post._id)).toContain(link('gone'));
  await gone.delete('/api/profile');
  await site.app.jobs.runDue();
  expect(await htmlOf(post._id)).toBe(`<p>@gone and ${link('ada')}</p>\n`);
  expect((await ada.get(`/api/posts/${post._id}/comments`)).body.find(({ _id }: { _id: string }) => _id === reply._id).html).toBe(
    '<p>@gone</p>\n',
  );
  expect(await db.all`select * from mentions where user_id = ${gone._id}`).toEqual([]);
});

test('a deleted post or comment leaves no mentions', async () => {
  const post = await write('@ada');
  const reply = await comment(post._id, '@ada');
  const left = () => db.all`select text_id from mentions where post_id = ${post._id}`;
  expect(await left()).toHaveLength(2);
  await author.delete(`/api/posts/comment/${post._id}/${reply._id}`);
  expect(await left()).toEqual([{ text_id: post._id }]);
  await author.delete(`/api/posts/${post._id}`);
  await site.app.jobs.runDue();
  expect(await left()).toEqual([]);
});

test('visitors see mentions in public posts, in feeds with the address of the site', async () => {
  const { body } = await author.post('/api/posts', { text: 'Public @ada', visibility: 'public' });
  const visitor = clientOf(site);
  expect(await htmlOf(body._id, visitor)).toContain(link('ada'));
  expect((await visitor.get('/feed.json')).raw).toMatch(/https?:\/\/[^/]+\/dev\/@ada/);
});

const suggested = async (query: string, reader: Pick<TestMember, 'get'> = ada) =>
  (await reader.get(`/api/mentions${query}`)).body.map(({ handle }: { handle: string }) => handle);

test('suggests members by the beginning of the handle, in any case, at most six', async () => {
  const members = await createMembers(site, 8);
  for (const [index, member] of members.entries()) await member.patch('/api/account', { handle: `Sug-${index}` });
  expect(await suggested('?q=SUG')).toEqual([0, 1, 2, 3, 4, 5].map((index) => `Sug-${index}`));
  expect(await suggested('?q=sug-7')).toEqual(['Sug-7']);
  expect(await suggested('?q=ug')).toEqual([]);
  expect(await suggested('')).toEqual([]);
});

test('suggests members of the discussion first, by name and handle, but not the viewer', async () => {
  const [writer, commenter, outsider] = [await join('Zoe Writer'), await join('Zed Wright'), await join('Aaron Wr')];
  await outsider.patch('/api/account', { handle: 'wr-outsider' });
  const post = (await writer.post('/api/posts', { text: 'A discussion' })).body._id;
  await commenter.post(`/api/posts/comment/${post}`, { text: 'A comment' });
  expect(await suggested(`?post=${post}`)).toEqual(['zed-wright', 'zoe-writer']);
  expect(await suggested(`?post=${post}&q=wr`)).toEqual(['zed-wright', 'zoe-writer', 'wr-outsider']);
  expect(await suggested(`?post=${post}&q=wr`, writer)).toEqual(['zed-wright', 'wr-outsider']);
  await commenter.delete('/api/profile');
  expect(await suggested(`?post=${post}&q=z`)).toEqual(['zoe-writer']);
  await writer.delete(`/api/posts/${post}`);
  expect(await suggested(`?post=${post}`)).toEqual([]);
});

test('suggests nobody to visitors, and refuses a malformed query', async () => {
  expect((await clientOf(site).get('/api/mentions?q=a')).status).toBe(401);
  for (const query of ['?post=1', `?q=${'a'.repeat(31)}`, '?q=a%00b']) expect((await ada.get(`/api/mentions${query}`)).status).toBe(400);
  for (const query of ['%25', '_', '~', "'", '\u{1f600}']) expect(await suggested(`?q=${query}`)).toEqual([]);
});
