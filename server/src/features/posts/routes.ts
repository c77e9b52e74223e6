import * as contract from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendCounted, sendPage, sendTagged } from '../../platform/http/route.ts';
import { newId } from '../../platform/id.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { withTextId } from '../markdown/text-id.ts';
import { withMentions } from '../mentions/mentions.ts';
import { type Embed, postPage } from './hydration.ts';
import * as likes from './likes.ts';
import { pinnedBy, setPin } from './pins.ts';
import * as store from './posts.ts';
import { publicTags } from './public-sources.ts';
import * as revisions from './revisions.ts';

const embedOf = (lists = ''): Embed => ({ likes: lists.includes('likes'), comments: lists.includes('comments') });

const erased = { msg: 'Text erased' };

export const posts: Mount = (app, context) => {
  const { db } = context;
  const renderer = rendererOf(context);
  app.addHook('onClose', () => renderer.close());
  route(app, contract.previewText, async ({ member, body }) => ({
    html: withTextId(await withMentions(db, await renderer.render(body.text, member)), newId()),
  }));
  route(app, contract.listPosts, async (call) =>
    sendPage(call, await store.listPosts(context, call.member, call.query, embedOf(call.query.embed))),
  );
  route(app, contract.listPublicPosts, async (call) => {
    call.reply.header('cache-control', 'no-cache'); // stored by caches, which ask whether it is still public
    return sendPage(call, await store.listPublicPosts(context, call.query));
  });
  route(app, contract.listPublicTags, async () => (await publicTags(context)).slice(0, contract.limits.publicTags));
  route(app, contract.readPost, async (call) =>
    sendTagged(call, await store.readPost(context, call.member, call.params.id, embedOf(call.query.embed))),
  );
  route(app, contract.createPost, ({ member, body, headers }) => store.createPost(context, member, body, headers['idempotency-key']));
  route(app, contract.updatePost, ({ member, params, body }) => store.updatePost(context, member, params.id, body));
  route(app, contract.deletePost, async ({ member, params }) => {
    await store.deletePost(context, member, params.id);
    return { msg: 'Post removed' };
  });

  route(app, contract.listLikes, async (call) => sendPage(call, await likes.listLikes(db, call.params.id, call.query)));
  route(app, contract.likePost, ({ member, params }) => likes.setPostLike(context, member, params.id, true));
  route(app, contract.unlikePost, ({ member, params }) => likes.setPostLike(context, member, params.id, false));
  route(app, contract.likePostClassic, async (call) =>
    sendCounted(call, await likes.setPostLikeClassic(context, call.member, call.params.id, true)),
  );
  route(app, contract.unlikePostClassic, async (call) =>
    sendCounted(call, await likes.setPostLikeClassic(context, call.member, call.params.id, false)),
  );

  route(app, contract.pinPost, ({ member, params }) => setPin(db, member, params.postId, true));
  route(app, contract.unpinPost, ({ member, params }) => setPin(db, member, params.postId, false));
  route(app, contract.listPins, async (call) => {
    const page = await pinnedBy(call.query.author)(context, call.member, {});
    return sendTagged(call, await postPage(context, call.member, page, { likes: false, comments: false }));
  });

  route(app, contract.listPostRevisions, async (call) => sendPage(call, await revisions.listPostRevisions(db, call.params.id, call.query)));
  route(app, contract.listCommentRevisions, async (call) =>
    sendPage(call, await revisions.listCommentRevisions(db, call.params.id, call.query)),
  );
  route(app, contract.erasePostRevision, async ({ member, params }) => {
    await revisions.erasePostRevision(db, member, params.id, params.version);
    return erased;
  });
  route(app, contract.eraseCommentRevision, async ({ member, params }) => {
    await revisions.eraseCommentRevision(db, member, params.id, params.version);
    return erased;
  });
};
