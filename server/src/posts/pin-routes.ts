import { listPins, pinPost, unpinPost } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route, sendTagged } from '../http/route.ts';
import { postPage } from './hydration.ts';
import { pinnedBy, setPin } from './pins.ts';

export const pins: Mount = (app, context) => {
  route(app, pinPost, ({ member, params }) => setPin(context.db, member, params.postId, true));
  route(app, unpinPost, ({ member, params }) => setPin(context.db, member, params.postId, false));
  route(app, listPins, async (call) => {
    const page = await pinnedBy(call.query.author)(context, call.member, {});
    return sendTagged(call, await postPage(context, call.member, page, { likes: false, comments: false }));
  });
};
