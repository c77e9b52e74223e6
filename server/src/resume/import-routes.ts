import { importResume, previewResume, readProfileResume } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import { readResume } from './export.ts';
import * as store from './import/import.ts';
import { readText } from './import/reading.ts';

export const profileResume: Mount = (app, { db }) => {
  route(app, db, readProfileResume, ({ params }) => readResume(db, params.userId));
  route(app, db, previewResume, async ({ member, body, request }) => {
    const read = await readText(body.resume);
    await app.turn(request);
    return store.previewImport(db, member, read);
  });
  route(app, db, importResume, async ({ member, body, request }) => {
    const read = await readText(body.resume);
    await app.turn(request);
    return store.importResume(db, member, read, body);
  });
};
