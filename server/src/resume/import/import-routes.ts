import { importResume, previewResume, readProfileResume } from '@dev-connector/contract';
import type { Mount } from '../../app.ts';
import { route } from '../../http/route.ts';
import { readProfileAsResume } from '../export.ts';
import * as store from './import.ts';

export const profileResume: Mount = (app, { db }) => {
  route(app, db, readProfileResume, ({ params }) => readProfileAsResume(db, params.userId));
  route(app, db, previewResume, ({ member, body }) => store.previewImport(db, member, body.resume));
  route(app, db, importResume, ({ member, body }) => store.importResume(db, member, body));
};
