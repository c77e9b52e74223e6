import type { Context } from '../../platform/context.ts';
import { indexComment, indexPerson, indexPost } from './index-rows.ts';

/** Indexes what members write, in the transaction that writes it. Rows that are deleted take their documents with them; hidden ones lose theirs here. */
export function indexChanges({ events }: Context): void {
  events.on('user.created', (tx, { userId }) => indexPerson(tx, userId));
  events.on('profile.changed', (tx, { userId }) => indexPerson(tx, userId));
  events.on('user.deleted', async (tx, { userId }) => void (await tx.run`delete from search_documents where id = ${userId}`));
  events.on('post.created', (tx, { postId }) => indexPost(tx, postId));
  events.on('post.edited', async (tx, { postId, isTextChanged }) => {
    if (isTextChanged) await indexPost(tx, postId);
  });
  events.on('post.tagsChanged', async (tx, { postIds }) => {
    for (const id of postIds) await indexPost(tx, id);
  });
  events.on('post.deleted', async (tx, { postId }) => void (await tx.run`delete from search_documents where id = ${postId}`));
  events.on('comment.created', (tx, { commentId }) => indexComment(tx, commentId));
  events.on('comment.edited', (tx, { commentId }) => indexComment(tx, commentId));
}
