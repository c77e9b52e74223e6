import * as contract from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { openStream, type TestStream } from '../event-stream.ts';
import { mailServer } from '../mail-server.ts';
import { createConfirmed, mailsTo, runMails } from '../mailed-members.ts';
import { createMember, saveProfile, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/*
 * Nothing that visitors read without an account contains content that they may not see. A feature that adds an address adds a row to `addresses`; one that adds a
 * reason to hide content adds a row to `hidden` or `hiddenComments`.
 */

const mailbox = await mailServer();
const site = await openSite({ ...mailbox.settings, unverifiedAccounts: 'full' });
const visitor = clientOf(site);

const author = async (): Promise<TestMember> => {
  const member = await createMember(site, `Author${crypto.randomUUID()}`);
  await saveProfile(member);
  return member;
};

interface Post {
  author: TestMember;
  id: string;
  /** A word in the title and the text. */
  word: string;
  tag: string;
}

async function publish(visibility: 'members' | 'public'): Promise<Post> {
  const [by, word] = [await author(), `secret${crypto.randomUUID().replaceAll('-', '')}`];
  const tag = `tag${word.slice(-30)}`;
  const { body } = await by.post('/api/posts', { title: `Title ${word}`, text: `Text ${word}`, tags: [tag], visibility });
  return { author: by, id: body._id, word, tag };
}

/** Lets the job that computes Top find the post, which lists it if it is public. */
async function putOnTop({ id }: Post): Promise<void> {
  await (await author()).put(`/api/posts/${id}/like`);
  await runRecurring(site, 'posts.top');
}

/** Reasons why visitors may not see a post that was made for the test. Each post but the first was public and shown before. */
const hidden: Record<string, (post: Post) => Promise<unknown>> = {
  'is for members': async () => {},
  'was public': ({ author, id }) => author.patch(`/api/posts/${id}`, { visibility: 'members', version: 1 }),
  'was deleted': ({ author, id }) => author.delete(`/api/posts/${id}`),
  'is large and will be deleted by a job': async ({ author, id }) => {
    await site.db.run`update posts set like_count = 1000 where id = ${id}`;
    await author.delete(`/api/posts/${id}`);
  },
  'belongs to a deleted account': ({ author }) => author.delete('/api/profile'),
};

/** What a visitor has typed of a tag. */
const beginningOf = (tag: string): string => tag.slice(0, 20);

/** What visitors can read, and search engines, feed readers and link previews with them. */
const addresses = ({ author: { _id: user }, id, word, tag }: Post): string[] => [
  `/api/posts/${id}`,
  '/api/posts',
  '/api/posts/public',
  '/api/posts/public?feed=top',
  `/api/posts/public?author=${user}`,
  `/api/posts/public?tag=${tag}`,
  '/api/posts/public/tags',
  `/api/posts/${id}/comments`,
  `/api/posts/${id}/threads`,
  `/api/posts/${id}/likes`,
  `/api/posts/${id}/revisions`,
  '/api/profile',
  `/api/profile/user/${user}`,
  `/api/profile/user/${user}/resume`,
  `/dev/profile/${user}/resume`,
  `/api/users/${user}`,
  `/api/follows/users/${user}/followers`,
  `/api/follows/users/${user}/following`,
  `/api/mentions?post=${id}`,
  `/api/events?feeds=latest&posts=${id}`,
  '/api/drafts',
  '/api/bookmarks',
  '/api/notifications',
  '/api/site',
  '/api/feeds',
  '/api/follows.opml',
  `/api/feeds?author=${user}`,
  `/api/feeds?tag=${tag}`,
  '/api/skills?q=a',
  `/api/search?q=${word}&type=posts`,
  `/api/search?q=${word}&type=people`,
  `/api/search/counts?q=${word}`,
  `/api/search/suggestions?q=${word}`,
  `/api/search/suggestions?q=${beginningOf(tag)}`,
  `/api/search/suggestions?q=%23${beginningOf(tag)}`,
  `/api/profile?q=${word}`,
  '/api/profile/facets',
  '/api/activity',
  `/api/activity/users/${user}`,
  `/api/activity/tags/${tag}`,
  '/api/tags',
  `/api/tags/${tag}`,
  `/api/pins?author=${user}`,
  ...contract.feedFormats.flatMap(({ file }) => [`/${file}`, `/dev/profile/${user}/${file}`, `/dev/tags/${tag}/${file}`]),
  '/sitemap.xml',
  `/sitemap/posts-${id}.xml`,
  `/dev/posts/${id}/og.png`,
  '/robots.txt',
];

/** Addresses that list tags of public posts. */
const tagLists = /public\/tags|suggestions/;

/** Endpoints for visitors that contain neither posts nor comments, but what the requester sends, pictures, files or repositories. */
const withoutPosts = [
  '/healthz',
  '/readyz',
  '/api/docs',
  '/api/openapi.json',
  '/api/places',
  '/api/avatars/:userId',
  '/media/:id',
  '/api/profile/github/:username',
  '/api/mail/unsubscribe/:token',
];

test('the addresses contain every endpoint that visitors can read', async () => {
  const { author, ...post } = await publish('public');
  const read = addresses({ author, ...post }).map((url) => url.split('?')[0] ?? '');
  const hidden = commentAddresses({ post: { author, ...post }, by: author, parent: { by: author, id: 'parent' }, id: 'id', word: 'word' });
  const paths = [...read, ...hidden.map((url) => url.split('?')[0] ?? '')];
  const endpoints = Object.values(contract as object as Record<string, contract.Endpoint>).filter(
    ({ method, access }) => method === 'GET' && (access === 'anyone' || access === 'optional'),
  );
  expect(endpoints.length).toBeGreaterThan(withoutPosts.length);
  const missing = endpoints.filter(({ path }) => !paths.some((url) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url)));
  expect(missing.map(({ path }) => path).toSorted()).toEqual(withoutPosts.toSorted());
});

