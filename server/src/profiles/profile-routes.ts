import { readOwnProfile, readProfile, saveProfile, suggestSkills } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route, sendTagged } from '../http/route.ts';
import * as changes from './profile-changes.ts';
import * as store from './profiles.ts';
import * as skills from './skills.ts';

export const profiles: Mount = (app, context) => {
  const { db } = context;
  route(app, readOwnProfile, async (call) => sendTagged(call, await store.profileJson(context, call.member.id, 'noOwnProfile')));
  route(app, readProfile, async (call) => sendTagged(call, await store.profileJson(context, call.params.userId, 'profileNotFound')));
  route(app, saveProfile, ({ member, body }) => changes.saveProfile(context, member, body));
  route(app, suggestSkills, ({ query }) => skills.suggestSkills(db, query.q));
};
