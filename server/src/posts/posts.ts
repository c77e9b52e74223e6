import type { Post } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import { deletePostOf } from '../deletion/batches.ts';
import { Failure } from '../errors.ts';
import type { State } from '../feed/fragments.ts';
import type { Json, Tagged } from '../feed/json.ts';
import { cursorAfter, type JsonPage, type PageQuery, readPage } from '../feed/keyset.ts';
import { newId } from '../id.ts';
import { type Embed, feedPage, postFragments, toPost, withLiked } from './post-fragments.ts';

/** Reads a page of the feed, newest first. Embedded lists contain the newest likes and comments; counts are exact. */
export async function listPosts(context: Context, member: Member, query: PageQuery, embed: Embed): Promise<JsonPage<Post>> {
  const { db } = context;
  const { items, next: following } = await readPage(
    query,
    (before, count) =>
      db.all<State>`select id, state as version from visible_posts where id < ${before} order by id desc limit cast(${count} as integer)`,
  );
  // A page is a contiguous range of ids. One range query for the member's likes is faster than one query per post.
  const [{ json, tag, states, ends, cut }, likes] = await Promise.all([
    feedPage(context, items, embed),
    db.all<{ post_id: string }>`
      select post_id from likes
      where user_id = ${member.id} and post_id between ${items.at(-1)?.id ?? ''} and ${items[0]?.id ?? ''}`,
  ]);
  const next = cut ? cursorAfter(states) : following;
  if (likes.length === 0) return { json, tag, next };
  const liked = new Set(likes.map(({ post_id }) => post_id));
  const places = [...states.keys()].filter((index) => liked.has(states[index]?.id ?? ''));
  return {
    json: withLiked(
      json,
      places.map((index) => ends[index] ?? 0),
    ),
    tag: `${tag}.${places.join('.')}`,
    next,
  };
}

/** Reads one post with its newest likes and comments. */
export async function readPost(context: Context, member: Member, id: string): Promise<Tagged<Post>> {
  // Selects only an indexed column of the like, so that the join reads only the index.
  const state = await context.db.get<State & { liked: string | null }>`
    select p.id, p.state as version, l.post_id as liked
    from visible_posts p left join likes l on l.user_id = ${member.id} and l.post_id = p.id where p.id = ${id}`;
  const [post] = state ? await postFragments(context, [state], { likes: true, comments: true }) : [];
  if (!state || !post) throw new Failure('postNotFound');
  return state.liked === null ? post : { json: withLiked(post.json, [post.json.length]), tag: `${post.tag}.liked` };
}

/** Creates a post. If the member has already used this idempotency key, returns the existing post instead. */
export async function createPost(
  context: Context,
  member: Member,
  text: string,
  idempotencyKey: string | undefined,
): Promise<Post | Json<Post>> {
  const id = newId();
  const now = Date.now();
  // Selects from `sessions` in the same statement, so that a session revoked since authentication writes nothing.
  const created = await context.db.run`
    insert into posts (id, user_id, text, idempotency_key, created_at)
    select ${id}, user_id, ${text}, ${idempotencyKey ?? null}, cast(${now} as bigint) from sessions where id = ${member.sessionId}
    on conflict (idempotency_key, user_id) where idempotency_key is not null do nothing`;
  if (created === 0) return readFirst(context, member, idempotencyKey ?? null);
  return toPost({ id, text, like_count: 0, comment_count: 0, created_at: now, user_id: member.id, name: member.name }, {});
}

/** Reads the post that the member created with this key, in its current state. */
async function readFirst(context: Context, member: Member, idempotencyKey: string | null): Promise<Json<Post>> {
  const row = await context.db.get<{
    id: string;
  }>`select id from visible_posts where user_id = ${member.id} and idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Failure('tokenInvalid'); // without an earlier post, the insert was empty because the session is gone
  return (await readPost(context, member, row.id)).json;
}

/** Deletes the member's post with its comments and likes. */
export async function deletePost(context: Context, member: Member, id: string): Promise<void> {
  if (await deletePostOf(context, member.id, id)) return;
  throw new Failure((await context.db.get`select id from visible_posts where id = ${id}`) ? 'notAuthor' : 'postNotFound');
}
