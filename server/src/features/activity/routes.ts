import * as contract from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Mount } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { readCommunityActivity } from './community.ts';
import { readMemberActivity } from './member.ts';
import { readTagActivity } from './tag.ts';

/** How long the activity of the community may be outdated (milliseconds): every page of Explore has it. */
const communityTtl = 60_000;

export const activity: Mount = (app, { db }) => {
  const community = new LRUCache<'all', contract.CommunityActivity>({
    max: 1,
    ttl: communityTtl,
    // Does not store that a site has too few members.
    fetchMethod: async () => {
      const read = await readCommunityActivity(db);
      return read.months.length > 0 ? read : undefined;
    },
  });
  route(app, contract.readMemberActivity, ({ member, params }) => readMemberActivity(db, member, params.id));
  route(app, contract.readTagActivity, ({ member, params }) => readTagActivity(db, member, params.tag));
  route(app, contract.readCommunityActivity, async () => (await community.fetch('all')) ?? { months: [] });
};
