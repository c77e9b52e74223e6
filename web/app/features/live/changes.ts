import { type Post, readPost } from '@dev-connector/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import { focusMain } from '../../ui/browser/focus';
import { newestListed } from '../comments/thread-cache';
import { isNewest } from '../notifications/unread';
import { watchQuery } from '../notifications/watch-query';
import { type Feed, findPost, forgetPost, type PostList, updatePost } from '../posts/post-queries';
import { createDiscussionChanges } from './discussion-changes';
import type { StreamEvent } from './event-parser';
import { hasMutatedSince, isMutating } from './mutations';
import { atOnce, createReads, personal, shared } from './reads';
import { isDiscussed, isNewestPage, topicOf } from './shown';
import type { Topics } from './topics';

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
  const discussions = createDiscussionChanges(queries, reads, { read: showPost, readLater: readPostLater });
  /** What has been read since its events arrive. */
  let followed = new Set<string>();

  function apply({ type, data }: StreamEvent): void {
    const { feed = '', post = '', change, comment, own } = JSON.parse(data) as Change;
    if (type === 'notifications') readNotifications();
    else if (type === 'reload') reload();
    else if (change === 'deleted') removePost(post);
    else if (type === 'feed') change === 'created' ? readNewest(feed) : readPostLater(post);
    else if (type === 'post') discussions.apply(post, change, comment, own);
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
    if (isMutating(queries)) return readNewest(feed);
    const startedAt = Date.now();
    const predicate = (query: Query) => isNewestPage(query) && topicOf(query.queryKey[1] as PostList) === feed;
    await queries.invalidateQueries({ predicate });
    if (hasMutatedSince(queries, startedAt)) return readNewest(feed);
    const pages = queries.getQueriesData<Feed>({ predicate }).flatMap(([, newest]) => newest?.pages ?? []);
    for (const post of pages.flatMap(({ data }) => data)) updatePost(queries, post._id, () => post);
  }

  function readPostLater(id: string): void {
    if (!id || !isOnScreen(id)) return;
    reads.schedule(`post ${id}`, () => showPost(id), shared);
  }

  const isOnScreen = (id: string) => findPost(queries, id) !== undefined && shown().posts.includes(id);

  /** If the viewer is changing something, calls `later` instead and returns false. */
  async function showPost(id: string, later = () => readPostLater(id)): Promise<boolean> {
    if (!isOnScreen(id)) return true; // deleted since
    const putOff = () => {
      later();
      return false;
    };
    if (isMutating(queries)) return putOff();
    const startedAt = Date.now();
    let post: Post;
    try {
      post = (await api(readPost, { params: { id }, query: { embed: '' } })).data;
    } catch (error) {
      if (statusOf(error) === 404) removePost(id);
      return true;
    }
    if (hasMutatedSince(queries, startedAt)) return putOff();
    updatePost(queries, id, () => post);
    discussions.showArrived(id);
    return true;
  }

  /** Reads whether the viewer watches a post. */
  function readWatch(post: string): void {
    const read = async () => (isMutating(queries) ? readWatch(post) : queries.invalidateQueries({ queryKey: watchQuery(post).queryKey }));
    reads.schedule(`watch ${post}`, read, { spread: 0, waits: true });
  }

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
        readFirst(`post ${post}`, () => discussions.readLater(post, atOnce));
  }

  /** Reads everything on the screen again. New posts and comments wait behind their buttons. */
  function reload(): void {
    const { feeds, posts } = shown();
    readNotifications();
    for (const feed of feeds) readNewest(feed);
    for (const post of posts) isDiscussed(queries, post) ? discussions.reload(post) : readPostLater(post);
  }

  return { apply, follow, readWatch, stop: reads.stop };
}
