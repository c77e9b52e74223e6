import {
  addEducation,
  addExperience,
  removeEducation,
  removeExperience,
  replaceEducation,
  replaceExperience,
} from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './profile-changes.ts';

export const entries: Mount = (app, { db }) => {
  route(app, db, addExperience, ({ member, body }) => store.addEntry(db, member, 'experience', body));
  route(app, db, replaceExperience, ({ member, params, body }) => store.replaceEntry(db, member, 'experience', params.id, body));
  route(app, db, removeExperience, ({ member, params }) => store.removeEntry(db, member, 'experience', params.id));
  route(app, db, addEducation, ({ member, body }) => store.addEntry(db, member, 'education', body));
  route(app, db, replaceEducation, ({ member, params, body }) => store.replaceEntry(db, member, 'education', params.id, body));
  route(app, db, removeEducation, ({ member, params }) => store.removeEntry(db, member, 'education', params.id));
};
