import { addEducation, removeEducation } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './education.ts';

export const education: Mount = (app, { db }) => {
  route(app, db, addEducation, ({ member, body }) => store.addEducation(db, member, body));
  route(app, db, removeEducation, ({ member, params }) => store.removeEducation(db, member, params.id));
};
