import type { LiveEvents } from '@dev-connector/contract';
import type { Entry } from './entry.ts';

/** An event for the streams with a topic. `body` has its name and data. */
export interface Frame {
  topic: string;
  body: string;
  /** What the streams of its author get instead. */
  own?: { author: string; body: string };
}

/** Returns the name and data of an event for the streams of a member. */
export const bodyFor = ({ body, own }: Frame, userId: string): string => (own?.author === userId ? own.body : body);

export const topicOf = {
  feed: (feed: string): string => `feed ${feed}`,
  post: (id: string): string => `post ${id}`,
  /** Also the author of a new post, which their feed Following has. */
  user: (id: string): string => `user ${id}`,
  /** New posts of the feed Following of one member. */
  following: (id: string): string => `following ${id}`,
};

/** Name and data of an event. JSON escapes line breaks, so that no value can add a line. */
export const body = <Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n`;

/** The end of an event. */
export const withId = (text: string, position: string): string => `${text}id: ${position}\n\n`;

/** Returns the events that an entry causes. `followers`: members who have the new post in their feed Following. */
export function framesOf(entry: Entry, followers: string[] = []): Frame[] {
  switch (entry.kind) {
    case 'post': {
      const { post, change } = entry;
      const feed = (name: 'latest' | 'following') => body('feed', { feed: name, post, change });
      const latest = { topic: topicOf.feed('latest'), body: feed('latest') };
      if (change === 'created') return [latest, ...followers.map((id) => ({ topic: topicOf.following(id), body: feed('following') }))];
      return [
        latest,
        { topic: topicOf.feed('following'), body: feed('following') },
        { topic: topicOf.post(post), body: body('post', { post, change }) },
      ];
    }
    case 'comment': {
      const { post, change, comment } = entry;
      const frame = { topic: topicOf.post(post), body: body('post', { post, change, comment }) };
      if (change !== 'comment' || entry.author === undefined) return [frame];
      return [{ ...frame, own: { author: entry.author, body: body('post', { post, change, comment, own: true }) } }];
    }
    case 'like': {
      const { post, comment } = entry;
      return [{ topic: topicOf.post(post), body: body('post', { post, change: 'like', ...(comment !== undefined && { comment }) }) }];
    }
    case 'notifications':
      return entry.users.map((id) => ({ topic: topicOf.user(id), body: body('notifications', {}) }));
    case 'sessions':
      return [];
  }
}
