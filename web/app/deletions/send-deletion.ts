import { deleteComment, deleteDraft, deletePost, removeEducation, removeExperience } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { statusOf } from '../api/client';
import { api } from '../api/queries';
import { contextOf, type DraftList, draftsKey, forgetDraft } from '../drafts/local-drafts';
import { forgetComment } from '../posts/comments/thread-cache';
import { forgetPost } from '../posts/post-queries';
import { showOwnProfile } from '../profiles/profile-queries';
import type { DeletionKind, PendingDeletion } from './pending';

type Send = (deletion: PendingDeletion, keepalive: boolean) => Promise<(queries: QueryClient) => void>;

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
  draft: async ({ id, version }, keepalive) => {
    await api(deleteDraft, { params: { context: contextOf(id) }, query: { version }, keepalive });
    forgetDraft(id);
    return (queries) =>
      void queries.setQueryData<DraftList>(
        draftsKey,
        (list) => list && { ...list, drafts: list.drafts.filter(({ context }) => context !== contextOf(id)) },
      );
  },
};

/** Deletes on the server. `keepalive` lets the request outlive the page. Resolves to the change of the cached queries that follows. */
export const sendDeletion: Send = (deletion, keepalive) => senders[deletion.kind](deletion, keepalive);

/** Ignores 404: the item was deleted before, in another tab or while the page closed. */
const ignoreMissing = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