test('visitors find a public post at the addresses that must not show hidden ones', async () => {
  const post = await publish('public');
  await putOnTop(post);
  const shown = async (url: string) => {
    const { status, raw } = await visitor.get(url);
    const isOfPost = [post.word, post.id].some((part) => raw.includes(part)) || url === `/dev/posts/${post.id}/og.png`;
    return status === 200 && (isOfPost || /feeds\?/.test(url) || (tagLists.test(url) && raw.includes(post.tag)));
  };
  const found = await Promise.all(addresses(post).map(async (url) => [url, await shown(url)] as const));
  expect(found.filter(([, isShown]) => isShown).map(([url]) => url)).toEqual([
    `/api/posts/${post.id}`,
    '/api/posts/public',
    '/api/posts/public?feed=top',
    `/api/posts/public?author=${post.author._id}`,
    `/api/posts/public?tag=${post.tag}`,
    '/api/posts/public/tags',
    `/api/feeds?author=${post.author._id}`,
    `/api/feeds?tag=${post.tag}`,
    `/api/search/suggestions?q=${beginningOf(post.tag)}`,
    `/api/search/suggestions?q=%23${beginningOf(post.tag)}`,
    ...contract.feedFormats.flatMap(({ file }) => [`/${file}`, `/dev/profile/${post.author._id}/${file}`, `/dev/tags/${post.tag}/${file}`]),
    '/sitemap.xml',
    `/sitemap/posts-${post.id}.xml`,
    `/dev/posts/${post.id}/og.png`,
  ]);
});

