import { deleteDraft, listDrafts, readDraft, saveDraft } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './drafts.ts';

export const drafts: Mount = (app, { db }) => {
  route(app, db, listDrafts, ({ member }) => store.listDrafts(db, member));
  route(app, db, readDraft, ({ member, params }) => store.readDraft(db, member, params.context));
  route(app, db, saveDraft, ({ member, params, body }) => store.saveDraft(db, member, params.context, body));
  route(app, db, deleteDraft, async ({ member, params, query }) => {
    await store.deleteDraft(db, member, params.context, query.version);
    return { msg: 'Draft removed' };
  });
};
