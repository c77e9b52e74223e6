import type { Account, Comment, Post, Thread } from '@dev-connector/contract';
import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResponse } from '../../api/client';
import { accountQuery } from '../accounts/auth-queries';
import { type Order, sentQuery, threadsQuery, waitingQuery } from '../comments/thread-queries';
import { unreadQuery } from '../notifications/unread';
import { watchQuery } from '../notifications/watch-query';
import { type Feed, newestQuery, postQuery, postsQuery } from '../posts/post-queries';
import { createChanges } from './changes';
import { fakePage } from './fake-server.test-helper';
import type { Topics } from './topics';

let queries: QueryClient;
let changes: ReturnType<typeof createChanges>;
/** What is on the screen. */
let topics: Topics;
let page: ReturnType<typeof fakePage>;
/** Resolves when responses arrive. */
let arrival: Promise<void>;
/** Responses by path without the query; a missing one is 404. */
let server: Map<string, unknown>;
let requests: string[];

const post = (_id: string, more: object = {}) =>
  ({ _id, text: 'Hello', likeCount: 0, commentCount: 1, viewer: { liked: false, bookmarked: false }, ...more }) as unknown as Post;
const comment = (_id: string, more: object = {}) => ({ _id, text: 'Yes', likeCount: 0, ...more }) as unknown as Comment;
const pages = <Item>(...data: Item[]): InfiniteData<ApiResponse<Item[]>, undefined> => ({
  pages: [{ data, next: undefined }],
  pageParams: [undefined],
});

beforeEach(() => {
  vi.useFakeTimers();
  server = new Map();
  requests = [];
  page = fakePage();
  arrival = Promise.resolve();
  vi.stubGlobal('navigator', { onLine: true });
  Object.assign(document, { activeElement: null });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    const [name = ''] = path.split('?');
    const response = server.has(name) ? Response.json(server.get(name)) : Response.json({ errors: [] }, { status: 404 });
    await arrival;
    return response;
  });
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  topics = { feeds: ['latest'], posts: ['a', 'b'] };
  changes = createChanges(queries, () => topics);
});

