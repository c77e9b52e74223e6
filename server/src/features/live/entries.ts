import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import type { Entry } from './entry.ts';
import { writeEntries } from './queue.ts';

/** Writes what events change to the queue, in their transaction: one row per transaction. */
export function recordEvents({ db, events }: Pick<Context, 'db' | 'events'>): void {
  const pending = new WeakMap<Transaction, Entry[]>();

  async function record(tx: Transaction, entry: Entry): Promise<void> {
    const entries = pending.get(tx);
    if (entries) return void entries.push(entry);
    const first = [entry];
    pending.set(tx, first);
    tx.beforeCommit(() => writeEntries(tx, first));
    tx.afterCommit(db.announce);
  }

  events.on('post.created', (tx, { postId, authorId }) => record(tx, { kind: 'post', change: 'created', post: postId, author: authorId }));
  events.on('post.edited', (tx, { postId, authorId }) => record(tx, { kind: 'post', change: 'edited', post: postId, author: authorId }));
  events.on('post.deleted', (tx, { postId, authorId }) => record(tx, { kind: 'post', change: 'deleted', post: postId, author: authorId }));
  events.on('comment.created', (tx, { postId, commentId, authorId }) =>
    record(tx, { kind: 'comment', change: 'comment', post: postId, comment: commentId, author: authorId }),
  );
  events.on('comment.edited', (tx, { postId, commentId }) =>
    record(tx, { kind: 'comment', change: 'commentEdited', post: postId, comment: commentId }),
  );
  events.on('comment.deleted', (tx, { postId, commentId }) =>
    record(tx, { kind: 'comment', change: 'commentDeleted', post: postId, comment: commentId }),
  );
  const like = (postId: string, commentId: string | undefined): Entry => ({
    kind: 'like',
    post: postId,
    ...(commentId !== undefined && { comment: commentId }),
  });
  events.on('like.added', (tx, { postId, commentId }) => record(tx, like(postId, commentId)));
  events.on('like.removed', (tx, { postId, commentId }) => record(tx, like(postId, commentId)));
  events.on('notifications.changed', (tx, { userIds }) => record(tx, { kind: 'notifications', users: userIds }));
  // A new session may replace the least recently used one.
  events.on('session.created', (tx, { userId }) => record(tx, { kind: 'sessions', user: userId }));
  events.on('session.ended', (tx, { userId }) => record(tx, { kind: 'sessions', user: userId }));
  events.on('password.changed', (tx, { userId }) => record(tx, { kind: 'sessions', user: userId }));
  events.on('user.emailChanged', async (tx, { userId, undone }) => {
    if (undone) await record(tx, { kind: 'sessions', user: userId });
  });
  events.on('user.deleted', (tx, { userId }) => record(tx, { kind: 'sessions', user: userId }));
}
