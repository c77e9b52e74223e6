import { createPost, deletePost, listPosts, previewText, readPost, updatePost } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route, sendPage, sendTagged } from '../http/route.ts';
import type { Embed } from './hydration.ts';
import * as store from './posts.ts';

const embedOf = (lists = ''): Embed => ({ likes: lists.includes('likes'), comments: lists.includes('comments') });

export const posts: Mount = (app, context) => {
  const { texts } = context;
  app.addHook('onClose', () => texts.close());
  route(app, previewText, async ({ member, body }) => ({ html: await texts.render(body.text, member.id) }));
  route(app, listPosts, async (call) => sendPage(call, await store.listPosts(context, call.member, call.query, embedOf(call.query.embed))));
  route(app, readPost, async (call) =>
    sendTagged(call, await store.readPost(context, call.member, call.params.id, embedOf(call.query.embed))),
  );
  route(app, createPost, ({ member, body, headers }) => store.createPost(context, member, body, headers['idempotency-key']));
  route(app, updatePost, ({ member, params, body }) => store.updatePost(context, member, params.id, body));
  route(app, deletePost, async ({ member, params }) => {
    await store.deletePost(context, member, params.id);
    return { msg: 'Post removed' };
  });
};
