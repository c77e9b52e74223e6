import { likePost, listLikes, unlikePost } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route, sendCounted, sendPage } from '../http/route.ts';
import * as store from './likes.ts';

export const likes: Mount = (app, { db }) => {
  route(app, listLikes, async (call) => sendPage(call, await store.listLikes(db, call.params.id, call.query)));
  route(app, likePost, async (call) => sendCounted(call, await store.likePost(db, call.member, call.params.id)));
  route(app, unlikePost, async (call) => sendCounted(call, await store.unlikePost(db, call.member, call.params.id)));
};
