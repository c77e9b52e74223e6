import { deleteComment, deletePost, removeEducation, removeExperience } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { statusOf } from '../api/client';
import { api } from '../api/queries';
import { forgetComment } from '../posts/comment-queries';
import { forgetPost } from '../posts/post-queries';
import { showOwnProfile } from '../profiles/profile-queries';
import type { DeletionKind, PendingDeletion } from './pending';

interface Kind {
  /** The alert while the deletion can be undone. */
  message: string;
  /** The alert when the server has refused. */
  failure: string;
  /** Deletes on the server. `keepalive` lets the request outlive the page. Resolves to the change of the cached queries that follows. */
  send: (deletion: PendingDeletion, keepalive: boolean) => Promise<(queries: QueryClient) => void>;
}

const entryKind = (name: string, endpoint: typeof removeExperience | typeof removeEducation): Kind => ({
  message: `${name} Removed`,
  failure: `${name} could not be deleted`,
  send: async ({ id }, keepalive) => {
    const { data: profile } = await api(endpoint, { params: { id }, keepalive });
    return (queries) => showOwnProfile(queries, profile);
  },
});

export const deletionKinds: Record<DeletionKind, Kind> = {
  post: {
    message: 'Post Removed',
    failure: 'Post could not be deleted',
    send: async ({ id }, keepalive) => {
      await ignoreMissing(api(deletePost, { params: { id }, keepalive }));
      return (queries) => forgetPost(queries, id);
    },
  },
  comment: {
    message: 'Comment Removed',
    failure: 'Comment could not be deleted',
    send: async ({ id, postId = '' }, keepalive) => {
      await ignoreMissing(api(deleteComment, { params: { postId, commentId: id }, keepalive }));
      return (queries) => forgetComment(queries, postId, id);
    },
  },
  experience: entryKind('Experience', removeExperience),
  education: entryKind('Education', removeEducation),
};

/** Ignores 404: the item was deleted before, in another tab or while the page closed. */
const ignoreMissing = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
