import { likePost, unlikePost } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../route.ts';
import * as store from '../store/likes.ts';

export const likes: Mount = (app, { db }) => {
  route(app, db, likePost, ({ member, params }) => store.likePost(db, member, params.id));
  route(app, db, unlikePost, ({ member, params }) => store.unlikePost(db, member, params.id));
};
