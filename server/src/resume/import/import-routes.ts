import { importResume, previewResume, readProfileResume } from '@dev-connector/contract';
import type { Mount } from '../../app.ts';
import { route } from '../../http/route.ts';
import { originOf } from '../../pages/pages.ts';
import { readProfileAsResume } from '../export.ts';
import * as store from './import.ts';

export const profileResume: Mount = (app, context) => {
  const { db, settings } = context;
  route(app, db, readProfileResume, ({ params, request }) =>
    readProfileAsResume(db, params.userId, settings.publicUrl ?? originOf(request)),
  );
  route(app, db, previewResume, ({ member, body }) => store.previewImport(db, member, body.resume));
  route(app, db, importResume, ({ member, body }) => store.importResume(context, member, body));
};
