import type { Calendar } from './calendar.ts';
import type { Member } from './members.ts';
import type { Random } from './random.ts';
import { allTags } from './topics.ts';

export interface Follows {
  /** Ids of users. */
  members: Array<{ id: string; follower: string; followee: string; created: number }>;
  tags: Array<{ follower: string; tag: string; created: number }>;
}

/** Means per member. */
const followsMean = 8;
const maxTags = 4;

/** Generates the members and tags that each member follows. Most follow members who joined early. */
export function makeFollows(random: Random, members: Member[], { last }: Calendar): Follows {
  const follows: Follows = { members: [], tags: [] };
  for (const { id: follower, joined } of members) {
    const instant = () => random.whole(joined, last);
    const followees = Array.from(
      { length: Math.round(random.skewed(followsMean)) },
      () => members[Math.floor(random.next() ** 1.7 * members.length)],
    );
    for (const followee of new Set(followees)) {
      if (!followee || followee.id === follower) continue;
      const created = Math.max(instant(), followee.joined);
      follows.members.push({ id: random.id(created), follower, followee: followee.id, created });
    }
    for (const tag of random.sample(allTags, random.whole(0, maxTags))) follows.tags.push({ follower, tag, created: instant() });
  }
  return follows;
}