afterEach(() => {
  changes.stop();
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const latest = { feed: 'latest' } as const;
const shownIn = (list = latest) => queries.getQueryData(postsQuery(list).queryKey)?.pages.flatMap(({ data }) => data) ?? [];

function openFeed(...posts: Post[]) {
  queries.setQueryData(postsQuery(latest).queryKey, pages(...posts));
  const feed = pages(...posts) as Feed;
  new InfiniteQueryObserver(queries, { ...postsQuery(latest) }).subscribe(() => {});
  new InfiniteQueryObserver(queries, { ...newestQuery(latest, feed, Date.now()) }).subscribe(() => {});
}

function openDiscussion(discussed: Post, ...threads: Thread[]) {
  queries.setQueryData(postQuery(discussed._id).queryKey, discussed);
  queries.setQueryData(threadsQuery(discussed._id, 'newest').queryKey, pages(...threads));
  new QueryObserver(queries, postQuery(discussed._id)).subscribe(() => {});
  new QueryObserver(queries, waitingQuery(discussed._id)).subscribe(() => {});
}

/** Holds responses back. */
function holdResponses() {
  const { promise, resolve } = Promise.withResolvers<void>();
  arrival = promise;
  return { release: resolve };
}

/** Starts a change of the viewer, which lasts until `finish`. */
function startMutation() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = queries
    .getMutationCache()
    .build(queries, { mutationFn: () => promise })
    .execute(undefined);
  return {
    finish: () => {
      resolve();
      return done;
    },
  };
}

/** Applies an event, and lets its reads run. */
async function apply(type: string, data: object = {}) {
  changes.apply({ id: '1', type, data: JSON.stringify(data) });
  await vi.advanceTimersByTimeAsync(3000);
}

test('a new post only updates the newest page, which waits behind a button', async () => {
  openFeed(post('a'));
  server.set('/api/posts', [post('b'), post('a')]);
  await apply('feed', { feed: 'latest', post: 'b', change: 'created' });
  expect(requests).toEqual(['/api/posts?embed=&feed=latest']);
  expect(shownIn().map(({ _id }) => _id)).toEqual(['a']);
  expect(queries.getQueryData([...postsQuery(latest).queryKey.slice(0, 2), 'newest page'])).toMatchObject({
    pages: [{ data: [{ _id: 'b' }, { _id: 'a' }] }],
  });
});

test('does not ask for a new post of a feed that is not on the screen', async () => {
  openFeed(post('a'));
  await apply('feed', { feed: 'following', post: 'b', change: 'created' });
  expect(requests).toEqual([]);
});

test('reads an edited or liked post once, and shows it', async () => {
  openFeed(post('a'), post('b'));
  server.set('/api/posts/a', post('a', { text: 'Edited', likeCount: 2 }));
  for (let likes = 0; likes < 10; likes++) changes.apply({ id: '1', type: 'post', data: '{"post":"a","change":"like"}' });
  await apply('feed', { feed: 'latest', post: 'a', change: 'edited' });
  expect(requests).toEqual(['/api/posts/a?embed=']);
  expect(shownIn()).toMatchObject([{ _id: 'a', text: 'Edited', likeCount: 2 }, { _id: 'b' }]);
});

test('does not read a post that is not on the screen', async () => {
  openFeed(post('c'));
  for (const id of ['a', 'c']) await apply('post', { post: id, change: 'like' });
  expect(requests).toEqual([]);
});

test('a like of the viewer in the meantime is not overwritten', async () => {
  openFeed(post('a'));
  server.set('/api/posts/a', post('a'));
  const like = startMutation();
  queries.setQueryData(postsQuery(latest).queryKey, pages(post('a', { viewer: { liked: true } })));
  await apply('post', { post: 'a', change: 'like' });
  expect(shownIn()).toMatchObject([{ viewer: { liked: true } }]);
  server.set('/api/posts/a', post('a', { viewer: { liked: true }, likeCount: 7 }));
  await like.finish();
  await vi.advanceTimersByTimeAsync(3000);
  expect(shownIn()).toMatchObject([{ viewer: { liked: true }, likeCount: 7 }]);
});

test('a read that started before a like of the viewer was done does not overwrite it', async () => {
  openFeed(post('a'));
  server.set('/api/posts/a', post('a'));
  const like = startMutation();
  queries.setQueryData(postsQuery(latest).queryKey, pages(post('a', { viewer: { liked: true } })));
  const responses = holdResponses();
  await apply('post', { post: 'a', change: 'like' });
  await like.finish();
  responses.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(shownIn()).toMatchObject([{ viewer: { liked: true } }]);
});

test('a deleted post disappears from the feed, also if a read finds it missing', async () => {
  openFeed(post('a'), post('b'), post('c'));
  await apply('feed', { feed: 'latest', post: 'c', change: 'deleted' });
  expect(requests).toEqual([]);
  await apply('post', { post: 'a', change: 'edited' });
  expect(shownIn().map(({ _id }) => _id)).toEqual(['b']);
});

test('does not read a post that is deleted before', async () => {
  openFeed(post('a'), post('b'));
  changes.apply({ id: '1', type: 'post', data: '{"post":"a","change":"like"}' });
  await apply('post', { post: 'a', change: 'deleted' });
  expect(requests).toEqual([]);
});

test('the open discussion of a deleted post asks for it again', async () => {
  openDiscussion(post('a'));
  await apply('post', { post: 'a', change: 'deleted' });
  expect(requests).toEqual(['/api/posts/a?embed=']);
  expect(queries.getQueryState(postQuery('a').queryKey)).toMatchObject({ status: 'error', data: undefined });
});

test('new comments wait, and count in the heading', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a', { commentCount: 3 }));
  changes.apply({ id: '1', type: 'post', data: '{"post":"a","change":"comment","comment":"2"}' });
  await apply('post', { post: 'a', change: 'comment', comment: '3' });
  expect(requests).toEqual(['/api/posts/a?embed=']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['2', '3']);
  expect(queries.getQueryData(postQuery('a').queryKey)).toMatchObject({ commentCount: 3 });
  await apply('post', { post: 'a', change: 'comment', comment: '3' }); // repeated
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['2', '3']);
});

