import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/id.ts';
import { notify } from './notify.ts';

/** Notifies members in the transaction of the event, and withdraws what is about deleted comments. Those about posts and accounts are deleted with them. */
export function notifyOfEvents({ events }: Context): void {
  events.on('comment.created', async (tx, { commentId, postId, authorId, postAuthorId, parentAuthorId = postAuthorId }) => {
    const others = [...new Set([postAuthorId, parentAuthorId])].filter((id) => id !== authorId);
    if (others.length > 0)
      await notify(tx, { kind: 'reply', id: commentId, actorId: authorId, subject: commentId, postId, commentId }, others);
  });
  events.on('like.added', async (tx, { postId, commentId, userId, authorId }) => {
    if (authorId !== userId)
      await notify(tx, { kind: 'like', id: newId(), actorId: userId, subject: commentId ?? postId, postId, commentId }, [authorId]);
  });
  events.on('mentions.changed', async (tx, { postId, commentId, authorId, added }) => {
    const others = added.filter((id) => id !== authorId);
    if (others.length > 0)
      await notify(tx, { kind: 'mention', id: newId(), actorId: authorId, subject: commentId ?? postId, postId, commentId }, others);
  });
  events.on('user.followed', async (tx, { userId, followerId }) => {
    await notify(tx, { kind: 'follow', id: newId(), actorId: followerId, subject: followerId }, [userId]);
  });
  events.on('comment.deleted', async (tx, { postId, commentId }) => {
    await tx.run`delete from notifications where post_id = ${postId} and comment_id = ${commentId}`;
  });
}
