import { type Comment, limits, listComments, listThreads, type Post, readPost } from '@dev-connector/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import { readToken } from '../../api/token';
import { focusMain } from '../../ui/browser/focus';
import { accountQuery } from '../accounts/auth-queries';
import { addOwn } from '../comments/sent-comments';
import {
  hideComment,
  hideMissing,
  isListed,
  newestListed,
  reloadComments,
  unknownOf,
  updateComment,
  updateComments,
} from '../comments/thread-cache';
import { isDeleted, threadsKey, waitingQuery } from '../comments/thread-queries';
import { isNewest } from '../notifications/unread';
import { watchQuery } from '../notifications/watch-query';
import { type Feed, findPost, forgetPost, type PostList, updatePost } from '../posts/post-queries';
import type { StreamEvent } from './event-parser';
import { createReads } from './reads';
import { isDiscussed, isNewestPage, topicOf } from './shown';
import type { Topics } from './topics';

/* How long readers spread their reads, in milliseconds: of what many see, and of their own. */
const shared = { spread: 1500, waits: true };
const personal = { spread: 300, waits: false }; // the title of a hidden tab has the count
const atOnce = { ...shared, spread: 0 };

interface Change {
  feed?: string;
  post?: string;
  change?: string;
  comment?: string;
  /** Whether the viewer has written the new comment. */
  own?: boolean;
}

