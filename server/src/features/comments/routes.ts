import {
  addComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  listThreads,
  unlikeComment,
  updateComment,
} from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendCounted, sendPage } from '../../platform/http/route.ts';
import * as store from './comments.ts';
import { setCommentLike } from './likes.ts';
import * as lists from './lists.ts';
import * as threads from './threads.ts';

export const comments: Mount = (app, context) => {
  route(app, listComments, async (call) => sendPage(call, await lists.listComments(context, call.member, call.params.id, call.query)));
  route(app, listThreads, async (call) => sendPage(call, await threads.listThreads(context, call.member, call.params.id, call.query)));
  route(app, listReplies, async (call) => sendPage(call, await threads.listReplies(context, call.member, call.params.id, call.query)));
  route(app, addComment, async (call) => {
    const { member, params, body, headers } = call;
    return sendCounted(call, await store.addComment(context, member, params.postId, body, headers['idempotency-key']));
  });
  route(app, updateComment, ({ member, params, body }) => store.updateComment(context, member, params.postId, params.commentId, body));
  route(app, likeComment, ({ member, params }) => setCommentLike(context, member, params.id, true));
  route(app, unlikeComment, ({ member, params }) => setCommentLike(context, member, params.id, false));
  route(app, deleteComment, async (call) => {
    const { member, params } = call;
    return sendCounted(call, await store.deleteComment(context, member, params.postId, params.commentId));
  });
};