test.for(Object.entries(hidden))('visitors see nothing of a post that %s', async ([reason, hide]) => {
  const post = await publish(reason === 'is for members' ? 'members' : 'public');
  await putOnTop(post);
  const before = new Map<string, string>();
  for (const url of addresses(post)) before.set(url, (await visitor.get(url)).headers.etag ?? ''); // fills the caches
  await hide(post);
  for (const url of addresses(post)) {
    const conditional = before.get(url);
    for (const headers of [{}, conditional ? { 'if-none-match': conditional } : {}]) {
      const { status, raw, headers: received } = await visitor.get(url, headers as Record<string, string>);
      expect(raw, url).not.toContain(post.word);
      if (tagLists.test(url)) expect(raw, url).not.toContain(post.tag);
      // An author's own addresses and those with the id repeat what the visitor sent.
      expect(raw.replaceAll(url, ''), url).not.toContain(post.id);
      expect(JSON.stringify(received), url).not.toContain(post.word);
      if (url.endsWith('.png') || url === `/api/posts/${post.id}`) expect(status, url).toBeGreaterThanOrEqual(401);
    }
  }
  expect((await visitor.get(`/api/feeds?author=${post.author._id}`)).body).toEqual([]);
});

interface Comment {
  post: Post;
  /** Wrote the comment; its name is a word, too. */
  by: TestMember;
  /** Another member, whose comment it answers. */
  parent: { by: TestMember; id: string };
  id: string;
  word: string;
}

/** Publishes a post, a comment on it and a reply, all of which visitors can read. */
async function discuss(): Promise<Comment> {
  const [post, above, by, word] = [
    await publish('public'),
    await author(),
    await author(),
    `said${crypto.randomUUID().replaceAll('-', '')}`,
  ];
  const say = async (member: TestMember, fields: object) =>
    (await member.post(`/api/posts/comment/${post.id}`, { visibility: 'public', ...fields })).body[0]._id;
  const parent = await say(above, { text: 'Above' });
  return { post, by, parent: { by: above, id: parent }, id: await say(by, { text: word, parent }), word };
}

const change = (member: TestMember, post: Post, id: string, text: string) =>
  member.patch(`/api/posts/comment/${post.id}/${id}`, { text, visibility: 'members', version: 1 });

/** Reasons why visitors may not see a comment that they could see before. */
const hiddenComments: Record<string, (comment: Comment) => Promise<unknown>> = {
  'is for members': ({ by, post, id, word }) => change(by, post, id, word),
  'answers a comment for members': ({ parent, post }) => change(parent.by, post, parent.id, 'Above'),
  'answers a comment for members that was deleted since': async ({ parent, post }) => {
    await change(parent.by, post, parent.id, 'Above');
    await parent.by.delete(`/api/posts/comment/${post.id}/${parent.id}`);
  },
  'is on a post for members': ({ post }) => post.author.patch(`/api/posts/${post.id}`, { visibility: 'members', version: 1 }),
  'is on a post that keeps its comments for members': ({ post }) =>
    post.author.patch(`/api/posts/${post.id}`, { commentsVisibility: 'members', version: 1 }),
  'is on a deleted post': ({ post }) => post.author.delete(`/api/posts/${post.id}`),
  'was deleted': ({ by, post, id }) => by.delete(`/api/posts/comment/${post.id}/${id}`),
  'belongs to a deleted account': ({ by }) => by.delete('/api/profile'),
};

const commentAddresses = ({ post, id, parent, word, by }: Comment): string[] => [
  ...addresses(post),
  `/api/posts/${post.id}/comments?order=oldest`,
  `/api/posts/${post.id}/threads?order=oldest`,
  `/api/posts/${post.id}/threads?around=${id}`,
  `/api/posts/${post.id}?embed=comments,likes`,
  `/api/comments/${id}/replies`,
  `/api/comments/${parent.id}/replies`,
  `/api/comments/${id}/revisions`,
  `/api/search?q=${word}&type=comments`,
  `/api/search/counts?q=${word}`,
  `/api/posts/public?author=${by._id}`,
];

test('visitors find a public comment at the addresses of its post and its threads', async () => {
  const comment = await discuss();
  const found: string[] = [];
  for (const url of new Set(commentAddresses(comment))) if ((await visitor.get(url)).raw.includes(comment.word)) found.push(url);
  const { post, parent, id } = comment;
  expect(found).toEqual([
    `/api/posts/${post.id}/comments`,
    `/api/posts/${post.id}/threads`,
    `/api/posts/${post.id}/comments?order=oldest`,
    `/api/posts/${post.id}/threads?order=oldest`,
    `/api/posts/${post.id}/threads?around=${id}`,
    `/api/comments/${parent.id}/replies`,
  ]);
});

