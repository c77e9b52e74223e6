import { type Comment, type Like, limits, type Post } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import { toBytes } from '../json.ts';
import { type CommentRow, listComments, toComment } from './comments.ts';
import { forEachDb, fragments } from './fragments.ts';
import { groupRows } from './group-rows.ts';
import { listLikes, toLike } from './likes.ts';

/*
 * A post's JSON is the same for every reader but for `liked`, which is therefore its last member: a fragment ends before that member's value.
 */

/** Which of the lists a post carries. */
export interface Embed {
  likes: boolean;
  comments: boolean;
}

/** A state of a post, by which its fragment is found. */
export interface State {
  id: string;
  version: number;
}

export interface PostRow {
  id: string;
  text: string;
  like_count: number;
  comment_count: number;
  created_at: number;
  user_id: string;
  name: string;
  avatar: string;
}

/** Bytes of JSON that are held for each choice of lists: about 16,000 posts of ordinary length without lists, 6,000 with both. */
const held = 16_000_000;

const kept = forEachDb(() => ({
  counts: fragments(held),
  likes: fragments(held),
  comments: fragments(held),
  both: fragments(held),
  whole: fragments(held),
}));

/** The fragments of a page's posts, which are in the order of their ids, newest first; undefined for one that is gone meanwhile. */
export async function postFragments(db: Db, states: State[], embed: Embed): Promise<Array<Buffer | undefined>> {
  const { counts, likes, comments, both } = kept(db);
  const cache = embed.likes ? (embed.comments ? both : likes) : embed.comments ? comments : counts;
  const found = states.map(({ id, version }) => cache.get(id, version));
  const missing = states.filter((_, index) => !found[index]);
  if (missing.length === 0) return found;
  const posts = await readRange(db, missing, embed);
  return states.map(({ id, version }, index) => {
    if (found[index]) return found[index];
    const post = posts.get(id);
    const made = post && toFragment(post);
    if (made) cache.set(id, version, made);
    return made;
  });
}

/** The fragment of one post with all its likes and comments, or undefined where it is gone meanwhile. */
export async function wholePostFragment(db: Db, { id, version }: State): Promise<Buffer | undefined> {
  const { whole } = kept(db);
  const found = whole.get(id, version);
  if (found) return found;
  const [row, likes, comments] = await Promise.all([
    db.get<PostRow>`
      select p.id, p.text, p.like_count, p.comment_count, p.created_at, p.user_id, u.name, u.avatar
      from posts p join users u on u.id = p.user_id where p.id = ${id}`,
    listLikes(db, id),
    listComments(db, id),
  ]);
  if (!row) return undefined;
  const made = toFragment(toPost(row, { likes, comments }));
  whole.set(id, version, made);
  return made;
}

const [isLiked, isNotLiked] = [Buffer.from('true}'), Buffer.from('false}')];

/** A fragment and what it lacks: a post's JSON for one member. */
export const withLiked = (fragment: Buffer, liked: boolean): Buffer[] => [fragment, liked ? isLiked : isNotLiked];

const toFragment = (post: Post): Buffer => toBytes(JSON.stringify(post).slice(0, -isNotLiked.length));

/** The posts of a run of ids by id, each as one who does not like it sees it. A page is one run of ids: its lists are found by that range, whatever its length. */
async function readRange(db: Db, states: State[], embed: Embed): Promise<Map<string, Post>> {
  const range = { newest: states[0]?.id ?? '', oldest: states.at(-1)?.id ?? '' };
  const [rows, likes, comments] = await Promise.all([
    db.all<PostRow>`
      select p.id, p.text, p.like_count, p.comment_count, p.created_at, p.user_id, u.name, u.avatar
      from posts p join users u on u.id = p.user_id where p.id between ${range.oldest} and ${range.newest}`,
    embed.likes ? newestLikes(db, range) : undefined,
    embed.comments ? newestComments(db, range) : undefined,
  ]);
  return new Map(rows.map((row) => [row.id, toPost(row, { likes: likes?.get(row.id), comments: comments?.get(row.id) })]));
}

/** A post in the order of its JSON, as one who does not like it sees it. */
export function toPost(row: PostRow, lists: { likes?: Like[] | undefined; comments?: Comment[] | undefined }): Post {
  return {
    _id: row.id,
    text: row.text,
    name: row.name,
    avatar: row.avatar,
    user: row.user_id,
    likes: lists.likes ?? [],
    comments: lists.comments ?? [],
    likeCount: row.like_count,
    commentCount: row.comment_count,
    date: new Date(row.created_at).toISOString(),
    liked: false,
  };
}

interface Range {
  newest: string;
  oldest: string;
}

async function newestLikes(db: Db, { newest, oldest }: Range): Promise<Map<string, Like[]>> {
  const rows = await db.all<{ id: string; post_id: string; user_id: string }>`
    select id, post_id, user_id from (
      select id, post_id, user_id, row_number() over (partition by post_id order by id desc) as place
      from likes where post_id between ${oldest} and ${newest}
    ) ranked where place <= ${limits.embedded} order by post_id, id desc`;
  return groupRows(rows, (row) => row.post_id, toLike);
}

async function newestComments(db: Db, { newest, oldest }: Range): Promise<Map<string, Comment[]>> {
  const rows = await db.all<CommentRow & { post_id: string }>`
    select c.id, c.post_id, c.text, c.created_at, c.user_id, u.name, u.avatar from (
      select id, post_id, text, created_at, user_id, row_number() over (partition by post_id order by id desc) as place
      from comments where post_id between ${oldest} and ${newest}
    ) c join users u on u.id = c.user_id where c.place <= ${limits.embedded} order by c.post_id, c.id desc`;
  return groupRows(rows, (row) => row.post_id, toComment);
}
