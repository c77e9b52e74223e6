import type { Context } from '../../platform/context.ts';
import { indexDocument } from './documents.ts';
import { commentDocument, indexComment, indexPerson, indexPost, postDocument } from './index-rows.ts';

/** Indexes what members write, in the transaction that writes it. Rows that are deleted take their documents with them; hidden ones lose theirs here. */
export function indexChanges({ events }: Context): void {
  events.on('user.created', (tx, { userId }) => indexPerson(tx, userId));
  events.on('profile.changed', (tx, { userId }) => indexPerson(tx, userId));
  events.on('user.deleted', async (tx, { userId }) => void (await tx.run`delete from search_documents where id = ${userId}`));
  events.on('post.created', (tx, { postId: id, authorId, title, text, tags }) =>
    indexDocument(tx, postDocument({ id, user_id: authorId, title, text, format: 'markdown', tags })),
  );
  events.on('post.edited', async (tx, { postId, isTextChanged }) => {
    if (isTextChanged) await indexPost(tx, postId);
  });
  events.on('post.tagsChanged', async (tx, { postIds }) => {
    for (const id of postIds) await indexPost(tx, id);
  });
  events.on('post.deleted', async (tx, { postId }) => void (await tx.run`delete from search_documents where id = ${postId}`));
  events.on('comment.created', (tx, { commentId: id, postId, authorId, text }) =>
    indexDocument(tx, commentDocument({ id, post_id: postId, user_id: authorId, text, format: 'markdown' })),
  );
  events.on('comment.edited', (tx, { commentId }) => indexComment(tx, commentId));
}
