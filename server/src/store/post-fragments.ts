import { type Comment, type Like, limits, type Post } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import { type Tagged, toJson } from '../json.ts';
import { type CommentRow, listComments, toComment } from './comments.ts';
import { forEachDb, fragments, type State } from './fragments.ts';
import { groupRows } from './group-rows.ts';
import { keptPages } from './kept-pages.ts';
import { listLikes, toLike } from './likes.ts';

/*
 * A post's JSON is the same for every reader but for `liked`, which is therefore its last member. What is kept is what those read who do not like it.
 */

/** Which of the lists a post carries. */
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
  avatar: string;
}

/** Bytes of JSON that are held for each choice of lists: about 16,000 posts of ordinary length without lists, 6,000 with both. */
const held = 16_000_000;
/** Bytes of whole pages, for each choice: about 500 of ordinary length without lists, 150 with both. With what is held of profiles, 132 MB are the most in all. */
const heldPages = 8_000_000;

const choice = () => ({ fragments: fragments<Post>(held), pages: keptPages<Post>(heldPages) });
const kept = forEachDb(() => ({ counts: choice(), likes: choice(), comments: choice(), both: choice(), whole: fragments<Post>(held) }));

/** A page's posts, which are in the order of their ids, newest first, without those that are gone meanwhile; as one reads it who likes none. */
export function feedPage(db: Db, states: State[], embed: Embed) {
  const { counts, likes, comments, both } = kept(db);
  const { pages, fragments } = embed.likes ? (embed.comments ? both : likes) : embed.comments ? comments : counts;
  return pages(states, async (states) => {
    const found = states.map(({ id, version }) => fragments.get(id, version)?.json);
    const missing = states.filter((_, index) => !found[index]);
    if (missing.length === 0) return found;
    const posts = await readRange(db, missing, embed);
    return states.map(({ id, version }, index) => {
      const post = found[index] ? undefined : posts.get(id);
      return post ? fragments.set(id, version, toJson(post)).json : found[index];
    });
  });
}

/** One post with all its likes and comments, as one reads it who does not like it; undefined where it is gone meanwhile. */
export async function wholePost(db: Db, { id, version }: State): Promise<Tagged<Post> | undefined> {
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
  return whole.set(id, version, toJson(toWholePost(row, { likes, comments })));
}

const [isLiked, isNotLiked] = [Buffer.from('true}'), Buffer.from('false}')];

/** The JSON of posts, for one who likes those of them that end at these places, in their order. */
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

/** With all its likes and comments a post counts what it lists: they were read by statements of their own, between which somebody may have liked. */
export const toWholePost = (row: PostRow, lists: { likes: Like[]; comments: Comment[] }): Post =>
  toPost({ ...row, like_count: lists.likes.length, comment_count: lists.comments.length }, lists);

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
