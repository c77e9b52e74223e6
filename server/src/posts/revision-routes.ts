import { eraseCommentRevision, erasePostRevision, listCommentRevisions, listPostRevisions } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route, sendPage } from '../http/route.ts';
import * as store from './revisions.ts';

const erased = { msg: 'Text erased' };

export const revisions: Mount = (app, { db }) => {
  route(app, listPostRevisions, async (call) => sendPage(call, await store.listPostRevisions(db, call.params.id, call.query)));
  route(app, listCommentRevisions, async (call) => sendPage(call, await store.listCommentRevisions(db, call.params.id, call.query)));
  route(app, erasePostRevision, async ({ member, params }) => {
    await store.erasePostRevision(db, member, params.id, params.version);
    return erased;
  });
  route(app, eraseCommentRevision, async ({ member, params }) => {
    await store.eraseCommentRevision(db, member, params.id, params.version);
    return erased;
  });
};
