import { addExperience, removeExperience } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './experience.ts';

export const experience: Mount = (app, { db }) => {
  route(app, db, addExperience, ({ member, body }) => store.addExperience(db, member, body));
  route(app, db, removeExperience, ({ member, params }) => store.removeExperience(db, member, params.id));
};
