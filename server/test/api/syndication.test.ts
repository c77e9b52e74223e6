import { limits } from '@dev-connector/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { clientOf } from '../client.ts';
import { createMember, malformedIds, saveProfile, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';
import { all, one, parseXml } from '../xml.ts';

const origin = 'https://dev.example';
const site = await openSite({ publicUrl: origin });
const visitor = clientOf(site);

const publish = async (author: Awaited<ReturnType<typeof createMember>>, fields: object = {}) => {
  const { status, body, raw } = await author.post('/api/posts', { text: 'Hello', visibility: 'public', ...fields });
  expect(status, raw).toBe(200);
  return body;
};
const newAuthor = (name: string) => createMember(site, name, `${crypto.randomUUID()}@example.org`);

/** RFC 822 with the four-digit year of RFC 1123. */
const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const hostile = '<script>alert(1)</script> & "quotes" ]]> \ufffe';

async function communityWithPosts() {
  const ada = await newAuthor('Ada & <Co>');
  await writePost(ada, 'For members only');
  const first = await publish(ada, {
    title: hostile,
    text: `${hostile}\n\n[profile](/dev/profiles) and \`href="/code"\` [^1]\n\n[^1]: Note`,
  });
  const second = await publish(ada, { text: 'Without a title\n\nSecond line' });
  await ada.patch(`/api/posts/${second._id}`, { text: 'Edited, without a title', version: 1 });
  return { ada, posts: [second, first], page: `/dev/profile/${ada._id}` };
}

test('RSS is well-formed and has what RSS 2.0 and feedvalidator require', async () => {
  const { posts, page } = await communityWithPosts();
  const { status, headers, raw } = await visitor.get(`${page}/feed.xml`);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/rss+xml; charset=utf-8' });
  const rss = parseXml(raw);
  expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0']);
  const channel = one(rss, 'channel');
  expect(one(channel, 'title').text).toBe('Ada & <Co> · Dev Connector Demo');
  expect(one(channel, 'link').text).toBe(origin + page);
  expect(one(channel, 'description').text).not.toBe('');
  expect(one(channel, 'lastBuildDate').text).toMatch(rfc822);
  expect(one(channel, 'atom:link').attributes).toEqual({ href: `${origin}${page}/feed.xml`, rel: 'self', type: 'application/rss+xml' });
  const items = all(channel, 'item');
  expect(items.map((item) => one(item, 'guid'))).toMatchObject(
    posts.map(({ _id }) => ({ text: `urn:uuid:${_id}`, attributes: { isPermaLink: 'false' } })),
  );
  for (const item of items) {
    expect(one(item, 'title').text).not.toBe('');
    expect(one(item, 'link').text).toMatch(/^https:\/\/dev\.example\/dev\/posts\//);
    expect(one(item, 'pubDate').text).toMatch(rfc822);
    expect(one(item, 'dc:creator').text).toBe('Ada & <Co>');
  }
  const content = items.map((item) => one(item, 'content:encoded').text);
  expect(content[0]).toBe('<p>Edited, without a title</p>\n');
  expect(content[1]).toContain(`<a href="${origin}/dev/profiles"`);
  expect(content[1]).toContain('href="/code"</code>');
  expect(content[1]).toMatch(/<a href="https:\/\/dev\.example\/dev\/posts\/[^"#]+#fn/);
  expect(content[1]).not.toContain('<script');
  expect(items.map((item) => one(item, 'title').text)[0]).toBe('Edited, without a title');
});

test('Atom is well-formed and has what RFC 4287 requires', async () => {
  const { ada, posts, page } = await communityWithPosts();
  const { status, headers, raw } = await visitor.get(`${page}/feed.atom`);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/atom+xml; charset=utf-8' });
  const feed = parseXml(raw);
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  expect(URL.canParse(one(feed, 'id').text)).toBe(true);
  expect(one(feed, 'title').text).not.toBe('');
  expect(one(feed, 'updated').text).toMatch(rfc3339);
  expect(all(feed, 'link').map(({ attributes: { rel, href } }) => [rel, href])).toEqual([
    ['self', `${origin}${page}/feed.atom`],
    ['alternate', origin + page],
  ]);
  const entries = all(feed, 'entry');
  expect(entries.map((entry) => one(entry, 'id').text)).toEqual(posts.map(({ _id }) => `urn:uuid:${_id}`));
  for (const entry of entries) {
    expect(one(entry, 'title').text).not.toBe('');
    expect(one(entry, 'link').attributes).toMatchObject({ rel: 'alternate', type: 'text/html' });
    expect([one(entry, 'published').text, one(entry, 'updated').text]).toEqual([
      expect.stringMatching(rfc3339),
      expect.stringMatching(rfc3339),
    ]);
    expect(one(one(entry, 'author'), 'name').text).toBe('Ada & <Co>');
    expect(one(one(entry, 'author'), 'uri').text).toBe(`${origin}/dev/profile/${ada._id}`);
    expect(one(entry, 'content').attributes.type).toBe('html');
  }
  const [edited] = entries;
  expect(edited && one(edited, 'updated').text > one(edited, 'published').text).toBe(true);
});

test('the page of a feed follows the handle of its author, and the address of the feed stays', async () => {
  const ada = await newAuthor('Ada');
  await ada.patch('/api/account', { handle: 'Feed-Author' });
  await publish(ada);
  const feed = `/dev/profile/${ada._id}/feed.json`;
  expect(JSON.parse((await visitor.get(feed)).raw)).toMatchObject({ home_page_url: `${origin}/dev/@Feed-Author`, feed_url: origin + feed });
});

test('JSON Feed has what version 1.1 requires', async () => {
  const { ada, posts, page } = await communityWithPosts();
  const { status, headers, raw } = await visitor.get(`${page}/feed.json`);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/feed+json; charset=utf-8' });
  const { items, ...feed } = JSON.parse(raw);
  expect(feed).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Ada & <Co> · Dev Connector Demo',
    description: 'Public posts by Ada & <Co>',
    home_page_url: origin + page,
    feed_url: `${origin}${page}/feed.json`,
  });
  expect(items.map(({ id }: { id: string }) => id)).toEqual(posts.map(({ _id }) => `urn:uuid:${_id}`));
  expect(items[0]).toEqual({
    id: `urn:uuid:${posts[0]._id}`,
    url: `${origin}/dev/posts/${posts[0]._id}`,
    title: 'Edited, without a title',
    summary: 'Edited, without a title',
    content_html: '<p>Edited, without a title</p>\n',
    date_published: posts[0].date,
    date_modified: expect.stringMatching(rfc3339),
    authors: [{ name: 'Ada & <Co>', url: `${origin}/dev/profile/${ada._id}`, avatar: `${origin}/api/avatars/${ada._id}` }],
  });
});

interface Dated {
  id: string;
  published: string;
  updated: string;
}

/** Reads the entries of the three feeds of a page, whose dates are the same. RSS has no seconds' fractions and no date of an edit. */
async function readDated(page: string): Promise<Dated[]> {
  const rss = all(one(parseXml((await visitor.get(`${page}/feed.xml`)).raw), 'channel'), 'item');
  const atom = all(parseXml((await visitor.get(`${page}/feed.atom`)).raw), 'entry');
  const json: Array<Record<string, string>> = (await visitor.get(`${page}/feed.json`)).body.items;
  const read = atom.map((entry) => ({
    id: one(entry, 'id').text.slice('urn:uuid:'.length),
    published: one(entry, 'published').text,
    updated: one(entry, 'updated').text,
  }));
  expect(json.map(({ id, date_published, date_modified }) => [id, date_published, date_modified])).toEqual(
    read.map(({ id, published, updated }) => [`urn:uuid:${id}`, published, updated]),
  );
  expect(rss.map((item) => [one(item, 'guid').text, one(item, 'pubDate').text])).toEqual(
    read.map(({ id, published }) => [`urn:uuid:${id}`, new Date(published).toUTCString()]),
  );
  return read;
}

const setVisibility = async (author: Awaited<ReturnType<typeof newAuthor>>, id: string, visibility: string) => {
  const { version } = (await author.get(`/api/posts/${id}`)).body;
  const { status, body, raw } = await author.patch(`/api/posts/${id}`, { visibility, version });
  expect(status, raw).toBe(200);
  return body;
};

const minute = 60_000; // ms
let clock = Date.now() - 1000 * minute;
/** Sets the clock to a minute after the last time. */
const tick = () => vi.useFakeTimers({ toFake: ['Date'], now: (clock += minute) });
afterEach(() => void vi.useRealTimers());

test.for(['profile', 'tag'])('a post that becomes public later is new in the feeds of a %s, once', async (kind) => {
  const ada = await newAuthor('Ada');
  const tag = `opened-${kind}`;
  const page = kind === 'tag' ? `/dev/tags/${tag}` : `/dev/profile/${ada._id}`;
  const feed = async () => (await readDated(page)).map(({ id }) => id);
  tick();
  const later = (await ada.post('/api/posts', { text: 'Opened later', tags: [tag] })).body;
  tick();
  const first = await publish(ada, { tags: [tag] });
  expect(await feed()).toEqual([first._id]);

  tick();
  const opened = await setVisibility(ada, later._id, 'public');
  expect([opened.date, opened.publishedAt]).toEqual([later.date, new Date(clock).toISOString()]);
  const dated = { id: later._id, published: opened.publishedAt, updated: opened.publishedAt };
  expect(await readDated(page)).toEqual([dated, { id: first._id, published: first.publishedAt, updated: first.publishedAt }]);
  expect(first.publishedAt).toBe(first.date);

  tick();
  const closed = await setVisibility(ada, later._id, 'members');
  expect(closed).not.toHaveProperty('publishedAt');
  tick();
  const second = await publish(ada, { tags: [tag] });
  expect(await feed()).toEqual([second._id, first._id]);

  tick();
  await setVisibility(ada, later._id, 'public');
  expect(await feed()).toEqual([second._id, later._id, first._id]);
  expect((await readDated(page)).slice(1)).toEqual([dated, { id: first._id, published: first.publishedAt, updated: first.publishedAt }]);
  tick();
  const { body: edited } = await ada.patch(`/api/posts/${later._id}`, { text: 'Edited', tags: [tag, 'another'], version: 1 });
  expect(edited.publishedAt).toBe(opened.publishedAt);
  expect((await readDated(page))[1]).toEqual({ ...dated, updated: edited.editedAt });
});

test('an edit before the first publication is no update of the entry', async () => {
  const ada = await newAuthor('Ada');
  tick();
  const { _id } = (await ada.post('/api/posts', { text: 'A draft' })).body;
  await ada.patch(`/api/posts/${_id}`, { text: 'Better', version: 1 });
  tick();
  const { publishedAt } = await setVisibility(ada, _id, 'public');
  expect(await readDated(`/dev/profile/${ada._id}`)).toEqual([{ id: _id, published: publishedAt, updated: publishedAt }]);
});

test('a post that is opened has the feed of its tag, however many newer posts of members have the tag', async () => {
  const ada = await newAuthor('Ada');
  const old = (await ada.post('/api/posts', { text: 'Old', tags: ['crowded'] })).body;
  await site.db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1100)
    insert into posts (id, user_id, text, created_at)
    select 'ffffffff-0000-7000-8000-' || substr(cast(1000000000000 + number as text), 2), ${ada._id}, 'For members', 1 from numbers`;
  await site.db.run`
    insert into post_tags (tag, post_id, position, is_field) select 'crowded', id, 0, 1 from posts where id > 'ffffffff'`;
  await setVisibility(ada, old._id, 'public');
  expect((await visitor.get('/dev/tags/crowded/feed.json')).body.items).toHaveLength(1);
  await site.db.run`delete from posts where id > 'ffffffff'`;
});

test('members-only posts and those of another tag are in no feed of a tag', async () => {
  const ada = await newAuthor('Ada');
  await ada.post('/api/posts', { text: 'For members', tags: ['quiet'] });
  const moved = await publish(ada, { tags: ['quiet'] });
  await ada.patch(`/api/posts/${moved._id}`, { tags: ['loud'], version: 1 });
  expect((await visitor.get('/dev/tags/quiet/feed.json')).body.items).toEqual([]);
  expect((await visitor.get('/dev/tags/loud/feed.json')).body.items).toHaveLength(1);
});

test('another member cannot publish a post', async () => {
  const [ada, bob] = [await newAuthor('Ada'), await newAuthor('Bob')];
  const id = await writePost(ada);
  expect((await bob.patch(`/api/posts/${id}`, { visibility: 'public', version: 1 })).status).toBe(403);
  expect(await site.db.get`select published_at from posts where id = ${id}`).toEqual({ published_at: null });
});

test('a summary leaves out code, and its label if there is nothing else', async () => {
  const ada = await newAuthor('Ada');
  const code = '```js\nlet a = 1 < 2;\n```';
  await publish(ada, { text: code });
  await publish(ada, { text: `Example\n\n${code}` });
  const { items } = JSON.parse((await visitor.get(`/dev/profile/${ada._id}/feed.json`)).raw);
  expect(items.map(({ summary }: { summary: string }) => summary)).toEqual(['Example …', 'let a = 1 < 2;']);
});

test('the feeds of the site have the public posts of all members, with ids that occur once', async () => {
  const [ada, bob] = [await newAuthor('Ada'), await newAuthor('Bob')];
  const posts = [await publish(ada), await publish(bob)].map(({ _id }) => _id).toReversed();
  const rss = all(one(parseXml((await visitor.get('/feed.xml')).raw), 'channel'), 'item').map((item) => one(item, 'guid').text);
  const atom = all(parseXml((await visitor.get('/feed.atom')).raw), 'entry').map((entry) => one(entry, 'id').text);
  const json = JSON.parse((await visitor.get('/feed.json')).raw).items.map(({ id }: { id: string }) => id);
  expect(rss.slice(0, 2)).toEqual(posts.map((id) => `urn:uuid:${id}`));
  expect([atom, json]).toEqual([rss, rss]);
  expect(new Set(rss).size).toBe(rss.length);
});

test('an empty feed is valid', async () => {
  const empty = clientOf(await openSite());
  expect(all(one(parseXml((await empty.get('/feed.xml')).raw), 'channel'), 'item')).toEqual([]);
  expect(one(parseXml((await empty.get('/feed.atom')).raw), 'updated').text).toMatch(rfc3339);
  expect(JSON.parse((await empty.get('/feed.json')).raw).items).toEqual([]);
  expect((await empty.get('/api/feeds')).body).toEqual([]);
});

test.for(['feed.xml', 'feed.atom', 'feed.json'])('returns 304 for %s until a post or its author changes', async (file) => {
  const ada = await newAuthor('Ada');
  const { _id } = await publish(ada);
  const url = `/dev/profile/${ada._id}/${file}`;
  const read = async (etag = '') => visitor.get(url, { 'if-none-match': etag });
  const tagOf = async () => (await read()).headers.etag as string;
  const first = await read();
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'last-modified': expect.stringMatching(rfc822) });
  const tags = [first.headers.etag as string];
  expect((await read(tags[0])).status).toBe(304);
  for (const change of [
    () => ada.patch(`/api/posts/${_id}`, { text: 'Changed', version: 1 }),
    () => publish(ada),
    () => ada.patch(`/api/posts/${_id}`, { visibility: 'members', version: 2 }),
  ]) {
    await change();
    expect((await read(tags.at(-1))).status).toBe(200);
    tags.push(await tagOf());
  }
  expect(new Set(tags).size).toBe(tags.length);
});

test.for(['feed.xml', 'feed.atom', 'feed.json'])('%s stays below 1 MB and leaves out the text of a huge post', async (file) => {
  const ada = await newAuthor('Ada');
  const huge = '| "<" | `&` |\n|---|---|\n'.concat('| "<" | `&` |\n'.repeat(3000)).slice(0, limits.postText);
  for (let post = 0; post < 6; post++) await publish(ada, { text: huge });
  const { status, raw } = await visitor.get(`/dev/profile/${ada._id}/${file}`);
  expect(status).toBe(200);
  expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.feedBytes);
  if (file === 'feed.json') expect(JSON.parse(raw).items.length).toBeGreaterThan(0);
  else parseXml(raw);
});

test('returns 404 for the feeds of a member without a profile and public posts, a deleted one and unknown ids', async () => {
  const [plain, deleted] = [await newAuthor('Plain'), await newAuthor('Deleted')];
  await writePost(plain);
  await publish(deleted);
  await deleted.delete('/api/profile');
  for (const id of [plain._id, deleted._id, unknownId, ...malformedIds])
    for (const file of ['feed.xml', 'feed.atom', 'feed.json']) {
      const { status, body } = await visitor.get(`/dev/profile/${id}/${file}`);
      expect({ id, file, status, msg: body?.msg }).toMatchObject({ status: 404 });
    }
  await saveProfile(plain);
  const { status, raw } = await visitor.get(`/dev/profile/${plain._id}/feed.json`);
  expect({ status, items: JSON.parse(raw).items }).toEqual({ status: 200, items: [] });
});

test('lists the feeds of the site and of members who have public posts', async () => {
  const [ada, bob] = [await newAuthor('Ada'), await newAuthor('Bob')];
  await publish(ada);
  await writePost(bob);
  expect((await visitor.get('/api/feeds')).body).toContainEqual({ name: 'Atom', type: 'application/atom+xml', url: '/feed.atom' });
  const { body } = await visitor.get(`/api/feeds?author=${ada._id}`);
  expect(body.map(({ url }: { url: string }) => url)).toEqual(['xml', 'atom', 'json'].map((end) => `/dev/profile/${ada._id}/feed.${end}`));
  for (const id of [bob._id, unknownId]) expect((await visitor.get(`/api/feeds?author=${id}`)).body).toEqual([]);
  expect((await visitor.get('/api/feeds?author=x')).status).toBe(400);
});

test('a tag has feeds of its public posts, also under its other spelling', async () => {
  const ada = await newAuthor('Ada');
  await ada.post('/api/posts', { text: 'For members only', tags: ['weaving'] });
  const post = await publish(ada, { text: 'About #Weaving' });
  for (const name of ['weaving', 'WEAVING']) {
    const { body, headers } = await visitor.get(`/dev/tags/${name}/feed.json`);
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(body).toMatchObject({
      title: '#weaving · Dev Connector Demo',
      home_page_url: `${origin}/dev/explore?tag=weaving`,
      feed_url: `${origin}/dev/tags/weaving/feed.json`,
      items: [{ content_html: expect.stringContaining(`href="${origin}/dev/explore?tag=weaving"`) }],
    });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([`urn:uuid:${post._id}`]);
  }
  expect((await visitor.get('/api/feeds?tag=weaving')).body.map(({ url }: { url: string }) => url)).toContain('/dev/tags/weaving/feed.xml');
  await ada.patch(`/api/posts/${post._id}`, { visibility: 'members', version: 1 });
  expect((await visitor.get('/dev/tags/weaving/feed.json')).body.items).toEqual([]);
  expect((await visitor.get('/api/feeds?tag=weaving')).body).toEqual([]);
});

test('a tag that nobody has used has an empty feed, so that feeds do not reveal tags, and an impossible one has none', async () => {
  expect((await visitor.get('/dev/tags/unused/feed.json')).body.items).toEqual([]);
  expect((await visitor.get('/dev/tags/1st/feed.json')).status).toBe(404);
});

test('scripts on other sites can read feeds, but neither the list of feeds nor pages', async () => {
  const ada = await newAuthor('Ada');
  await publish(ada);
  const headers = { origin: 'https://reader.example' };
  for (const file of ['feed.xml', 'feed.atom', 'feed.json'])
    for (const page of [`/dev/profile/${ada._id}`, '/dev/tags/weaving']) {
      const first = await visitor.get(`${page}/${file}`, headers);
      expect(first).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } });
      const cached = await visitor.get(`${page}/${file}`, { ...headers, 'if-none-match': first.headers.etag as string });
      expect(cached).toMatchObject({ status: 304, headers: { 'access-control-allow-origin': '*' } });
    }
  for (const url of ['/api/feeds', '/api/follows.opml', '/sitemap.xml', '/dev/profile/x/feed.xml'])
    expect((await ada.get(url, headers)).headers).not.toHaveProperty('access-control-allow-origin');
});
