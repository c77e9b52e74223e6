import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { object, optional, string } from './shared/schema.ts';

/** Feeds of which streams deliver new, edited and deleted posts. */
export const liveFeeds = ['latest', 'following'] as const;
export type LiveFeed = (typeof liveFeeds)[number];

/** The data of each event: ids and kinds only. Clients read what changed through the other endpoints. */
export interface LiveEvents {
  /** The first event; its id is the current position. */
  ready: Record<string, never>;
  /** Your notifications have changed. */
  notifications: Record<string, never>;
  feed: { feed: LiveFeed; post: string; change: 'created' | 'edited' | 'deleted' };
  /** `like`: the likes of the post or, with `comment`, of that comment have changed. `own`: the new comment is yours. */
  post: {
    post: string;
    change: 'comment' | 'commentEdited' | 'commentDeleted' | 'like' | 'edited' | 'deleted';
    comment?: string;
    own?: true;
  };
  /** Your session has ended, and the stream with it. */
  session: Record<string, never>;
  /** Events were lost: read everything again. */
  reload: Record<string, never>;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const feed = `(${liveFeeds.join('|')})`;

export const tooManyTopics = `Name at most ${limits.liveTopics} feeds and posts`;

/** Maximum length of the id of an event. */
export const maxEventId = 4000;

const position = (description: string) => optional(string({ title: 'Last event id', maxLength: maxEventId, description }));

/** A stream ends with the session, and when the site restarts. Clients should connect again with the id of the last event. */
export const followEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Receive events while they happen',
  tag: 'Live updates',
  access: 'member',
  query: object({
    feeds: optional(
      string({
        title: 'Feeds',
        pattern: `^${feed}(,${feed})*$`,
        maxLength: 100,
        'x-invalid': `Feeds must be a comma-separated list of ${liveFeeds.join(' and ')}`,
        description: `Feeds to follow, separated by commas: ${liveFeeds.join(', ')}.`,
      }),
    ),
    posts: optional(
      string({
        title: 'Posts',
        pattern: `^${uuid}(,${uuid})*$`,
        maxLength: 37 * limits.liveTopics,
        'x-invalid': 'Posts must be a comma-separated list of ids',
        description: `Ids of posts to follow, separated by commas. At most ${limits.liveTopics} feeds and posts.`,
      }),
    ),
    lastEventId: position('Like the header `Last-Event-ID`.'),
  }),
  headers: object({
    'last-event-id': position('The id of the last event that you received: events since then are sent, or `reload` if they are unknown.'),
  }),
  reply: string({
    description: [
      'Server-Sent Events with JSON data of ids and kinds:',
      '`ready` (the first), `notifications` (yours have changed),',
      '`feed` `{feed, post, change}` with `created` (in this feed), `edited` or `deleted` (any post),',
      '`post` `{post, change, comment?, own?}` with `comment` (`own`: yours), `commentEdited`, `commentDeleted`, `like`, `edited` or `deleted`,',
      '`session` (yours has ended), `reload` (events were lost: read everything again).',
      'Events may be repeated; there will be more kinds: ignore those that you do not know.',
      'The posts, comments and likes of a deleted account disappear without an event.',
      'A comment, perhaps with a newer id, follows at least every 30 seconds.',
    ].join(' '),
  }),
  type: 'text/event-stream',
  isStream: true,
});
