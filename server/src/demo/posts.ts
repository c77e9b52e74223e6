import { limits } from '@dev-connector/contract';
import { type Calendar, hour } from './calendar.ts';
import type { Member } from './members.ts';
import type { Random } from './random.ts';
import { tagsFor } from './topics.ts';
import { type Text, writeComment, writePost } from './writing.ts';

export interface Post extends Text {
  id: string;
  author: string;
  /** Milliseconds since 1970, like all times here. */
  created: number;
  tags: string[];
  visibility: 'members' | 'public';
  /** When the author pinned it. */
  pinned?: number | undefined;
  bookmarks: Array<{ member: string; folder: string; created: number }>;
  likes: Array<{ id: string; member: string; created: number }>;
  comments: Array<{ id: string; member: string; created: number; text: string }>;
}

/** Means per post. */
const likesMean = 5;
const commentsMean = 3;
/** One post in 2,500 is popular: liked by up to `maxLikes` members. */
const popularEvery = 2500;
const maxLikes = 2000;
const maxComments = 60;
/** Of the posts without code. All others are public, so that visitors see some. */
const publicShare = 0.2;
/** Share of likes with a bookmark. */
const bookmarkShare = 0.2;
/** An empty name means no folder. */
const folders = ['', 'To read', 'For the team', 'Databases'];

/** Generates posts, oldest first, by members who had joined before. */
export function* makePosts(random: Random, members: Member[], count: number, calendar: Calendar): Generator<Post> {
  const { first, last } = calendar;
  const popular = popularIndexes(count, calendar);
  const crowd = Math.min(members.length, maxLikes);
  // Subtracts the likes of popular posts, so that the overall mean is `likesMean`.
  const otherLikesMean = Math.max(1, likesMean - (popular.size * crowd) / Math.max(1, count));
  const pins = new Map<string, number>();
  let joinedCount = 0;
  for (let index = 0; index < count; index++) {
    const created = Math.floor(first + 2 * hour + ((index + random.next()) / count) * (last - first - 3 * hour));
    while ((members[joinedCount]?.joined ?? Number.POSITIVE_INFINITY) < created) joinedCount++;
    const present = members.slice(0, joinedCount);
    // Members who joined earlier post more.
    const author = members[Math.floor(random.next() ** 1.7 * joinedCount)] as Member;
    const likers = popular.has(index) ? random.sample(members, crowd) : random.sample(present, Math.round(random.skewed(otherLikesMean)));
    const commentCount = popular.has(index)
      ? random.whole(30, maxComments)
      : Math.min(maxComments, Math.round(random.skewed(commentsMean)));
    const text = writePost(random, index);
    const likes = likers.map(({ id: member }) => stamped(random, { posted: created, last }, { member }));
    const pinCount = (pins.get(author.id) ?? 0) + (text.title ? 1 : 0);
    pins.set(author.id, pinCount);
    yield {
      id: random.id(created),
      author: author.id,
      ...text,
      created,
      tags: tagsFor(text.text),
      visibility: random.chance(publicShare) || text.format === 'markdown' ? 'public' : 'members',
      pinned: text.title && pinCount < limits.pins ? created + hour : undefined,
      bookmarks: likes
        .filter(() => random.chance(bookmarkShare))
        .map(({ member, created }) => ({ member, folder: random.pick(folders), created })),
      likes,
      comments: Array.from({ length: commentCount }, () =>
        stamped(random, { posted: created, last }, { member: random.pick(present).id, text: writeComment(random) }),
      ),
    };
  }
}

/** Returns the indexes of popular posts: after all members have joined, so that all can like them. */
function popularIndexes(count: number, { first, allJoined, last }: Calendar): Set<number> {
  const late = Math.ceil(((allJoined - first) / (last - first)) * count) + 1;
  const popularCount = count > 0 ? Math.ceil(count / popularEvery) : 0;
  return new Set(
    Array.from({ length: popularCount }, (_, index) => Math.min(count - 1, late + Math.floor((index * (count - late)) / popularCount))),
  );
}

/** Adds an id and a time to a like or comment: usually soon after the post, always before the end of the demo period. */
function stamped<T>(random: Random, { posted, last }: { posted: number; last: number }, reaction: T): T & { id: string; created: number } {
  const created = Math.floor(Math.min(posted + 60_000 + random.skewed(8 * hour), last - random.whole(1, 60_000)));
  return { ...reaction, id: random.id(created), created };
}