/** The threads of a discussion on the screen. */
const threadsOn = (id: string, order: Order = 'newest') =>
  queries.getQueryData(threadsQuery(id, order).queryKey)?.pages.flatMap(({ data }) => data.map((thread) => thread.comment._id));

const ownComment = { post: 'a', change: 'comment', comment: '3', own: true };

test('an own comment from elsewhere is listed, and does not wait', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [], replyCount: 0 });
  queries.setQueryData(watchQuery('a').queryKey, { watched: false, muted: false });
  server.set('/api/posts/a', post('a', { commentCount: 3 }));
  server.set('/api/posts/a/comments', [comment('3'), comment('2'), comment('1')]);
  changes.apply({ id: '1', type: 'post', data: '{"post":"a","change":"comment","comment":"2"}' });
  await apply('post', ownComment);
  await apply('post', ownComment); // repeated
  expect(requests.filter((path) => path.includes('comments'))).toHaveLength(1);
  expect(threadsOn('a')).toEqual(['3', '1']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['2']);
  expect(queries.getQueryState(watchQuery('a').queryKey)).toMatchObject({ isInvalidated: true }); // commenters watch
});

test.each([
  ['is the last of a complete list', undefined, ['1', '3']],
  ['is left out of a list that has not loaded its end', 'more', ['1']],
])('with the oldest first, an own comment from elsewhere %s, and does not wait', async (_, next, listed) => {
  queries.setQueryData(postQuery('a').queryKey, post('a'));
  queries.setQueryData(threadsQuery('a', 'oldest').queryKey, {
    pages: [{ data: [{ comment: comment('1'), replies: [], replyCount: 0 }], next }],
    pageParams: [undefined],
  });
  new QueryObserver(queries, postQuery('a')).subscribe(() => {});
  new QueryObserver(queries, waitingQuery('a')).subscribe(() => {});
  server.set('/api/posts/a', post('a', { commentCount: 2 }));
  server.set('/api/posts/a/comments', [comment('3'), comment('1')]);
  await apply('post', ownComment);
  expect(threadsOn('a', 'oldest')).toEqual(listed);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual([]);
});

test('an own comment from elsewhere does not hide that others wait from before the first event', async () => {
  openDiscussion(post('a'), { comment: comment('c1'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a', { commentCount: 3 }));
  server.set('/api/posts/a/comments', [comment('c3'), comment('c2'), comment('c1')]);
  await apply('post', { ...ownComment, comment: 'c3' });
  expect(threadsOn('a')).toEqual(['c3', 'c1']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['c2']);
});

test('many own comments from elsewhere are read once', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a', { commentCount: 3 }));
  server.set('/api/posts/a/comments', [comment('3'), comment('2'), comment('1')]);
  changes.apply({ id: '1', type: 'post', data: JSON.stringify({ ...ownComment, comment: '2' }) });
  await apply('post', ownComment);
  expect(requests.filter((path) => path.includes('comments'))).toHaveLength(1);
  expect(threadsOn('a')).toEqual(['3', '2', '1']);
});

test('an own reply from elsewhere is shown below a thread that embeds only its first replies', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [comment('2', { parent: '1' })], replyCount: 7 });
  server.set('/api/posts/a', post('a', { commentCount: 9 }));
  server.set('/api/posts/a/comments', [comment('3', { parent: '1' })]);
  await apply('post', ownComment);
  expect(queries.getQueryData(sentQuery('a', '1').queryKey)?.pages).toMatchObject([{ data: [{ _id: '3' }] }]);
  expect(queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages[0]?.data).toMatchObject([{ replyCount: 8 }]);
});

test('an own comment whose event precedes the response neither waits nor is read', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a', { commentCount: 2 }));
  const send = startMutation();
  await apply('post', ownComment);
  expect(requests).toEqual([]);
  queries.setQueryData(
    threadsQuery('a', 'newest').queryKey,
    pages<Thread>(...['3', '1'].map((id) => ({ comment: comment(id), replies: [], replyCount: 0 }))),
  );
  await send.finish();
  await vi.advanceTimersByTimeAsync(3000);
  expect(requests).toEqual(['/api/posts/a?embed=']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual([]);
});

