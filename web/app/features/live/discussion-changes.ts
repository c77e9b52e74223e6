import { type Comment, limits, listComments, listThreads, type Thread } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import { readToken } from '../../api/token';
import { accountQuery } from '../accounts/auth-queries';
import { addOwn } from '../comments/sent-comments';
import {
  hideComment,
  isListed,
  listedIds,
  newestListed,
  reloadComments,
  unknownOf,
  updateComment,
  updateComments,
} from '../comments/thread-cache';
import { isDeleted, type Listed, threadsKey, waitingQuery } from '../comments/thread-queries';
import { findPost } from '../posts/post-queries';
import { hasMutatedSince, isMutating } from './mutations';
import { personal, type Reads, shared } from './reads';
import { isDiscussed } from './shown';

interface Posts {
  /** Reads a post, then shows the new comments on it. If the viewer is changing something, calls `later` instead and returns false. */
  read(id: string, later: () => void): Promise<boolean>;
  readLater(id: string): void;
}

/** Applies what has changed in a discussion. New comments of others wait behind a button, so that nothing moves. */
export function createDiscussionChanges(queries: QueryClient, reads: Reads, posts: Posts) {
  /** New comments by post, until their post has been read. */
  const arrived = new Map<string, string[]>();
  /** Comments that the viewer has written elsewhere by post, until they are listed. */
  const written = new Map<string, string[]>();

  function apply(post: string, change: string | undefined, comment: string | undefined, own = false): void {
    if (comment && change === 'comment') add(own ? written : arrived, post, [comment]);
    if (comment && change === 'comment' && own) readOwnLater(post);
    if (comment && change === 'commentDeleted') hideComment(queries, post, comment);
    if (comment && (change === 'commentEdited' || change === 'like')) readCommentLater(post, comment);
    else posts.readLater(post);
  }

  function readCommentLater(postId: string, id: string): void {
    if (!isListed(queries, postId, id)) return;
    reads.schedule(`comment ${id}`, () => showComment(postId, id), shared);
  }

  function showArrived(id: string): void {
    const comments = arrived.get(id) ?? [];
    arrived.delete(id);
    if (isDiscussed(queries, id)) queries.setQueryData(waitingQuery(id).queryKey, (waiting) => withoutRepeats(waiting, comments));
  }

  const readOwnLater = (postId: string) => reads.schedule(`own ${postId}`, () => showOwn(postId), { ...personal, waits: true });

  /** Lists the comments that the viewer has written in another tab or on another device. Others that have come since the newest on the screen wait. */
  async function showOwn(postId: string): Promise<void> {
    if (isMutating(queries) || queries.isFetching({ queryKey: threadsKey(postId) }) > 0) return readOwnLater(postId);
    const ids = written.get(postId) ?? [];
    if (!isDiscussed(queries, postId) || ids.every((id) => isListed(queries, postId, id))) return;
    const startedAt = Date.now();
    const { data, total = data.length } = await api(listComments, { params: { id: postId }, query: { limit: limits.pageMax } });
    if (hasMutatedSince(queries, startedAt)) return readOwnLater(postId);
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
    posts.readLater(postId);
  }

  function isOwn({ user }: Comment): boolean {
    const account = queries.getQueryData(accountQuery(readToken()).queryKey);
    return account !== undefined && user === account._id;
  }

  async function showComment(postId: string, id: string): Promise<void> {
    if (isMutating(queries)) return readCommentLater(postId, id);
    const startedAt = Date.now();
    const { data } = await api(listThreads, { params: { id: postId }, query: { limit: 1, around: id } });
    const comment = data.flatMap((thread) => [thread.comment, ...thread.replies]).find(({ _id }) => _id === id);
    if (!comment || isDeleted(comment)) return;
    if (hasMutatedSince(queries, startedAt)) return readCommentLater(postId, id);
    updateComment(queries, postId, id, () => comment);
  }

  /** `findsAll`: also looks for changes that leave the number of comments the same. */
  function readLater(id: string, options = shared, findsAll = false): void {
    reads.schedule(`${findsAll ? 'whole ' : ''}discussion ${id}`, () => showDiscussion(id, findsAll), options);
  }

  /** Shows the state of a discussion, and finds the comments that are newer than those on the screen. */
  async function showDiscussion(id: string, findsAll: boolean): Promise<void> {
    const again = () => readLater(id, shared, findsAll);
    if (isMutating(queries)) return again();
    const startedAt = Date.now();
    let threads: Thread[];
    try {
      threads = (await api(listThreads, { params: { id }, query: { limit: limits.pageMax, order: 'newest' } })).data;
    } catch (error) {
      if (statusOf(error) === 404) posts.readLater(id); // which may be gone
      return;
    }
    const newest = newestListed(queries, id);
    if (newest === undefined) return;
    if (hasMutatedSince(queries, startedAt)) return again();
    const byId = toMap(threads.flatMap((thread) => [thread.comment, ...thread.replies]));
    updateComments(queries, id, (comment) => byId.get(comment._id) ?? comment);
    const newer = oldestFirst([...byId.values()].filter(({ _id }) => _id > newest));
    const known = countOf(id) + unknownOf(queries, id, withoutRepeats(arrived.get(id), idsOf(newer))).length;
    showNew(id, newer);
    if (!(await posts.read(id, again))) return;
    const difference = countOf(id) - known;
    if (findsAll || difference !== 0) await showUnlisted(id, difference);
  }

  /** Finds new replies that no thread embeds, and hides deleted comments. `difference`: the number of comments of the post minus the known ones. */
  async function showUnlisted(id: string, difference: number): Promise<void> {
    const again = () => reads.schedule(`unlisted ${id}`, () => showUnlisted(id, difference), shared);
    if (isMutating(queries)) return again();
    const startedAt = Date.now();
    const listed = listedIds(queries, id);
    const { data, next } = await api(listComments, { params: { id }, query: { limit: limits.pageMax } });
    if (hasMutatedSince(queries, startedAt)) return again();
    const byId = toMap(data);
    const ids = [...byId.keys()];
    updateComments(queries, id, (comment) => byId.get(comment._id) ?? comment);
    const oldest = next === undefined ? '' : ids.at(-1);
    const deleted = oldest === undefined ? [] : listed.filter((one) => one > oldest && !byId.has(one));
    for (const one of deleted) hideComment(queries, id, one);
    const unlisted = unknownOf(queries, id, ids).slice(0, Math.max(0, difference + deleted.length));
    showNew(id, oldestFirst(unlisted.flatMap((one) => byId.get(one) ?? [])));
    showArrived(id);
  }

  /** Lists new comments of the viewer. Those of others wait until their post has been read. */
  function showNew(id: string, comments: Comment[]): void {
    for (const comment of comments) if (isOwn(comment)) addOwn(queries, id, comment);
    add(arrived, id, idsOf(comments.filter((comment) => !isOwn(comment))));
  }

  const countOf = (id: string): number => findPost(queries, id)?.commentCount ?? 0;

  /** Reads a discussion again. Its threads may not have been read yet. */
  function reload(id: string): void {
    if (newestListed(queries, id) !== undefined) {
      readLater(id, shared, true);
      return;
    }
    posts.readLater(id);
    reads.schedule(`threads ${id}`, () => reloadComments(queries, id), shared);
  }

  return { apply, showArrived, readLater, reload };
}

/** Adds ids to those of a post. */
const add = (byPost: Map<string, string[]>, post: string, ids: string[]) => byPost.set(post, withoutRepeats(byPost.get(post), ids));

/** The comments that are not deleted, by id. */
const toMap = (comments: Listed[]): Map<string, Comment> =>
  new Map(comments.flatMap((comment) => (isDeleted(comment) ? [] : [[comment._id, comment]])));

const oldestFirst = (comments: Comment[]): Comment[] => comments.toSorted((a, b) => (a._id < b._id ? -1 : 1));
const idsOf = (comments: Comment[]): string[] => comments.map(({ _id }) => _id);

/** Events may be repeated. */
const withoutRepeats = (ids: string[] = [], more: string[]): string[] => [...new Set([...ids, ...more])];
