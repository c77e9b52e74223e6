import { type Comment, type Like, limits, type Post } from '@dev-connector/contract';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { type CommentRow, listComments, toComment } from './comments.ts';
import { groupRows } from './group-rows.ts';
import { listLikes, toLike } from './likes.ts';
import { type Member, writeAsMember } from './member.ts';
import { type Page, type PageQuery, readPage } from './page.ts';

interface PostRow {
  id: string;
  text: string;
  like_count: number;
  comment_count: number;
  created_at: number;
  user_id: string;
  name: string;
  avatar: string;
}

interface Range {
  newest: string;
  oldest: string;
}

export interface Embed {
  likes: boolean;
  comments: boolean;
}

/** A page of the feed, newest first. Embedded lists carry at most the `limits.embedded` newest; counts are exact. */
export async function listPosts(db: Db, member: Member, query: PageQuery, embed: Embed): Promise<Page<Post>> {
  const { items, next } = await readPage(
    query,
    (before, count) => db.all<PostRow>`
      select p.id, p.text, p.like_count, p.comment_count, p.created_at, p.user_id, u.name, u.avatar
      from posts p join users u on u.id = p.user_id
      where p.id < ${before} order by p.id desc limit ${count}`,
  );
  // A page is one run of ids: its likes and comments are found by that range, whatever the page's length.
  const range = { newest: items[0]?.id ?? '', oldest: items.at(-1)?.id ?? '' };
  const [liked, likes, comments] = await Promise.all([
    likedBy(db, member, range),
    embed.likes ? newestLikes(db, range) : undefined,
    embed.comments ? newestComments(db, range) : undefined,
  ]);
  const posts = items.map((row) => toPost(row, { liked: liked.has(row.id), likes: likes?.get(row.id), comments: comments?.get(row.id) }));
  return { items: posts, next };
}

/** One post with all its likes and comments. */
export async function readPost(reader: Reader, member: Member, id: string): Promise<Post> {
  const row = await reader.get<PostRow>`
    select p.id, p.text, p.like_count, p.comment_count, p.created_at, p.user_id, u.name, u.avatar
    from posts p join users u on u.id = p.user_id where p.id = ${id}`;
  if (!row) throw new Failure('postNotFound');
  const [likes, comments] = await Promise.all([listLikes(reader, id), listComments(reader, id)]);
  return toPost(row, { liked: likes.some((like) => like.user === member.id), likes, comments });
}

/** A new post; with a key that this member has used before, the post made then. */
export function createPost(db: Db, member: Member, text: string, idempotencyKey: string | undefined): Promise<Post> {
  const id = newId();
  return writeAsMember(db, async (tx) => {
    const created = await tx.run`
      insert into posts (id, user_id, text, idempotency_key, created_at)
      values (${id}, ${member.id}, ${text}, ${idempotencyKey ?? null}, ${Date.now()})
      on conflict (user_id, idempotency_key) do nothing`;
    if (created > 0) return readPost(tx, member, id);
    const first = await tx.get<{ id: string }>`
      select id from posts where user_id = ${member.id} and idempotency_key = ${idempotencyKey ?? null}`;
    return readPost(tx, member, first?.id ?? id);
  });
}

/** Deletes a post of the member's own, with its comments and likes. */
export async function deletePost(db: Db, member: Member, id: string): Promise<void> {
  if ((await db.run`delete from posts where id = ${id} and user_id = ${member.id}`) > 0) return;
  throw new Failure((await db.get`select id from posts where id = ${id}`) ? 'notAuthor' : 'postNotFound');
}

function toPost(row: PostRow, viewed: { liked: boolean; likes?: Like[] | undefined; comments?: Comment[] | undefined }): Post {
  return {
    _id: row.id,
    text: row.text,
    name: row.name,
    avatar: row.avatar,
    user: row.user_id,
    likes: viewed.likes ?? [],
    comments: viewed.comments ?? [],
    likeCount: row.like_count,
    commentCount: row.comment_count,
    liked: viewed.liked,
    date: new Date(row.created_at).toISOString(),
  };
}

/** Which posts of the range the member likes. */
async function likedBy(db: Db, member: Member, { newest, oldest }: Range): Promise<Set<string>> {
  const rows = await db.all<{ post_id: string }>`
    select post_id from likes where user_id = ${member.id} and post_id between ${oldest} and ${newest}`;
  return new Set(rows.map((row) => row.post_id));
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