test('a hidden tab reads own comments and watches when it becomes visible', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [], replyCount: 0 });
  queries.setQueryData(watchQuery('a').queryKey, { watched: false, muted: false });
  new QueryObserver(queries, watchQuery('a')).subscribe(() => {});
  server.set('/api/posts/a', post('a', { commentCount: 2 }));
  server.set('/api/posts/a/comments', [comment('3'), comment('1')]);
  server.set('/api/posts/a/watch', { watched: true, muted: false });
  page.setVisible(false);
  changes.readWatch('a');
  await apply('post', ownComment);
  expect(requests).toEqual([]);
  page.setVisible(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(threadsOn('a')).toEqual(['3', '1']);
  expect(queries.getQueryData(watchQuery('a').queryKey)).toEqual({ watched: true, muted: false });
});

test('an edited or liked comment is read and shown', async () => {
  openDiscussion(post('a'), { comment: comment('1'), replies: [comment('2')], replyCount: 1 });
  const edited = comment('2', { text: 'No', likeCount: 4 });
  server.set('/api/posts/a/threads', [{ comment: comment('1'), replies: [edited], replyCount: 1 }]);
  await apply('post', { post: 'a', change: 'commentEdited', comment: '2' });
  await apply('post', { post: 'a', change: 'like', comment: '9' }); // not on the screen
  expect(requests).toEqual(['/api/posts/a/threads?limit=1&around=2']);
  expect(queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages[0]?.data[0]?.replies).toEqual([edited]);
});

test('a deleted comment disappears, or leaves a placeholder if it has replies', async () => {
  const threads = [
    { comment: comment('2'), replies: [comment('3'), comment('4', { parent: '3' })], replyCount: 2 },
    { comment: comment('1'), replies: [], replyCount: 0 },
  ];
  openDiscussion(post('a'), ...threads);
  server.set('/api/posts/a', post('a', { commentCount: 1 }));
  for (const id of ['1', '2', '3', '3']) await apply('post', { post: 'a', change: 'commentDeleted', comment: id });
  const [data] = queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages ?? [];
  expect(data?.data).toMatchObject([
    { comment: { _id: '2', isDeleted: true }, replies: [{ _id: '3', isDeleted: true }, { _id: '4' }], replyCount: 1 },
  ]);
});

test('reads the count of notifications', async () => {
  queries.setQueryData(unreadQuery.queryKey, { unread: 0 });
  new QueryObserver(queries, unreadQuery).subscribe(() => {});
  server.set('/api/notifications/unread', { unread: 3 });
  await apply('notifications');
  expect(queries.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 3 });
});

/** Says that the events of these topics arrive, and lets the reads run. */
async function follow(feeds: string[], posts: string[] = []) {
  changes.follow({ feeds, posts });
  for (const _ of ['a discussion', 'its post']) await vi.advanceTimersByTimeAsync(3000);
}

test('reads a feed once when its events arrive: new posts wait, and the others show their likes', async () => {
  openFeed(post('a'));
  server.set('/api/posts', [post('b'), post('a', { likeCount: 2 })]);
  await follow([]);
  expect(requests).toEqual([]);
  await follow(['latest']);
  await follow(['latest']);
  expect(requests).toEqual(['/api/posts?embed=&feed=latest']);
  expect(shownIn()).toMatchObject([{ _id: 'a', likeCount: 2 }]);
});

test('reads the count of notifications when the first events arrive', async () => {
  queries.setQueryData(unreadQuery.queryKey, { unread: 0 });
  new QueryObserver(queries, unreadQuery).subscribe(() => {});
  server.set('/api/notifications/unread', { unread: 3 });
  await follow([]);
  await follow(['latest']);
  expect(requests).toEqual(['/api/notifications/unread']);
  expect(queries.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 3 });
});