/** Applies events to the cached queries. Events name only what changed; its content comes from the ordinary endpoints. `shown`: what is on the screen. */
export function createChanges(queries: QueryClient, shown: () => Topics) {
  const reads = createReads();
  /** New comments by post, until their post has been read. */
  const arrived = new Map<string, string[]>();
  /** Comments that the viewer has written elsewhere by post, until they are listed. */
  const written = new Map<string, string[]>();
  /** What has been read since its events arrive. */
  let followed = new Set<string>();

  function apply({ type, data }: StreamEvent): void {
    const { feed = '', post = '', change, comment, own } = JSON.parse(data) as Change;
    if (type === 'notifications') readNotifications();
    else if (type === 'reload') reload();
    else if (change === 'deleted') removePost(post);
    else if (type === 'feed') change === 'created' ? readNewest(feed) : readPostLater(post);
    else if (type === 'post') applyToDiscussion(post, change, comment, own);
  }

  function applyToDiscussion(post: string, change: string | undefined, comment: string | undefined, own = false): void {
    if (comment && change === 'comment') add(own ? written : arrived, post, [comment]);
    if (comment && change === 'comment' && own) readOwnLater(post);
    if (comment && change === 'commentDeleted') hideComment(queries, post, comment);
    if (comment && (change === 'commentEdited' || change === 'like')) readCommentLater(post, comment);
    else readPostLater(post);
  }

  function readNotifications(options = personal): void {
    const read = () => queries.invalidateQueries({ predicate: isNewest });
    reads.schedule('notifications', read, options);
  }

  function readNewest(feed: string, options = shared): void {
    reads.schedule(`feed ${feed}`, () => showNewest(feed), options);
  }

  /** Reads the newest page, which waits behind a button, and shows its state of the posts on the screen. */
  async function showNewest(feed: string): Promise<void> {
    if (isChanging()) return readNewest(feed);
    const startedAt = Date.now();
    const predicate = (query: Query) => isNewestPage(query) && topicOf(query.queryKey[1] as PostList) === feed;
    await queries.invalidateQueries({ predicate });
    if (wasChangedSince(startedAt)) return readNewest(feed);
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
    if (isChanging()) return readPostLater(id);
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
    showArrived(id);
  }

  function showArrived(id: string): void {
    const comments = arrived.get(id) ?? [];
    arrived.delete(id);
    if (isDiscussed(queries, id)) queries.setQueryData(waitingQuery(id).queryKey, (waiting) => withoutRepeats(waiting, comments));
  }

  const readOwnLater = (postId: string) => reads.schedule(`own ${postId}`, () => showOwn(postId), { ...personal, waits: true });

  /** Lists the comments that the viewer has written in another tab or on another device. Others that have come since the newest on the screen wait. */
  async function showOwn(postId: string): Promise<void> {
    if (isChanging() || queries.isFetching({ queryKey: threadsKey(postId) }) > 0) return readOwnLater(postId);
    const ids = written.get(postId) ?? [];
    if (!isDiscussed(queries, postId) || ids.every((id) => isListed(queries, postId, id))) return;
    const startedAt = Date.now();
    const { data, total = data.length } = await api(listComments, { params: { id: postId }, query: { limit: limits.pageMax } });
    if (wasChangedSince(startedAt)) return readOwnLater(postId);
    written.set(
      postId,
      (written.get(postId) ?? []).filter((id) => !ids.includes(id)),
    );
    const newest = newestListed(queries, postId);
    const shown = oldestFirst(data.flatMap((comment) => (isDeleted(comment) || isListed(queries, postId, comment._id) ? [] : [comment])));
    for (const comment of shown) if (ids.includes(comment._id)) addOwn(queries, postId, comment, total);
    const others = shown.filter((comment) => newest !== undefined && comment._id > newest && !isOwn(comment) && !ids.includes(comment._id));
    if (others.length === 0) return;
    add(arrived, postId, idsOf(others));
    readPostLater(postId);
  }

  function isOwn({ user }: Comment): boolean {
    const account = queries.getQueryData(accountQuery(readToken()).queryKey);
    return account !== undefined && user === account._id;
  }

  /** Reads whether the viewer watches a post. */
  function readWatch(post: string): void {
    const read = async () => (isChanging() ? readWatch(post) : queries.invalidateQueries({ queryKey: watchQuery(post).queryKey }));
    reads.schedule(`watch ${post}`, read, { spread: 0, waits: true });
  }

  async function showComment(postId: string, id: string): Promise<void> {
    if (isChanging()) return readCommentLater(postId, id);
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

  /** Whether a change is on its way, which a read that starts now may or may not see. */
  const isChanging = (): boolean => queries.isMutating() > 0;

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
    readFirst('notifications', () => readNotifications({ ...personal, spread: 0 }));
    for (const feed of now.feeds) if (feeds.includes(feed)) readFirst(`feed ${feed}`, () => readNewest(feed, atOnce));
    for (const post of now.posts)
      if (posts.includes(post) && isDiscussed(queries, post) && newestListed(queries, post) !== undefined)
        readFirst(`post ${post}`, () => readDiscussionLater(post, atOnce));
  }

  const readDiscussionLater = (id: string, options = shared) => reads.schedule(`discussion ${id}`, () => showDiscussion(id), options);

  /** Shows the state of a discussion, and finds the comments that are newer than those on the screen. `isWhole`: also without a difference in their number. */
  async function showDiscussion(id: string, isWhole = false): Promise<void> {
    if (isChanging()) return readDiscussionLater(id);
    const startedAt = Date.now();
    const { data } = await api(listThreads, { params: { id }, query: { limit: limits.pageMax, order: 'newest' } });
    const comments = data.flatMap((thread) => [thread.comment, ...thread.replies]);
    const newest = newestListed(queries, id);
    if (newest === undefined) return;
    if (wasChangedSince(startedAt)) return readDiscussionLater(id);
    const byId = new Map(comments.flatMap((comment) => (isDeleted(comment) ? [] : [[comment._id, comment]])));
    updateComments(queries, id, (comment) => byId.get(comment._id) ?? comment);
    const newer = oldestFirst([...byId.values()].filter(({ _id }) => _id > newest));
    const found = unknownOf(queries, id, withoutRepeats(arrived.get(id), idsOf(newer))).length;
    const before = countOf(id);
    showNew(id, newer);
    await showPost(id);
    const difference = countOf(id) - before - found;
    if (isWhole || difference !== 0) await showUnlisted(id, difference);
  }

  /**
   * Shows what the first threads lack: new replies that no thread embeds, and that comments were deleted. `difference`: how many more comments the post has than
   * are known.
   */
  async function showUnlisted(id: string, difference: number): Promise<void> {
    if (isChanging()) return readDiscussionLater(id);
    const startedAt = Date.now();
    const { data, next } = await api(listComments, { params: { id }, query: { limit: limits.pageMax } });
    if (wasChangedSince(startedAt)) return readDiscussionLater(id);
    const byId = new Map(data.flatMap((comment) => (isDeleted(comment) ? [] : [[comment._id, comment]])));
    updateComments(queries, id, (comment) => byId.get(comment._id) ?? comment);
    const deleted = hideMissing(queries, id, [...byId.keys()], next !== undefined);
    const unlisted = unknownOf(queries, id, [...byId.keys()]).slice(0, Math.max(0, difference + deleted));
    showNew(id, oldestFirst(unlisted.flatMap((one) => byId.get(one) ?? [])));
    showArrived(id);
  }

  /** Lists new comments of the viewer. Those of others wait until their post has been read. */
  function showNew(id: string, comments: Comment[]): void {
    for (const comment of comments) if (isOwn(comment)) addOwn(queries, id, comment);
    add(arrived, id, idsOf(comments.filter((comment) => !isOwn(comment))));
  }

  const countOf = (id: string): number => findPost(queries, id)?.commentCount ?? 0;

  /** Reads everything on the screen again. New posts and comments wait behind their buttons. */
  function reload(): void {
    const { feeds, posts } = shown();
    readNotifications();
    for (const feed of feeds) readNewest(feed);
    for (const post of posts) {
      if (newestListed(queries, post) !== undefined && isDiscussed(queries, post)) {
        reads.schedule(`whole discussion ${post}`, () => showDiscussion(post, true), shared);
        continue;
      }
      readPostLater(post);
      if (isDiscussed(queries, post)) reads.schedule(`threads ${post}`, () => reloadComments(queries, post), shared);
    }
  }

  return { apply, follow, readWatch, stop: reads.stop };
}

/** Adds ids to those of a post. */
const add = (byPost: Map<string, string[]>, post: string, ids: string[]) => byPost.set(post, withoutRepeats(byPost.get(post), ids));

const oldestFirst = (comments: Comment[]): Comment[] => comments.toSorted((a, b) => (a._id < b._id ? -1 : 1));
const idsOf = (comments: Comment[]): string[] => comments.map(({ _id }) => _id);

/** Events may be repeated. */
const withoutRepeats = (ids: string[] = [], more: string[]): string[] => [...new Set([...ids, ...more])];
