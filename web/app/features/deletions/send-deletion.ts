import { deleteComment, deleteDraft, deletePost, removeEducation, removeExperience } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../api/client';
import type { DeletionKind, PendingDeletion } from '../../api/pending-deletions';
import { api } from '../../api/queries';
import { forgetComment } from '../comments/thread-cache';
import { eraseRecord, readRecord, writeRecord } from '../drafts/records';
import { isText } from '../drafts/stored-drafts';
import { forgetPost } from '../posts/post-queries';
import { showOwnProfile } from '../profiles/profile-queries';

/** Changes the cached queries as the deletion requires. A promise resolves when the item has left them. */
type UpdateQueries = (queries: QueryClient) => void | Promise<void>;

type Send = (deletion: PendingDeletion, keepalive: boolean) => Promise<UpdateQueries>;

const sendEntry =
  (endpoint: typeof removeExperience | typeof removeEducation): Send =>
  async ({ id }, keepalive) => {
    const { data: profile } = await api(endpoint, { params: { id }, keepalive });
    return (queries) => showOwnProfile(queries, profile);
  };

const senders: Record<DeletionKind, Send> = {
  post: async ({ id }, keepalive) => {
    await ignoreMissing(api(deletePost, { params: { id }, keepalive }));
    return (queries) => forgetPost(queries, id);
  },
  comment: async ({ id, postId = '' }, keepalive) => {
    await ignoreMissing(api(deleteComment, { params: { postId, commentId: id }, keepalive }));
    return (queries) => forgetComment(queries, postId, id);
  },
  experience: sendEntry(removeExperience),
  education: sendEntry(removeEducation),
  draft: async ({ id, userId, version }, keepalive) => {
    const [context = ''] = id.slice(userId.length + 1).split('#');
    // The version in the record: a text that was begun since may have replaced the server's copy, or another tab may have saved once more.
    const record = readRecord(id);
    const deleted = record ? record.version : version;
    if (isText(context) && deleted !== undefined)
      await ignoreChanged(api(deleteDraft, { params: { context }, query: { version: deleted }, keepalive }));
    // Without a version, the server may have a copy whose response was lost: it is deleted with the next synchronization.
    if (record && deleted === undefined) eraseRecord(id);
    else if (record) writeRecord(id, undefined);
    return (queries) => queries.invalidateQueries({ queryKey: ['drafts'] });
  },
};

/** Deletes on the server. `keepalive` lets the request outlive the page. Resolves to the change of the cached queries that follows. */
export const sendDeletion: Send = (deletion, keepalive) => senders[deletion.kind](deletion, keepalive);

/** Ignores 409: the draft has changed on another device since, and stays. */
const ignoreChanged = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (statusOf(error) !== 409) throw error;
  });

/** Ignores 404: the item was deleted before, in another tab or while the page closed. */
const ignoreMissing = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