test('a comment written between the load of a discussion and its first event waits, and likes show', async () => {
  openDiscussion(post('a'), { comment: comment('c2'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a', { commentCount: 2, likeCount: 4 }));
  server.set('/api/posts/a/threads', [
    { comment: comment('c3'), replies: [], replyCount: 0 },
    { comment: comment('c2', { likeCount: 1 }), replies: [], replyCount: 0 },
    { comment: comment('c1'), replies: [], replyCount: 0 },
  ]);
  await follow(['latest'], ['b']);
  expect(requests).toEqual([]);
  await follow(['latest'], ['a']);
  expect(requests).toEqual(['/api/posts/a/threads?limit=100&order=newest', '/api/posts/a?embed=']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['c3']);
  expect(queries.getQueryData(postQuery('a').queryKey)).toMatchObject({ commentCount: 2, likeCount: 4 });
  expect(queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages[0]?.data).toMatchObject([
    { comment: { _id: 'c2', likeCount: 1 } },
  ]);
  await follow(['latest'], ['a', 'b']);
  expect(requests).toHaveLength(2);
});

test('an own comment from before the first event of a discussion is listed, and does not wait', async () => {
  openDiscussion(post('a'), { comment: comment('c1'), replies: [], replyCount: 0 });
  queries.setQueryData(accountQuery(null).queryKey, { _id: 'ada' } as Account);
  server.set('/api/posts/a', post('a', { commentCount: 4 }));
  server.set('/api/posts/a/threads', [
    { comment: comment('c4', { user: 'ada' }), replies: [], replyCount: 0 },
    { comment: comment('c3', { user: 'grace' }), replies: [], replyCount: 0 },
    { comment: comment('c2', { user: 'ada' }), replies: [], replyCount: 0 },
    { comment: comment('c1'), replies: [], replyCount: 0 },
  ]);
  await follow([], ['a']);
  expect(threadsOn('a')).toEqual(['c4', 'c2', 'c1']);
  expect(queries.getQueryData(waitingQuery('a').queryKey)).toEqual(['c3']);
});

test('reads a discussion again that comes back to the screen while its events arrive', async () => {
  openDiscussion(post('a'), { comment: comment('2'), replies: [], replyCount: 0 });
  server.set('/api/posts/a', post('a'));
  server.set('/api/posts/a/threads', []);
  await follow([], ['a']);
  expect(requests).toHaveLength(2);
  topics = { feeds: [], posts: [] };
  await follow([], ['a']);
  topics = { feeds: [], posts: ['a'] };
  await follow([], ['a']);
  expect(requests).toHaveLength(4);
});

test('waits for the comments of a discussion that is still loading', async () => {
  openDiscussion(post('a'));
  queries.removeQueries({ queryKey: threadsQuery('a', 'newest').queryKey });
  await follow([], ['a']);
  expect(requests).toEqual([]);
});

test('reload reads everything on the screen, and inserts no posts', async () => {
  openFeed(post('a'));
  openDiscussion(post('b'));
  server.set('/api/posts', [post('c'), post('a', { likeCount: 5 })]);
  for (const id of ['a', 'b']) server.set(`/api/posts/${id}`, post(id, { likeCount: 5 }));
  for (const list of ['threads', 'comments']) server.set(`/api/posts/b/${list}`, []);
  await apply('reload');
  expect(requests.sort()).toEqual([
    '/api/posts/a?embed=',
    '/api/posts/b/comments?limit=100',
    '/api/posts/b/threads?limit=100&order=newest',
    '/api/posts/b?embed=',
    '/api/posts?embed=&feed=latest',
  ]);
  expect(shownIn()).toMatchObject([{ _id: 'a', likeCount: 5 }]);
});

/** A thread of c1 with many replies, of which it embeds c2. */
const longThread = (replyCount: number) => ({ comment: comment('c1'), replies: [comment('c2', { parent: 'c1' })], replyCount });
/** Ids of the comments that the server has, newest first. All but the first are replies. */
const onServer = (...ids: string[]) =>
  server.set(
    '/api/posts/a/comments',
    ids.map((id) => comment(id, id === 'c1' ? {} : { parent: 'c1', likeCount: 3 })),
  );
const waiting = () => queries.getQueryData(waitingQuery('a').queryKey);

test('a reply that no thread embeds, written before the first event of a discussion, waits, and earlier ones do not', async () => {
  openDiscussion(post('a', { commentCount: 5 }), longThread(4));
  server.set('/api/posts/a', post('a', { commentCount: 6 }));
  server.set('/api/posts/a/threads', [longThread(5)]);
  onServer('c6', 'c5', 'c4', 'c3', 'c2', 'c1');
  await follow([], ['a']);
  expect(waiting()).toEqual(['c6']);
  expect(queries.getQueryData(postQuery('a').queryKey)).toMatchObject({ commentCount: 6 });
  expect(requests).toHaveLength(3);
  await apply('reload');
  expect(waiting()).toEqual(['c6']);
});

test('after a reload, comments that no thread embeds wait, and deleted ones disappear', async () => {
  openDiscussion(post('a', { commentCount: 5 }), longThread(4));
  server.set('/api/posts/a', post('a', { commentCount: 7 }));
  server.set('/api/posts/a/threads', [
    { comment: comment('c8'), replies: [], replyCount: 0 },
    { ...longThread(5), replies: [] },
  ]);
  onServer('c8', 'c7', 'c6', 'c5', 'c4', 'c3', 'c1'); // without c2
  await apply('reload');
  expect(waiting()?.toSorted()).toEqual(['c6', 'c7', 'c8']);
  expect(queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages[0]?.data).toMatchObject([
    { comment: { _id: 'c1' }, replies: [], replyCount: 3 },
  ]);
});

test.for([
  { deleted: 'the newest comment', left: ['c1'] },
  { deleted: 'every comment', left: [] },
])('after a reload, $deleted that was deleted disappears', async ({ left }) => {
  const threads = ['c2', 'c1'].map((id) => ({ comment: comment(id), replies: [], replyCount: 0 }));
  openDiscussion(post('a', { commentCount: 2 }), ...threads);
  server.set('/api/posts/a', post('a', { commentCount: left.length }));
  server.set(
    '/api/posts/a/threads',
    threads.filter((thread) => left.includes(thread.comment._id)),
  );
  onServer(...left);
  await apply('reload');
  const listed = queries.getQueryData(threadsQuery('a', 'newest').queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  expect(listed.map((thread) => thread.comment._id)).toEqual(left);
  expect(waiting() ?? []).toEqual([]);
});

test('after a reload, a discussion whose post was deleted disappears', async () => {
  openDiscussion(post('a'));
  await apply('reload');
  expect(queries.getQueryData(postQuery('a').queryKey)).toBeUndefined();
});

test.for(['/api/posts/a/threads', '/api/posts/a', '/api/posts/a/comments'])(
  'a reply that no thread embeds is found although the viewer changes something while %s is read',
  async (path) => {
    openDiscussion(post('a', { commentCount: 5 }), longThread(4));
    server.set('/api/posts/a', post('a', { commentCount: 6 }));
    server.set('/api/posts/a/threads', [longThread(5)]);
    onServer('c6', 'c5', 'c4', 'c3', 'c2', 'c1');
    const respond = server.get.bind(server);
    let changed = 0;
    vi.spyOn(server, 'get').mockImplementation((name) => {
      if (name === path && changed++ === 0) void startMutation().finish();
      return respond(name);
    });
    await follow([], ['a']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(changed).toBeGreaterThan(1);
    expect(waiting()).toEqual(['c6']);
  },
);

test('a comment that the viewer sends before a discussion is read is not taken for another one', async () => {
  openDiscussion(post('a', { commentCount: 5 }), longThread(4));
  const sending = startMutation();
  await follow([], ['a']);
  const threads = [{ comment: comment('c7'), replies: [], replyCount: 0 }, longThread(4)];
  queries.setQueryData(postQuery('a').queryKey, post('a', { commentCount: 6 }));
  queries.setQueryData(threadsQuery('a', 'newest').queryKey, pages(...threads));
  server.set('/api/posts/a', post('a', { commentCount: 6 }));
  server.set('/api/posts/a/threads', threads);
  await sending.finish();
  await vi.advanceTimersByTimeAsync(3000);
  expect(requests.toSorted()).toEqual(['/api/posts/a/threads?limit=100&order=newest', '/api/posts/a?embed=']);
});

test('after a reload, a list that may lack newer comments loads again', async () => {
  openDiscussion(post('a'));
  queries.removeQueries({ queryKey: threadsQuery('a', 'newest').queryKey });
  server.set('/api/posts/a', post('a'));
  await apply('reload');
  expect(requests).toEqual(['/api/posts/a?embed=']);
});

test('ignores events that it does not know', async () => {
  openFeed(post('a'));
  await apply('weather', { post: 'a' });
  expect(requests).toEqual([]);
});
