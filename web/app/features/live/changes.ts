import { limits, listThreads, type Post, readPost } from '@dev-connector/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import { focusMain } from '../../ui/browser/focus';
import { hideComment, isListed, newestListed, reloadComments, updateComment, updateComments } from '../comments/thread-cache';
import { isDeleted, waitingQuery } from '../comments/thread-queries';
import { isNewest } from '../notifications/unread';
import { type Feed, findPost, forgetPost, type PostList, updatePost } from '../posts/post-queries';
import type { StreamEvent } from './event-parser';
import { createReads } from './reads';
import { isDiscussed, isNewestPage, topicOf } from './shown';
import type { Topics } from './topics';

/* How long readers spread their reads, in milliseconds: of what many see, and of their own. */
const shared = { spread: 1500, waits: true };
const own = { spread: 300, waits: false }; // the title of a hidden tab has the count
const atOnce = { ...shared, spread: 0 };

interface Change {
  feed?: string;
  post?: string;
  change?: string;
  comment?: string;
}

/** Applies events to the cached queries. Events name only what changed; its content comes from the ordinary endpoints. `shown`: what is on the screen. */
export function createChanges(queries: QueryClient, shown: () => Topics) {
  const reads = createReads();
  /** New comments by post, until their post has been read. */
  const arrived = new Map<string, string[]>();
  /** What has been read since its events arrive. */
  let followed = new Set<string>();

  function apply({ type, data }: StreamEvent): void {
    const { feed = '', post = '', change, comment } = JSON.parse(data) as Change;
    if (type === 'notifications') readNotifications();
    else if (type === 'reload') reload();
    else if (change === 'deleted') removePost(post);
    else if (type === 'feed') change === 'created' ? readNewest(feed) : readPostLater(post);
    else if (type === 'post') applyToDiscussion(post, change, comment);
  }

  function applyToDiscussion(post: string, change: string | undefined, comment: string | undefined): void {
    if (comment && change === 'comment') arrived.set(post, withoutRepeats(arrived.get(post), [comment]));
    if (comment && change === 'commentDeleted') hideComment(queries, post, comment);
    if (comment && (change === 'commentEdited' || change === 'like')) readCommentLater(post, comment);
    else readPostLater(post);
  }

  function readNotifications(options = own): void {
    const read = () => queries.invalidateQueries({ predicate: isNewest });
    reads.schedule('notifications', read, options);
  }

  function readNewest(feed: string, options = shared): void {
    reads.schedule(`feed ${feed}`, () => showNewest(feed), options);
  }

  /** Reads the newest page, which waits behind a button, and shows its state of the posts on the screen. */
  async function showNewest(feed: string): Promise<void> {
    const startedAt = Date.now();
    const predicate = (query: Query) => isNewestPage(query) && topicOf(query.queryKey[1] as PostList) === feed;
    await queries.invalidateQueries({ predicate });
    if (wasChangedSince(startedAt)) return;
    const pages = queries.getQueriesData<Feed>({ predicate }).flatMap(([, newest]) => newest?.pages ?? []);
    for (const post of pages.flatMap(({ data }) => data)) updatePost(queries, post._id, () => post);
  }

  function readPostLater(id: string): void {
    if (!id || !isOnScreen(id)) return;
    reads.schedule(`post ${id}`, () => showPost(id), shared);
  }

  function readCommentLater(postId: string, id: string): void {
    if (!isListed(queries, postId, id)) return;
    reads.schedule(`comment ${id}`, () => showComment(postId, id), shared);
  }

  const isOnScreen = (id: string) => findPost(queries, id) !== undefined && shown().posts.includes(id);

  async function showPost(id: string): Promise<void> {
    if (!isOnScreen(id)) return; // deleted since
    const startedAt = Date.now();
    let post: Post;
    try {
      post = (await api(readPost, { params: { id }, query: { embed: '' } })).data;
    } catch (error) {
      if (statusOf(error) === 404) removePost(id);
      return;
    }
    if (wasChangedSince(startedAt)) return readPostLater(id);
    updatePost(queries, id, () => post);
    const comments = arrived.get(id) ?? [];
    arrived.delete(id);
    if (isDiscussed(queries, id)) queries.setQueryData(waitingQuery(id).queryKey, (waiting) => withoutRepeats(waiting, comments));
  }

  async function showComment(postId: string, id: string): Promise<void> {
    const startedAt = Date.now();
    const { data } = await api(listThreads, { params: { id: postId }, query: { limit: 1, around: id } });
    const comment = data.flatMap((thread) => [thread.comment, ...thread.replies]).find(({ _id }) => _id === id);
    if (!comment || isDeleted(comment)) return;
    if (wasChangedSince(startedAt)) return readCommentLater(postId, id);
    updateComment(queries, postId, id, () => comment);
  }

  /** Whether the viewer has changed something meanwhile, such as by a like, which the response may lack. */
  const wasChangedSince = (time: number): boolean =>
    queries
      .getMutationCache()
      .getAll()
      .some(({ state }) => state.status === 'pending' || state.submittedAt >= time);

  function removePost(id: string): void {
    const focused = document.activeElement;
    forgetPost(queries, id);
    requestAnimationFrame(() => {
      if (focused && !focused.isConnected) focusMain();
    });
  }

  /** Reads what is on the screen once its events arrive, because it may have changed since it was loaded. At once, because each page connects at another time. */
  function follow({ feeds, posts }: Topics): void {
    const now = shown();
    const before = followed;
    followed = new Set();
    const readFirst = (topic: string, read: () => void) => {
      if (!before.has(topic)) read();
      followed.add(topic);
    };
    readFirst('notifications', () => readNotifications({ ...own, spread: 0 }));
    for (const feed of now.feeds) if (feeds.includes(feed)) readFirst(`feed ${feed}`, () => readNewest(feed, atOnce));
    for (const post of now.posts)
      if (posts.includes(post) && isDiscussed(queries, post) && newestListed(queries, post) !== undefined)
        readFirst(`post ${post}`, () => readDiscussionLater(post, atOnce));
  }

  const readDiscussionLater = (id: string, options = shared) => reads.schedule(`discussion ${id}`, () => showDiscussion(id), options);

  /** Shows the state of a discussion, and finds the comments that are newer than those on the screen. */
  async function showDiscussion(id: string): Promise<void> {
    const startedAt = Date.now();
    const { data } = await api(listThreads, { params: { id }, query: { limit: limits.pageMax, order: 'newest' } });
    const comments = data.flatMap((thread) => [thread.comment, ...thread.replies]);
    const newest = newestListed(queries, id);
    if (newest === undefined) return;
    if (wasChangedSince(startedAt)) return readDiscussionLater(id);
    const byId = new Map(comments.flatMap((comment) => (isDeleted(comment) ? [] : [[comment._id, comment]])));
    updateComments(queries, id, (comment) => byId.get(comment._id) ?? comment);
    const newer = [...byId.keys()].filter((comment) => comment > newest);
    arrived.set(id, withoutRepeats(arrived.get(id), newer));
    await showPost(id);
  }

  /** Reads everything on the screen again. New posts and comments wait behind their buttons. */
  function reload(): void {
    const { feeds, posts } = shown();
    readNotifications();
    for (const feed of feeds) readNewest(feed);
    for (const post of posts) {
      readPostLater(post);
      if (isDiscussed(queries, post)) reads.schedule(`threads ${post}`, () => reloadComments(queries, post), shared);
    }
  }

  return { apply, follow, stop: reads.stop };
}

/** Events may be repeated. */
const withoutRepeats = (ids: string[] = [], more: string[]): string[] => [...new Set([...ids, ...more])];
