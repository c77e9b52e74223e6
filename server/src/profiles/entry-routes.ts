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
  route(app, addExperience, ({ member, body }) => store.addEntry(db, member, 'experience', body));
  route(app, replaceExperience, ({ member, params, body }) => store.replaceEntry(db, member, 'experience', params.id, body));
  route(app, removeExperience, ({ member, params }) => store.removeEntry(db, member, 'experience', params.id));
  route(app, addEducation, ({ member, body }) => store.addEntry(db, member, 'education', body));
  route(app, replaceEducation, ({ member, params, body }) => store.replaceEntry(db, member, 'education', params.id, body));
  route(app, removeEducation, ({ member, params }) => store.removeEntry(db, member, 'education', params.id));
};
