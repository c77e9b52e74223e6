import { type Member, makeMembers } from './members.ts';
import { makePosts, type Post } from './posts.ts';
import { randomOf } from './random.ts';

export interface Sizes {
  members: number;
  posts: number;
  /** Two communities of one seed and the same sizes are the same, ids included. */
  seed: number;
}

export interface Community {
  /** In the order they joined. */
  members: Member[];
  /** Oldest first. Made while they are read, so that a large community need not fit in memory; reading again makes the same again. */
  posts(): Iterable<Post>;
}

/** A believable community of any size. */
export function makeCommunity({ members: count, posts, seed }: Sizes): Community {
  const name = `${seed}, ${count} members, ${posts} posts`;
  const members = makeMembers(randomOf(`members of ${name}`), count);
  return { members, posts: () => makePosts(randomOf(`posts of ${name}`), members, posts) };
}
