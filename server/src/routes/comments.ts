import { addComment, deleteComment } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../route.ts';
import * as store from '../store/comments.ts';

export const comments: Mount = (app, { db }) => {
  route(app, db, addComment, ({ member, params, body, headers }) =>
    store.addComment(db, member, params.postId, body.text, headers['idempotency-key']),
  );
  route(app, db, deleteComment, ({ member, params }) => store.deleteComment(db, member, params.postId, params.commentId));
};
