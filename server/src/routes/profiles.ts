import {
  addEducation,
  addExperience,
  listProfiles,
  listRepositories,
  readOwnProfile,
  readProfile,
  removeEducation,
  removeExperience,
  saveProfile,
} from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { codeHost } from '../code-host.ts';
import { route, sendPage } from '../route.ts';
import * as education from '../store/education.ts';
import * as experience from '../store/experience.ts';
import * as store from '../store/profiles.ts';

export const profiles: Mount = (app, { db, settings }) => {
  const repositories = codeHost({ url: settings.githubApiUrl, token: settings.githubToken });

  route(app, db, listProfiles, async (call) => sendPage(call, await store.listProfiles(db, call.query)));
  route(app, db, readOwnProfile, ({ member }) => store.readProfile(db, member.id, 'noOwnProfile'));
  route(app, db, readProfile, ({ params }) => store.readProfile(db, params.userId, 'profileNotFound'));
  route(app, db, saveProfile, ({ member, body }) => store.saveProfile(db, member, body));

  route(app, db, addExperience, ({ member, body }) => experience.addExperience(db, member, body));
  route(app, db, removeExperience, ({ member, params }) => experience.removeExperience(db, member, params.id));
  route(app, db, addEducation, ({ member, body }) => education.addEducation(db, member, body));
  route(app, db, removeEducation, ({ member, params }) => education.removeEducation(db, member, params.id));

  route(app, db, listRepositories, ({ params }) => repositories(params.username));
};
