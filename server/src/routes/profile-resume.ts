import { readProfileResume } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../route.ts';
import * as store from '../store/resume.ts';

export const profileResume: Mount = (app, { db }) => {
  route(app, db, readProfileResume, ({ params }) => store.readResume(db, params.userId));
};
