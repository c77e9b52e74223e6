import {
  changeFollowSettings,
  followTag,
  followUser,
  listFollowers,
  listFollowing,
  muteTag,
  readFollowState,
  readOwnFollows,
  suggestFollows,
  unfollowTag,
  unfollowUser,
  unmuteTag,
} from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import * as store from './follows.ts';
import { listFollows } from './lists.ts';
import * as suggestions from './suggestions.ts';
import * as tagFollows from './tag-follows.ts';

export const follows: Mount = (app, context) => {
  const { db } = context;
  route(app, readOwnFollows, ({ member }) => tagFollows.readOwnFollows(db, member));
  route(app, readFollowState, ({ member, params }) => store.readFollowState(db, member, params.id));
  route(app, followUser, ({ member, params }) => store.setUserFollow(context, member, params.id, true));
  route(app, unfollowUser, ({ member, params }) => store.setUserFollow(context, member, params.id, false));
  route(app, listFollowers, async (call) =>
    sendPage(call, await listFollows(context, call.member, call.params.id, 'followers', call.query)),
  );
  route(app, listFollowing, async (call) =>
    sendPage(call, await listFollows(context, call.member, call.params.id, 'following', call.query)),
  );
  route(app, changeFollowSettings, ({ member, body }) => store.changeFollowSettings(db, member, body));
  route(app, suggestFollows, ({ member }) => suggestions.suggestFollows(context, member));
  route(app, followTag, ({ member, params }) => tagFollows.setTagFollow(context, member, params.tag, true));
  route(app, unfollowTag, ({ member, params }) => tagFollows.setTagFollow(context, member, params.tag, false));
  route(app, muteTag, ({ member, params }) => tagFollows.setTagMute(db, member, params.tag, true));
  route(app, unmuteTag, ({ member, params }) => tagFollows.setTagMute(db, member, params.tag, false));
};
