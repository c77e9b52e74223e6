import { type Follows, makeFollows } from './follows.ts';
import { type Member, makeMembers } from './members.ts';
import { makePosts, type Post } from './posts.ts';
import { randomOf } from './random.ts';

export interface Sizes {
  members: number;
  posts: number;
  /** The same seed and sizes produce the same community, including ids. */
  seed: number;
}

export interface Community {
  /** Sorted by the time of joining. */
  members: Member[];
  follows: Follows;
  /** Oldest first. Generated lazily, so that a large community need not fit in memory; each iteration generates the same posts. */
  posts(): Iterable<Post>;
}

/** Generates a realistic community of any size. */
export function makeCommunity({ members: count, posts, seed }: Sizes): Community {
  const name = `${seed}, ${count} members, ${posts} posts`;
  const members = makeMembers(randomOf(`members of ${name}`), count);
  return {
    members,
    follows: makeFollows(randomOf(`follows of ${name}`), members),
    posts: () => makePosts(randomOf(`posts of ${name}`), members, posts),
  };
}
