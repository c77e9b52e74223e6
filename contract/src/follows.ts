import { avatar } from './avatars.ts';
import { handle } from './handles.ts';
import { profile } from './profiles/profiles.ts';
import { endpoint } from './shared/endpoint.ts';
import { array, boolean, byId, id, instant, integer, object, optional, page, type Static, string } from './shared/schema.ts';

const user = object({ _id: id(), name: string(), handle: handle(), avatar: avatar() });

/** Whether the viewer follows a member of a list. */
export const followedByViewer = object({ following: boolean({ description: 'Whether the viewer follows this member.' }) });

/** A member in a list, with the profile as `GET /api/profile?embed=` returns it, if there is one. */
export const person = object(
  {
    user,
    profile: optional(profile),
    followedAt: optional(instant({ description: 'When this member began to follow you. Only in your own list of followers.' })),
    viewer: followedByViewer,
  },
  { title: 'Person' },
);
export type Person = Static<typeof person>;

export const followState = object(
  {
    followers: integer(),
    following: integer({ description: 'Number of members that this one follows.' }),
    followersHidden: boolean({ description: 'Only the member can see the list of followers.' }),
    followingHidden: boolean({
      description:
        'Only the member can see the list of members they follow. The member still appears in the follower lists of those members.',
    }),
    viewer: object({
      following: boolean({ description: 'Whether the viewer follows this member.' }),
      followed: boolean({ description: 'Whether this member follows the viewer.' }),
    }),
  },
  { title: 'FollowState' },
);
export type FollowState = Static<typeof followState>;

export const ownFollows = object(
  {
    members: integer({ description: 'Number of members that you follow.' }),
    tags: array(string(), { description: 'The tags that you follow, in alphabetical order.' }),
    mutedTags: array(string(), { description: 'The tags that you mute, in alphabetical order.' }),
  },
  { title: 'OwnFollows' },
);
export type OwnFollows = Static<typeof ownFollows>;

export const readOwnFollows = endpoint({
  method: 'GET',
  path: '/api/follows',
  summary: 'List the tags that you follow and mute, and count the members that you follow',
  tag: 'Follows',
  access: 'member',
  reply: ownFollows,
});

const ofUser = { tag: 'Follows', access: 'member', params: byId, notFound: 'userNotFound' } as const;

export const readFollowState = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/follows/users/:id',
  summary: 'Get the number of followers of a member, and whether you follow them',
  reply: followState,
});

/** Idempotent, even with concurrent requests. */
export const followUser = endpoint({
  ...ofUser,
  method: 'PUT',
  path: '/api/follows/users/:id',
  summary: 'Follow a member',
  reply: followState,
  errors: ['followSelf', 'followsFull'],
  rate: 'follow',
});

/** Idempotent: does nothing if you do not follow the member. */
export const unfollowUser = endpoint({
  ...ofUser,
  method: 'DELETE',
  path: '/api/follows/users/:id',
  summary: 'Unfollow a member',
  reply: followState,
  rate: 'follow',
});

// `access` marks the common members of endpoints, whose schemas the browser does not need (web/strip-contract-schemas.ts).
const list = { ...ofUser, access: 'member', method: 'GET', query: object(page), reply: array(person), hasEtag: true } as const;

/** The newest follower first. */
export const listFollowers = endpoint({
  ...list,
  path: '/api/follows/users/:id/followers',
  summary: 'List the followers of a member',
  errors: ['cursorInvalid', 'listHidden'],
});

/** The member followed last comes first. */
export const listFollowing = endpoint({
  ...list,
  path: '/api/follows/users/:id/following',
  summary: 'List the members that a member follows',
  errors: ['cursorInvalid', 'listHidden'],
});

export const followSettings = object(
  {
    followersHidden: optional(boolean({ title: 'Followers hidden' })),
    followingHidden: optional(boolean({ title: 'Following hidden' })),
  },
  { title: 'FollowSettings' },
);
export type FollowSettings = Static<typeof followSettings>;

/** Omitted fields stay unchanged. The numbers stay visible. */
export const changeFollowSettings = endpoint({
  method: 'PATCH',
  path: '/api/follows/settings',
  summary: 'Hide or show the lists of your followers and of the members you follow',
  tag: 'Follows',
  access: 'member',
  unverified: true,
  body: followSettings,
  reply: followState,
});

export const suggestion = object(
  {
    user,
    profile,
    skills: array(string(), { description: "The viewer's skills that the member has too." }),
    location: optional(string({ description: "The location, if it has all parts of the viewer's, such as Bern." })),
    reason: string({ description: 'Such as: 3 shared skills: Go, Rust, SQL.' }),
  },
  { title: 'Suggestion' },
);
export type Suggestion = Static<typeof suggestion>;

/** Members whom you do not follow, with shared skills (aliases included) or the same location. */
export const suggestFollows = endpoint({
  method: 'GET',
  path: '/api/follows/suggestions',
  summary: 'Suggest members to follow',
  tag: 'Follows',
  access: 'member',
  reply: array(suggestion, { maxItems: 10 }),
});
