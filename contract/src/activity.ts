import { endpoint } from './shared/endpoint.ts';
import { array, byId, day, integer, object, type Static, string } from './shared/schema.ts';
import { tagName } from './tags/tags.ts';

/** Days of a calendar of 53 weeks. The last of them may end after today. */
export const calendarDays = 371;
/** Members from which the community is drawn. */
export const minDrawnMembers = 10;

const month = () => string({ pattern: '^\\d{4}-\\d{2}$', description: 'YYYY-MM in UTC.' });

export const memberActivity = object(
  {
    days: array(object({ day: day(), posts: integer(), comments: integer() }), {
      maxItems: calendarDays,
      description: 'Days in UTC with posts or comments, in order.',
    }),
  },
  { title: 'MemberActivity' },
);
export type MemberActivity = Static<typeof memberActivity>;

/**
 * Posts and comments per day in the last 53 weeks, of those that the viewer may see: for visitors, public posts and comments; without those
 * whose tags the viewer mutes. Considers the newest 5,000 posts and comments. Empty if the member does not want it (`showDrawings`).
 */
export const readMemberActivity = endpoint({
  method: 'GET',
  path: '/api/activity/users/:id',
  summary: 'Count the posts and comments of a member by day',
  tag: 'Activity',
  access: 'optional',
  params: byId,
  reply: memberActivity,
  notFound: 'userNotFound',
});

export const tagActivity = object(
  {
    months: array(object({ month: month(), posts: integer() }), { description: 'The last 24 months, in order.' }),
    related: array(object({ name: string(), posts: integer({ description: 'Number of posts with both tags.' }) }), {
      description: 'Tags that at least two of these posts have, too, the most frequent first.',
    }),
  },
  { title: 'TagActivity' },
);
export type TagActivity = Static<typeof tagActivity>;

/** Considers the newest 2,000 posts of the last 24 months that the lists of the viewer show. An alias resolves to its tag. */
export const readTagActivity = endpoint({
  method: 'GET',
  path: '/api/activity/tags/:tag',
  summary: 'Count the posts with a tag by month',
  tag: 'Activity',
  access: 'member',
  params: object({ tag: tagName() }),
  reply: tagActivity,
  notFound: 'tagNotFound',
});

export const communityActivity = object(
  {
    months: array(
      object({
        month: month(),
        members: integer({ description: 'Members who joined.' }),
        posts: integer({ description: 'Public posts.' }),
        answered: integer({ description: 'Those of them with a public comment of another member.' }),
      }),
      { description: `The last 12 months, in order. Empty on a site with fewer than ${minDrawnMembers} members.` },
    ),
  },
  { title: 'CommunityActivity' },
);
export type CommunityActivity = Static<typeof communityActivity>;

/** The same for everyone, and at most a minute old: what visitors may see. Considers the newest 5,000 members and public posts. */
export const readCommunityActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'Count members, public posts and answers by month',
  tag: 'Activity',
  access: 'anyone',
  reply: communityActivity,
});
