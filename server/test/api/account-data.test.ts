import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, send } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMember, createMembers, saveProfile, signIn, type TestMember, writePost } from '../members.ts';
import { connect } from '../raw-http.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const path = '/api/users/me/data';

/** Inserts comments with these texts directly into the table. */
async function insertComments(author: TestMember, postId: string, texts: string[]): Promise<void> {
  await site.db.transaction(async (tx) => {
    for (const text of texts)
      await tx.run`insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${postId}, ${author._id}, ${text}, ${Date.now()})`;
  });
}

describe('the data export', () => {
  let ada: TestMember;
  let grace: TestMember;
  let likedPost: string;
  // biome-ignore lint/suspicious/noExplicitAny: parsed as a client would parse it
  let data: any;
  let raw: string;

  beforeAll(async () => {
    [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
    await signIn(site, ada);
    await saveProfile(ada, { bio: 'I “write” notes' });
    await ada.put('/api/profile/experience', { title: 'T', company: 'C', from: '2020-01-01' });
    await ada.put('/api/profile/education', { school: 'S', degree: 'D', from: '2020-01-01' });
    await site.db.run`update experiences set from_precision = 'year' where user_id = ${ada._id}`;
    await site.db.run`
      insert into known_addresses (user_id, address, used_at) values (${ada._id}, ${'pseudonym-of-an-address'}, ${Date.UTC(2026, 10, 21, 12)})`;
    await site.db.run`
      insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, ${'the-first-22-characters-and-more'}, ${Date.UTC(2026, 10, 21, 12)})`;
    await site.db.run`insert into avatars (user_id, type, picture, hash, fetched_at) values (${ada._id}, 'image/png', 'AAAA', 'h', 1)`;
    const { payload, headers } = await formOf({ file: await image() });
    const form = { payload, headers: { ...headers, 'x-auth-token': ada.token } };
    await send(site.app, { method: 'POST', url: '/api/media', ...form });
    await send(site.app, { method: 'PUT', url: '/api/account/avatar', ...form });
    likedPost = await writePost(grace, `𝒢race says ${'x'.repeat(300)}`);
    for (let number = 1; number <= 21; number++) await writePost(ada, `Post ${number}`);
    await insertComments(
      ada,
      likedPost,
      Array.from({ length: 201 }, (_, index) => `Comment ${index + 1}`),
    );
    await insertComments(grace, likedPost, ['Only mine']);
    for (let number = 1; number <= 6; number++) await ada.put(`/api/drafts/comment:${await writePost(grace)}`, { text: `Draft ${number}` });
    await ada.put('/api/drafts/post', { title: 'A title', tags: 'half, a t', visibility: 'public', text: 'Unfinished ' });
    await site.db.run`
      insert into comment_likes (comment_id, user_id, created_at) select id, ${ada._id}, 1 from comments where user_id = ${grace._id}`;
    await site.db.run`
      insert into revisions (id, post_id, user_id, version, format, text, created_at)
      select id, id, user_id, 1, 'plain', 'Earlier', 1 from posts where user_id = ${ada._id} and text = 'Post 1'`;
    await grace.post('/api/posts', { text: '#exported' });
    await ada.put('/api/follows/tags/exported');
    await ada.put('/api/mutes/tags/exported');
    for (const handle of ['former', 'current']) await ada.patch('/api/account', { handle });
    await ada.put(`/api/follows/users/${grace._id}`);
    await ada.put(`/api/posts/like/${likedPost}`);
    await ada.put(`/api/bookmarks/${likedPost}`, { folder: 'Exported' });
    await grace.put(`/api/posts/like/${likedPost}`);
    await grace.put(`/api/follows/users/${ada._id}`);
    await site.db.run`insert into post_watches (post_id, user_id, state, created_at) values (${likedPost}, ${ada._id}, 'muted', 1)`;
    await site.db.run`insert into notification_settings (user_id, kind, channel, is_on) values (${ada._id}, 'like', 'site', 0)`;
    const response = await ada.get(path);
    expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="dev-connector-\d{4}-\d\d-\d\d\.json"$/);
    ({ body: data, raw } = response);
  });

  test('contains the account, the profile and the sessions as the other endpoints return them', async () => {
    expect(data.account).toEqual((await ada.get('/api/auth')).body);
    expect(data.profile).toEqual((await ada.get('/api/profile/me')).body);
    expect(data.profile).toMatchObject({ experience: [{ title: 'T' }], education: [{ school: 'S' }] });
    expect(data.sessions).toHaveLength(2);
    expect(Date.parse(data.exported)).not.toBeNaN();
  });

  test('contains every post in order, across several database pages', () => {
    expect(data.posts.map(({ text }: { text: string }) => text)).toEqual(Array.from({ length: 21 }, (_, index) => `Post ${index + 1}`));
    expect(data.posts[0]).toEqual({
      ...{
        _id: expect.any(String),
        text: 'Post 1',
        format: 'markdown',
        version: 1,
        tags: [],
        visibility: 'members',
        commentsVisibility: 'public',
        commentsClosed: false,
        pinned: false,
      },
      ...{ likeCount: 0, commentCount: 0, date: expect.any(String) },
    });
  });

  test('contains every comment and like with its post', () => {
    const post = { _id: likedPost, user: grace._id, name: 'Grace', excerpt: `𝒢race says ${'x'.repeat(189)}` };
    expect(data.comments.map(({ text }: { text: string }) => text)).toEqual(
      Array.from({ length: 201 }, (_, index) => `Comment ${index + 1}`),
    );
    expect(data.comments[200]).toEqual({
      ...{
        _id: expect.any(String),
        text: 'Comment 201',
        format: 'plain',
        version: 1,
        visibility: 'members',
        likeCount: 0,
        date: expect.any(String),
        post,
      },
    });
    expect(data.likes).toEqual([{ _id: expect.any(String), date: expect.any(String), post }]);
  });

  test('contains every bookmark with its folder, which the export of another member does not', async () => {
    const post = { _id: likedPost, user: grace._id, name: 'Grace', excerpt: `𝒢race says ${'x'.repeat(189)}` };
    expect(data.bookmarks).toEqual([{ date: expect.any(String), folder: 'Exported', post }]);
    expect((await grace.get(path)).body.bookmarks).toEqual([]);
  });

  test('covers every table that refers to a member, except those listed with a reason', async () => {
    const tables: Record<string, unknown> = {
      avatars: data.picture,
      bookmarks: data.bookmarks[0],
      comment_likes: data.commentLikes[0],
      comments: data.comments[0],
      drafts: data.drafts[0],
      educations: data.profile.education[0],
      experiences: data.profile.experience[0],
      follow_states: data.followSettings,
      handle_claims: data.formerHandles[0],
      known_addresses: data.knownAddresses[0],
      known_devices: data.knownDevices[0],
      likes: data.likes[0],
      mail_settings: data.notificationMail,
      mailed_discussions: 'excluded: deleted an hour after the mail was sent or expired',
      mailed_links: 'excluded: holds the hashes of mailed links for at most seven days',
      media: data.media[0],
      mentions: 'excluded: found in the texts of others',
      notification_settings: data.notificationSettings[0],
      notifications: data.notifications[0],
      password_resets: 'excluded: holds the hash of a reset link for one day',
      post_watches: data.watchedDiscussions[0],
      posts: data.posts[0],
      profiles: data.profile,
      revisions: data.revisions[0],
      search_documents: 'excluded: holds the words of the texts and the profile',
      sessions: data.sessions[0],
      tag_follows: data.followedTags[0],
      tag_mutes: data.mutedTags[0],
      uploaded_avatars: data.uploadedPicture,
    };
    const rows =
      site.db.engine === 'sqlite'
        ? await site.db.all<{ name: string }>`
            select t.name from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and c.name = 'user_id'`
        : await site.db.all<{ name: string }>`
            select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
            where t.table_type = 'BASE TABLE' and table_schema = current_schema() and c.column_name = 'user_id'`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tables));
    for (const [name, row] of Object.entries(tables)) expect(row, name).toBeTruthy();
  });

  test('contains the precision of dates and the last use of addresses and devices', () => {
    expect(data.profile.experience[0]).toMatchObject({ from: '2020-01-01', fromPrecision: 'year' });
    expect(data.knownAddresses).toContainEqual({ pseudonym: 'pseudonym-of-an-address', lastUsed: '2026-11-21T12:00:00.000Z' });
    expect(data.knownDevices).toEqual([{ pseudonym: 'the-first-22-character', lastUsed: '2026-11-21T12:00:00.000Z' }]);
  });

  test('contains the followed members and the followed and muted tags, which the export of another member does not', async () => {
    const date = expect.any(String);
    expect(data.follows).toEqual([{ user: grace._id, name: 'Grace', date }]);
    expect([data.followedTags, data.mutedTags]).toEqual([[{ tag: 'exported', date }], [{ tag: 'exported', date }]]);
    expect(data.followSettings).toEqual({ followersHidden: false, followingHidden: false });
    const others = (await grace.get(path)).body;
    expect(others.follows).toEqual([{ user: ada._id, name: 'Ada', date }]);
    expect([others.followedTags, others.mutedTags]).toEqual([[], []]);
  });

  test('contains the notifications with their settings, which the export of another member does not', async () => {
    const date = expect.any(String);
    type Listed = { user: string; change?: string };
    const listed = (list: Listed[]) => list.filter(({ change }) => change !== 'export'); // may be noted before the list is read
    expect(listed(data.notifications)).toEqual([
      { kind: 'security', user: ada._id, change: 'handle', date },
      { kind: 'security', user: ada._id, change: 'handle', date },
      { kind: 'follow', user: grace._id, date },
    ]);
    expect(data.watchedDiscussions).toEqual([{ post: likedPost, watched: false, muted: true, date: expect.any(String) }]);
    expect(data.notificationSettings).toEqual([{ kind: 'like', channel: 'site', on: false }]);
    const others = (await grace.get(path)).body;
    expect(listed(others.notifications).filter(({ user }) => user !== ada._id)).toEqual([]);
    expect([others.watchedDiscussions, others.notificationSettings]).toEqual([[], []]);
  });

  test('contains every draft', () => {
    expect(data.drafts.map(({ text }: { text: string }) => text)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Draft ${number}`).concat('Unfinished '),
    );
    expect(data.drafts[6]).toEqual({
      context: 'post',
      title: 'A title',
      tags: 'half, a t',
      visibility: 'public',
      text: 'Unfinished ',
      version: expect.any(Number),
      date: expect.any(String),
    });
  });

  test('contains no secrets, and of other members only excerpts of their posts', async () => {
    const [{ password_hash: hash } = { password_hash: '' }] = await site.db.all<{
      password_hash: string;
    }>`select password_hash from users where id = ${ada._id}`;
    expect(raw).not.toContain(hash);
    expect(raw).not.toContain(ada.token);
    expect(raw).not.toMatch(/hash|idempotency|Only mine/);
    expect(raw).not.toContain(grace.email);
  });

  test('belongs to the caller and ignores the query string', async () => {
    const { body } = await grace.get(`${path}?id=${ada._id}&user=${ada._id}`);
    expect(body.account._id).toBe(grace._id);
    expect(body.comments).toMatchObject([{ text: 'Only mine' }]);
  });

  test('is complete for a new member without content', async () => {
    const [newcomer] = (await createMembers(site, 1)) as [TestMember];
    const { status, body } = await newcomer.get(path);
    expect({ status, body }).toMatchObject({ status: 200, body: { posts: [], comments: [], likes: [] } });
    expect(body).not.toHaveProperty('profile');
  });

  test('returns 401 without a session, not as an attachment', async () => {
    const { status, headers } = await clientOf(site).get(path);
    expect({ status, disposition: headers['content-disposition'] }).toEqual({ status: 401, disposition: undefined });
  });
});

test('a large data export applies backpressure: it reads no faster than the client does', async () => {
  const [prolific] = (await createMembers(site, 1)) as [TestMember];
  const [pages, pageLength] = [32, 25];
  await insertComments(
    prolific,
    await writePost(prolific),
    Array.from({ length: pages * pageLength }, () => 'ä'.repeat(20_000)),
  );

  let read = 0;
  const { all } = site.db.large;
  site.db.large.all = (sql, ...values) => {
    if (sql.join('?').includes('from comments c join ')) read++;
    return all(sql, ...values);
  };
  try {
    const socket = await connect(site);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${prolific.token}\r\nconnection: close\r\n\r\n`);
    await once(socket, 'readable'); // the client reads nothing more for now
    for (let round = 0; round < 50; round++) expect((await prolific.get('/api/auth')).status).toBe(200);
    expect(read).toBeLessThan(pages);

    let bytes = 0;
    let end = '';
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      end = (end + chunk).slice(-20);
    });
    await once(socket, 'close');
    expect(read).toBe(pages + 1);
    expect(bytes).toBeGreaterThan(pages * pageLength * 40_000);
    expect(end).toMatch(/\}\r\n0\r\n\r\n$/);
  } finally {
    site.db.large.all = all;
  }
});
