import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/id.ts';
import { notify } from './notify.ts';
import { notifyOfComment } from './watchers.ts';

/** Notifies members in the transaction of the event, and withdraws what is about deleted comments. Those about posts and accounts are deleted with them. */
export function notifyOfEvents(context: Context): void {
  const { events } = context;
  events.on('comment.created', (tx, { commentId, postId, authorId, postAuthorId, parentAuthorId = postAuthorId }) =>
    notifyOfComment(context, tx, { commentId, postId, actorId: authorId, repliedTo: [...new Set([postAuthorId, parentAuthorId])] }),
  );
  events.on('like.added', async (tx, { postId, commentId, userId, authorId }) => {
    const cause = { id: newId(), actorId: userId, subject: commentId ?? postId, postId, commentId };
    if (authorId !== userId) await notify(tx, 'like', cause, [authorId]);
  });
  events.on('mentions.changed', async (tx, { postId, commentId, authorId, added }) => {
    const others = added.filter((id) => id !== authorId);
    const cause = { id: newId(), actorId: authorId, subject: commentId ?? postId, postId, commentId };
    if (others.length > 0) await notify(tx, 'mention', cause, others);
  });
  events.on('user.followed', async (tx, { userId, followerId }) => {
    await notify(tx, 'follow', { id: newId(), actorId: followerId, subject: followerId }, [userId]);
  });
  events.on('comment.deleted', async (tx, { postId, commentId }) => {
    await tx.run`delete from notifications where post_id = ${postId} and comment_id = ${commentId}`;
  });
}
