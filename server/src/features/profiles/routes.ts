import * as contract from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { route, sendTagged } from '../../platform/http/route.ts';
import { userIdOf } from '../handles/handles.ts';
import * as changes from './profile-changes.ts';
import * as store from './profiles.ts';
import * as skills from './skills.ts';

export const profiles: Mount = (app, context) => {
  const { db } = context;
  route(app, contract.readOwnProfile, async (call) => sendTagged(call, await store.profileJson(context, call.member.id, 'noOwnProfile')));
  route(app, contract.readProfile, async (call) => {
    const id = await userIdOf(db, call.params.userId);
    if (id === undefined) throw new Failure('profileNotFound');
    return sendTagged(call, await store.profileJson(context, id, 'profileNotFound'));
  });
  route(app, contract.saveProfile, ({ member, body }) => changes.saveProfile(context, member, body));
  route(app, contract.suggestSkills, ({ query }) => skills.suggestSkills(db, query.q));
  route(app, contract.addExperience, ({ member, body }) => changes.addEntry(context, member, 'experience', body));
  route(app, contract.replaceExperience, ({ member, params, body }) =>
    changes.replaceEntry(context, member, 'experience', params.id, body),
  );
  route(app, contract.removeExperience, ({ member, params }) => changes.removeEntry(context, member, 'experience', params.id));
  route(app, contract.addEducation, ({ member, body }) => changes.addEntry(context, member, 'education', body));
  route(app, contract.replaceEducation, ({ member, params, body }) => changes.replaceEntry(context, member, 'education', params.id, body));
  route(app, contract.removeEducation, ({ member, params }) => changes.removeEntry(context, member, 'education', params.id));
};
