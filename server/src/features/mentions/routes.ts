import * as contract from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { suggestMentions } from './suggestions.ts';

export const mentions: Mount = (app, { db }) => {
  route(app, contract.suggestMentions, ({ member, query }) => suggestMentions(db, member, query));
};
