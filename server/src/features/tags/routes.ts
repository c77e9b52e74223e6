import { listTags, readTag } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import * as store from './tags.ts';

export const tags: Mount = (app, { db }) => {
  route(app, listTags, async (call) => sendPage(call, await store.listTags(db, call.query)));
  route(app, readTag, ({ member, params }) => store.readTag(db, member, params.tag));
};
