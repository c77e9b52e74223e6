import { day, everybodyHere, firstMoment, hour, lastMoment } from './calendar.ts';
import type { Member } from './members.ts';
import type { Random } from './random.ts';
import { writeComment, writePost } from './writing.ts';

export interface Post {
  id: string;
  author: string;
  text: string;
  /** Milliseconds since 1970, as all moments here. */
  created: number;
  likes: Array<{ id: string; member: string; created: number }>;
  comments: Array<{ id: string; member: string; created: number; text: string }>;
}

/** Averages of a post. */
const likesMean = 5;
const commentsMean = 3;
/** One post in so many is liked by nearly everybody, as far as `mostLikes`. */
const popularEvery = 2500;
const mostLikes = 2000;
const mostComments = 60;

/** Posts, oldest first, by members who had joined by then. */
export function* makePosts(random: Random, members: Member[], count: number): Generator<Post> {
  const popular = popularPlaces(count);
  const crowd = Math.min(members.length, mostLikes);
  // What the popular posts take is taken from the others' average.
  const usual = Math.max(1, likesMean - (popular.size * crowd) / Math.max(1, count));
  let here = 0; // members who had joined
  for (let place = 0; place < count; place++) {
    const created = Math.floor(firstMoment + 2 * hour + ((place + random.next()) / count) * (lastMoment - firstMoment - day));
    while ((members[here]?.joined ?? Number.POSITIVE_INFINITY) < created) here++;
    const present = members.slice(0, here);
    // Those who joined first write most.
    const author = members[Math.floor(random.next() ** 1.7 * here)] as Member;
    const likers = popular.has(place) ? random.sample(members, crowd) : random.sample(present, Math.round(random.skewed(usual)));
    const voices = popular.has(place) ? random.whole(30, mostComments) : Math.min(mostComments, Math.round(random.skewed(commentsMean)));
    yield {
      id: random.id(created),
      author: author.id,
      text: writePost(random, place),
      created,
      likes: likers.map(({ id: member }) => stamped(random, created, { member })),
      comments: Array.from({ length: voices }, () =>
        stamped(random, created, { member: random.pick(present).id, text: writeComment(random) }),
      ),
    };
  }
}

/** Places of the popular posts: late, when everybody is there to like them. */
function popularPlaces(count: number): Set<number> {
  const late = Math.ceil(((everybodyHere - firstMoment) / (lastMoment - firstMoment)) * count) + 1;
  const many = count > 0 ? Math.ceil(count / popularEvery) : 0;
  return new Set(Array.from({ length: many }, (_, index) => Math.min(count - 1, late + Math.floor((index * (count - late)) / many))));
}

/** Something that happened to a post: most of it soon after, all of it before the end. */
function stamped<T>(random: Random, posted: number, thing: T): T & { id: string; created: number } {
  const created = Math.floor(Math.min(posted + 60_000 + random.skewed(8 * hour), lastMoment - random.whole(1, 60_000)));
  return { ...thing, id: random.id(created), created };
}