test.for(Object.entries(hiddenComments))('visitors see nothing of a comment that %s', async ([, hide]) => {
  const comment = await discuss();
  const urls = [...new Set(commentAddresses(comment))];
  const before = await Promise.all(urls.map((url) => visitor.get(url))); // fills the caches
  await hide(comment);
  const requests = urls.flatMap((url, index) => [undefined, before[index]?.headers.etag].map((tag) => ({ url, tag })));
  const answers = await Promise.all(
    requests.map(async ({ url, tag }) => ({ url, ...(await visitor.get(url, tag ? { 'if-none-match': tag } : {})) })),
  );
  for (const { url, status, raw, headers } of answers) {
    if (/comments|threads|replies/.test(url)) expect(status, url).not.toBe(304);
    const shown = `${raw} ${JSON.stringify(headers)}`.replaceAll(url, '');
    for (const secret of [comment.word, comment.id]) expect(shown, url).not.toContain(secret);
    // Visitors see new members with a profile, even if all their posts are for members.
    if (url.startsWith('/api/posts') || url.startsWith('/api/comments')) expect(raw, url).not.toContain(comment.by._id);
  }
  const { status, body } = await visitor.get(`/api/posts/${comment.post.id}`);
  if (status === 200) expect(body.commentCount).toBe((await visitor.get(`/api/posts/${comment.post.id}/comments`)).body.length);
});

test('visitors cannot tell a hidden post from one that never existed', async () => {
  const [members, deleted] = [await publish('members'), await publish('public')];
  await deleted.author.delete(`/api/posts/${deleted.id}`);
  const never = '01890000-0000-7000-8000-000000000000';
  for (const url of ['/api/posts/ID', '/dev/posts/ID/og.png', '/api/posts/ID/comments']) {
    const answers = await Promise.all([members.id, deleted.id, never].map((id) => visitor.get(url.replace('ID', id))));
    const [first, ...others] = answers.map(({ status, raw }) => `${status} ${raw}`);
    expect(others, url).toEqual([first, first]);
  }
});

test('counts of visitors leave out comments for members, and likes and comments of deleted accounts', async () => {
  const post = await publish('public');
  const liker = await author();
  await liker.put(`/api/posts/like/${post.id}`);
  for (const visibility of ['public', 'members']) await liker.post(`/api/posts/comment/${post.id}`, { text: 'Hello', visibility });
  const counts = async () => {
    const { likeCount, commentCount } = (await visitor.get(`/api/posts/${post.id}`)).body;
    return [likeCount, commentCount];
  };
  expect(await counts()).toEqual([1, 1]);
  await liker.delete('/api/profile');
  expect(await counts()).toEqual([0, 0]);
});

/** Reasons why a member may no longer see a comment that they were notified of. */
const hiddenFromMembers: Record<
  string,
  (scene: { ada: TestMember; grace: TestMember; post: string; comment: string }) => Promise<unknown>
> = {
  'was deleted': ({ grace, post, comment }) => grace.delete(`/api/posts/comment/${post}/${comment}`),
  'is on a deleted post': ({ ada, post }) => ada.delete(`/api/posts/${post}`),
  'is on a post that a job will delete': async ({ ada, post }) => {
    await site.db.run`update posts set like_count = 1000 where id = ${post}`;
    await ada.delete(`/api/posts/${post}`);
  },
  'belongs to a deleted account': ({ grace }) => grace.delete('/api/profile'),
};

