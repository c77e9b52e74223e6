import type { SecurityChange } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { newId } from '../../platform/id.ts';
import { handleKey } from '../handles/handles.ts';
import { keepOlderPosts } from './deletion.ts';
import { notifyOfPost } from './followed.ts';
import { membersOf, notifyOfAccount, notifyOfFollow, notifyOfLike, notifyOfText } from './notify.ts';
import { notifyOfComment } from './watchers.ts';

/** Maximum members whose notifications change with the deletion of a post, and who receive an event. */
const maxChanged = 1000;

/** Notifies members in the transaction of the event, and withdraws what is about deleted comments. Those about posts and accounts are deleted with them. */
export function notifyOfEvents(context: Context): void {
  const { events } = context;
  const changed = async (tx: Transaction, userIds: string[]): Promise<void> => {
    if (userIds.length > 0) await events.publish(tx, 'notifications.changed', { userIds });
  };
  events.on('comment.created', (tx, { authorId: actorId, ...comment }) => notifyOfComment(context, tx, { ...comment, actorId }));
  events.on('like.added', async (tx, { postId, commentId, userId, authorId }) => {
    const cause = { id: newId(), actorId: userId, subject: commentId ?? postId, commentId };
    if (authorId !== userId) await changed(tx, await notifyOfLike(tx, postId, cause, authorId));
  });
  // What was taken back is no longer shown.
  events.on('like.removed', (tx, { userId, authorId }) => changed(tx, authorId === userId ? [] : [authorId]));
  events.on('user.unfollowed', (tx, { userId }) => changed(tx, [userId]));
  events.on('mentions.changed', async (tx, { postId, commentId, authorId, added }) => {
    const others = added.filter((id) => id !== authorId);
    const cause = { id: newId(), actorId: authorId, subject: commentId ?? postId, commentId };
    if (others.length > 0) await changed(tx, await notifyOfText(tx, sql`'mention'`, postId, cause, membersOf(others)));
  });
  events.on('user.followed', async (tx, { userId, followerId }) => {
    await changed(tx, await notifyOfFollow(tx, { id: newId(), actorId: followerId, subject: followerId }, userId));
  });
  events.on('post.created', (tx, post) => notifyOfPost(context, tx, post));
  events.on('session.created', async (tx, { userId, sessionId, isNewDevice }) => {
    if (isNewDevice) await changed(tx, await notifyOfAccount(tx, 'signIn', userId, sessionId));
  });
  const notifyOfChange = async (tx: Transaction, userId: string, change: SecurityChange) =>
    changed(tx, await notifyOfAccount(tx, 'security', userId, `${change} ${newId()}`));
  events.on('password.changed', (tx, { userId }) => notifyOfChange(tx, userId, 'password'));
  events.on('user.emailChanged', (tx, { userId }) => notifyOfChange(tx, userId, 'email'));
  events.on('user.dataExported', (tx, { userId }) => notifyOfChange(tx, userId, 'export'));
  events.on('user.handleChanged', async (tx, { userId, handle, former }) => {
    if (former === null || handleKey(handle) !== handleKey(former)) await notifyOfChange(tx, userId, 'handle');
  });
  events.on('post.deleted', async (tx, { postId }) => {
    const rows = await tx.all<{ user_id: string }>`
      select distinct user_id from (
        select user_id from notifications where post_id = ${postId} and read_at is null limit cast(${maxChanged} as integer)) unread`;
    await keepOlderPosts(tx, [postId]);
    await changed(
      tx,
      rows.map(({ user_id }) => user_id),
    );
  });
  events.on('comment.deleted', async (tx, { postId, commentId }) => {
    const rows = await tx.all<{ user_id: string }>`
      delete from notifications where post_id = ${postId} and comment_id = ${commentId} returning user_id`;
    await changed(tx, [...new Set(rows.map(({ user_id }) => user_id))]);
  });
}
