import { importResume, previewResume, readProfileResume } from '@dev-connector/contract';
import type { Mount } from '../../../platform/context.ts';
import { originOf } from '../../../platform/http/origin.ts';
import { route } from '../../../platform/http/route.ts';
import { readProfileAsResume } from '../export.ts';
import * as store from './import.ts';

export const profileResume: Mount = (app, context) => {
  const { db, settings } = context;
  route(app, readProfileResume, ({ params, request }) => readProfileAsResume(db, params.userId, originOf(settings, request)));
  route(app, previewResume, async ({ member, body, request }) => {
    const read = await store.readImport(body.resume);
    await app.timeSlice(request);
    return store.previewImport(db, member, read);
  });
  route(app, importResume, async ({ member, body, request }) => {
    const read = await store.readImport(body.resume);
    await app.timeSlice(request);
    return store.importResume(context, member, read, body);
  });
};