test.for(Object.entries(hiddenFromMembers))('notifications reveal nothing of a comment that %s, to anyone', async ([, hide]) => {
  const [ada, grace, other, word] = [await author(), await author(), await author(), `told${crypto.randomUUID().replaceAll('-', '')}`];
  const post = (await ada.post('/api/posts', { text: 'A post for members' })).body._id;
  const comment = (await grace.post(`/api/posts/comment/${post}`, { text: word })).body[0]._id;
  const urls = ['/api/notifications', '/api/notifications?filter=mentions', '/api/notifications/unread'];
  const { raw, headers } = await ada.get('/api/notifications');
  expect(raw).toContain(word);
  for (const client of [other, grace, visitor]) for (const url of urls) expect((await client.get(url)).raw, url).not.toContain(word);
  await hide({ ada, grace, post, comment });
  const again = await ada.get('/api/notifications', { 'if-none-match': headers.etag ?? '' });
  expect(again).toMatchObject({ status: 200, raw: '[]' });
  expect((await ada.get('/api/notifications/unread')).body).toEqual({ unread: 0 });
});

/** Reads a stream up to the event of this post. Returns its text, and the kinds of its events. */
async function readUntil(stream: TestStream, post: string): Promise<{ text: string; events: string[] }> {
  const events: string[] = [];
  for (;;) {
    const { event = '', data } = await stream.next();
    if (event === 'feed' && data.post === post) return { text: stream.text(), events };
    events.push(event);
  }
}

test.for(Object.entries(hiddenFromMembers))(
  'streams have no word of a comment that %s, and tell nobody but its reader',
  async ([, hide]) => {
    const [ada, grace, other, word] = [await author(), await author(), await author(), `live${crypto.randomUUID().replaceAll('-', '')}`];
    const post = (await ada.post('/api/posts', { title: word, text: 'A post for members', tags: [word.slice(0, 20)] })).body._id;
    await other.put(`/api/follows/users/${ada._id}`);
    const query = `?feeds=latest,following&posts=${post}`;
    const [own, others] = [await openStream(site, ada, query), await openStream(site, other, query)];
    const comment = (await grace.post(`/api/posts/comment/${post}`, { text: `${word} @${word.slice(0, 20)}` })).body[0]._id;
    await hide({ ada, grace, post, comment });
    const end = (await (await author()).post('/api/posts', { text: 'The end' })).body._id;
    const read = [await readUntil(own, end), await readUntil(others, end)];
    for (const secret of [word, word.slice(0, 20), 'Author']) for (const { text } of read) expect(text).not.toContain(secret);
    expect(read[0]?.events).toContain('notifications');
    expect(read[1]?.events).not.toContain('notifications');
    await Promise.all([own.close(), others.close()]);
  },
);

/** Ways in which Ada mutes what she may be notified of: a reply to her comment on a post of another member. */
const mutes: Record<string, (ada: TestMember, scene: { post: string; tag: string }) => Promise<unknown>> = {
  'is in a discussion that was muted': (ada, { post }) => ada.delete(`/api/posts/${post}/watch`),
  'is on a post with a tag that was muted': (ada, { tag }) => ada.put(`/api/mutes/tags/${tag}`),
};

test.for(Object.entries(mutes))('notifications, their counts and streams leave out a reply that %s', async ([reason, mute]) => {
  const [ada, grace, kay, word] = [await author(), await author(), await author(), `mute${crypto.randomUUID().replaceAll('-', '')}`];
  const tag = `t${word.slice(-20)}`;
  const { handle } = (await ada.get('/api/auth')).body;
  const post = (await kay.post('/api/posts', { text: 'A post for members', tags: [tag] })).body._id;
  const parent = (await ada.post(`/api/posts/comment/${post}`, { text: 'Above' })).body[0]._id;
  const reply = () => grace.post(`/api/posts/comment/${post}`, { text: `@${handle} ${word}`, parent });
  const urls = ['/api/notifications', '/api/notifications?filter=mentions', '/api/notifications/unread'];
  const shown = () => Promise.all(urls.map(async (url) => (await ada.get(url)).raw));
  const nothing = ['[]', '[]', '{"unread":0}'];
  await reply();
  const before = await shown();
  expect(before[0]).toContain(word);
  await mute(ada, { post, tag });
  const stream = await openStream(site, ada, '?feeds=latest');
  await reply();
  expect(await shown()).toEqual(reason.includes('tag') ? nothing : before);
  const { events } = await readUntil(stream, (await kay.post('/api/posts', { text: 'The end' })).body._id);
  expect(events).not.toContain('notifications');
  await stream.close();
});

