import { avatarPath, type Comment, type Like, type Post } from '@dev-connector/contract';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import { fragments, type State } from '../feed/fragments.ts';
import { type Tagged, toJson } from '../feed/json.ts';
import type { Counted } from '../feed/keyset.ts';
import { listCache } from '../feed/list-cache.ts';
import { newestComments } from './comments.ts';
import { newestLikes } from './likes.ts';

/*
 * A post's JSON differs between viewers only in `liked`, which is therefore its last property. The cache stores it with `liked: false`.
 */

/** The lists embedded in each post. */
export interface Embed {
  likes: boolean;
  comments: boolean;
}

export interface PostRow {
  id: string;
  text: string;
  like_count: number;
  comment_count: number;
  created_at: number;
  user_id: string;
  name: string;
}

/** Cache size for single posts in bytes, per combination of lists: about 16,000 posts of typical length without lists, 6,000 with both. */
const held = 16_000_000;
/** Cache size for pages in bytes, per combination: about 500 typical pages without lists, 150 with both. All caches of posts and profiles take at most 144 MB. */
const heldPages = 8_000_000;

const choice = () => ({ fragments: fragments<Post>(held), pages: listCache<Post>(heldPages) });

/** Creates the caches of posts: one per combination of embedded lists. */
export const postCache = () => ({ counts: choice(), likes: choice(), comments: choice(), both: choice() });

export type PostCache = ReturnType<typeof postCache>;

/** Returns a page of posts with `liked: false`. `states` must be sorted by id, newest first. */
export const feedPage = (context: Context, states: State[], embed: Embed) =>
  choiceOf(context, embed).pages(states, async (states) => (await postFragments(context, states, embed)).map((post) => post?.json));

/** Returns the JSON of posts from the cache or the database. `states` must be sorted by id, newest first. A post deleted in the meantime is undefined. */
export async function postFragments(context: Context, states: State[], embed: Embed): Promise<Array<Tagged<Post> | undefined>> {
  const { fragments } = choiceOf(context, embed);
  const found = states.map(({ id, version }) => fragments.get(id, version));
  const missing = states.filter((_, index) => !found[index]);
  if (missing.length === 0) return found;
  const posts = await readRange(context.db, missing, embed);
  return states.map(({ id, version }, index) => {
    const post = found[index] ? undefined : posts.get(id);
    return post ? fragments.set(id, version, toJson(post)) : found[index];
  });
}

function choiceOf({ cache }: Context, embed: Embed) {
  const { counts, likes, comments, both } = cache.posts;
  return embed.likes ? (embed.comments ? both : likes) : embed.comments ? comments : counts;
}

const [isLiked, isNotLiked] = [Buffer.from('true}'), Buffer.from('false}')];

/** Returns a copy of the JSON with `liked: true` in the posts that end at these offsets, in ascending order. */
export function withLiked(json: Buffer, ends: number[]): Buffer {
  if (ends.length === 0) return json;
  const changed = Buffer.allocUnsafe(json.length - ends.length * (isNotLiked.length - isLiked.length));
  let [from, to] = [0, 0];
  for (const end of ends) {
    to += json.copy(changed, to, from, end - isNotLiked.length);
    to += isLiked.copy(changed, to);
    from = end;
  }
  json.copy(changed, to, from);
  return changed;
}

/** Reads the posts in the id range of `states`, by id, with `liked: false`. */
async function readRange(db: Db, states: State[], embed: Embed): Promise<Map<string, Post>> {
  const range = { newest: states[0]?.id ?? '', oldest: states.at(-1)?.id ?? '' };
  const [rows, likes, comments] = await Promise.all([
    db.all<PostRow>`
      select p.id, p.text, p.like_count, p.comment_count, p.created_at, p.user_id, u.name
      from visible_posts p join users u on u.id = p.user_id where p.id between ${range.oldest} and ${range.newest}`,
    embed.likes ? listsOf(states, (id) => newestLikes(db, id)) : undefined,
    embed.comments ? listsOf(states, (id) => newestComments(db, id)) : undefined,
  ]);
  return new Map(rows.map((row) => [row.id, toPost(row, { likes: likes?.get(row.id), comments: comments?.get(row.id) })]));
}

/** Reads a list for each post, by post id. */
const listsOf = async <Item>(states: State[], read: (id: string) => Promise<Counted<Item>>): Promise<Map<string, Counted<Item>>> =>
  new Map(await Promise.all(states.map(async ({ id }): Promise<[string, Counted<Item>]> => [id, await read(id)])));

/** Builds a post with `liked: false`, in the property order of its JSON. A list's count comes from the same query as the list, so that the two always agree. */
export function toPost(
  row: PostRow,
  { likes, comments }: { likes?: Counted<Like> | undefined; comments?: Counted<Comment> | undefined },
): Post {
  return {
    _id: row.id,
    text: row.text,
    name: row.name,
    avatar: avatarPath(row.user_id),
    user: row.user_id,
    likes: likes?.items ?? [],
    comments: comments?.items ?? [],
    likeCount: likes?.total ?? row.like_count,
    commentCount: comments?.total ?? row.comment_count,
    date: new Date(row.created_at).toISOString(),
    liked: false,
  };
}
