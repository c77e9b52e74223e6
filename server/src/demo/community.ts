import { calendarUntil } from './calendar.ts';
import { type Follows, makeFollows } from './follows.ts';
import { type Member, makeMembers } from './members.ts';
import { makePosts, type Post } from './posts.ts';
import { randomOf } from './random.ts';

export interface Sizes {
  members: number;
  posts: number;
  /** The same seed, sizes and end produce the same community, including ids. */
  seed: number;
  /** When the community ends, in milliseconds since 1970: in the past, so that new posts are newer. */
  end?: number;
}

export interface Community {
  /** When the community ends, in milliseconds since 1970. */
  end: number;
  /** Sorted by the time of joining. */
  members: Member[];
  follows: Follows;
  /** Oldest first. Generated lazily, so that a large community need not fit in memory; each iteration generates the same posts. */
  posts(): Iterable<Post>;
}

/** Generates a realistic community of any size. */
export function makeCommunity({ members: count, posts, seed, end = Date.UTC(2026, 10, 1) }: Sizes): Community {
  const name = `${seed}, ${count} members, ${posts} posts`;
  const calendar = calendarUntil(end);
  const members = makeMembers(randomOf(`members of ${name}`), count, calendar);
  return {
    end,
    members,
    follows: makeFollows(randomOf(`follows of ${name}`), members, calendar),
    posts: () => makePosts(randomOf(`posts of ${name}`), members, posts, calendar),
  };
}