/** Reasons why a mail must not contain a reply to Ada's comment, which was written before. */
const notMailed: Record<
  string,
  (scene: { ada: TestMember; grace: TestMember; kay: TestMember; post: string; comment: string; tag: string }) => Promise<unknown>
> = {
  ...hiddenFromMembers,
  'is on a deleted post': ({ kay, post }) => kay.delete(`/api/posts/${post}`),
  'is on a post that a job will delete': async ({ kay, post }) => {
    await site.db.run`update posts set like_count = 1000 where id = ${post}`;
    await kay.delete(`/api/posts/${post}`);
  },
  ...Object.fromEntries(Object.entries(mutes).map(([reason, mute]) => [reason, ({ ada, ...scene }) => mute(ada, scene)])),
  'is for an account that was deleted': ({ ada }) => ada.delete('/api/profile'),
};

/** Writes a reply with a word that a mail to Ada waits to contain, at once or in a digest. */
async function mailedReply(frequency: 'now' | 'daily') {
  const [ada, grace, kay] = await Promise.all(['Ada', 'Grace', 'Kay'].map((name) => createConfirmed(site, name)));
  if (!ada || !grace || !kay) throw new Error('no members');
  const word = `mailed${crypto.randomUUID().replaceAll('-', '')}`;
  await ada.patch('/api/notifications/mail', { frequency });
  await kay.patch('/api/notifications/mail', { frequency: 'off' });
  const post = (await kay.post('/api/posts', { text: 'A post for members', tags: [`t${word.slice(-20)}`] })).body._id;
  const parent = (await ada.post(`/api/posts/comment/${post}`, { text: 'Above' })).body[0]._id;
  mailbox.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  const comment = (await grace.post(`/api/posts/comment/${post}`, { text: word, parent })).body[0]._id;
  if (frequency === 'daily') await site.db.run`update mail_settings set next_digest_at = 1 where user_id = ${ada._id}`;
  await runRecurring(site, 'notifications.digests');
  return { ada, grace, kay, post, comment, word, tag: `t${word.slice(-20)}` };
}

const receive = async (word: string) => {
  mailbox.behaviour = 'accept';
  await runMails(site);
  return mailbox.mails.filter(({ text, html, source }) => [text, html, source].some((part) => `${part}`.includes(word)));
};

for (const frequency of ['now', 'daily'] as const) {
  test(`a mail (${frequency}) contains a reply for its recipient only`, async () => {
    const { ada, word } = await mailedReply(frequency);
    expect(await receive(word)).toEqual(mailsTo(mailbox, ada));
    expect(mailsTo(mailbox, ada)).toHaveLength(1);
  });

  test.for(Object.entries(notMailed))(`no mail (${frequency}) reveals a reply that %s`, async ([, hide]) => {
    const scene = await mailedReply(frequency);
    await hide(scene);
    expect(await receive(scene.word)).toEqual([]);
    expect(mailsTo(mailbox, scene.ada).map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/^Re:|digest/));
  });
}

test.for(Object.entries(hiddenFromMembers))(
  'suggestions of members to mention leave out the author of a comment that %s',
  async ([, hide]) => {
    const [ada, grace, other] = [await author(), await author(), await author()];
    await grace.patch('/api/account', { handle: `canary-${crypto.randomUUID().slice(0, 8)}` });
    const post = (await ada.post('/api/posts', { text: 'A post for members' })).body._id;
    const comment = (await grace.post(`/api/posts/comment/${post}`, { text: 'A comment' })).body[0]._id;
    const suggested = async () => (await other.get(`/api/mentions?post=${post}`)).raw;
    expect(await suggested()).toContain(grace._id);
    expect((await visitor.get(`/api/mentions?post=${post}`)).raw).not.toContain(grace._id);
    await hide({ ada, grace, post, comment });
    expect(await suggested()).toBe('[]');
  },
);
