import { deleteDraft, listDrafts, readDraft, saveDraft } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import * as store from './drafts.ts';

export const drafts: Mount = (app, context) => {
  const { db } = context;
  route(app, listDrafts, ({ member }) => store.listDrafts(context, member));
  route(app, readDraft, ({ member, params }) => store.readDraft(db, member, params.context));
  route(app, saveDraft, ({ member, params, body }) => store.saveDraft(db, member, params.context, body));
  route(app, deleteDraft, async ({ member, params, query }) => {
    await store.deleteDraft(db, member, params.context, query.version);
    return { msg: 'Draft removed' };
  });
};
