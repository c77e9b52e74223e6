import * as contract from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { communityActivityOf } from './community.ts';
import { readMemberActivity } from './member.ts';
import { readTagActivity } from './tag.ts';

export const activity: Mount = (app, context) => {
  const { db } = context;
  route(app, contract.readMemberActivity, ({ member, params }) => readMemberActivity(db, member, params.id));
  route(app, contract.readTagActivity, ({ member, params }) => readTagActivity(db, member, params.tag));
  route(app, contract.readCommunityActivity, () => communityActivityOf(context)());
};
