import type { Post, PostInput } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import { deletePostOf } from '../deletion/batches.ts';
import { Failure } from '../errors.ts';
import type { State } from '../feed/fragments.ts';
import type { Json, Tagged } from '../feed/json.ts';
import type { PageQuery } from '../feed/keyset.ts';
import type { JsonPage } from '../feed/pages.ts';
import { newId } from '../id.ts';
import { savePostHtml } from './html.ts';
import { type Embed, onePost, postPage, toPost } from './hydration.ts';
import { latest } from './sources.ts';

/** Reads a page of the feed, newest first. Embedded lists contain the newest likes and comments; counts are exact. */
export const listPosts = async (context: Context, viewer: Member, query: PageQuery, embed: Embed): Promise<JsonPage<Post>> =>
  postPage(context, viewer, await latest(context, viewer, query), embed);

/** Reads one post with its newest likes and comments. */
export async function readPost(context: Context, viewer: Member, id: string): Promise<Tagged<Post>> {
  const state = await context.db.get<State>`select id, state as version from visible_posts where id = ${id}`;
  const post = state && (await onePost(context, viewer, state));
  if (!post) throw new Failure('postNotFound');
  return post;
}

/** Creates a post. If the member has already used this idempotency key, returns the existing post instead. */
export async function createPost(
  context: Context,
  member: Member,
  { text }: PostInput,
  idempotencyKey: string | undefined,
): Promise<Post | Json<Post>> {
  const { db, texts } = context;
  const id = newId();
  const now = Date.now();
  const html = await texts.render(text, member.id);
  const created = await db.transaction(async (tx) => {
    // Selects from `sessions` in the same statement, so that a session revoked since authentication writes nothing.
    const inserted = await tx.run`
      insert into posts (id, user_id, text, format, idempotency_key, created_at)
      select ${id}, user_id, ${text}, 'markdown', ${idempotencyKey ?? null}, cast(${now} as bigint) from sessions where id = ${member.sessionId}
      on conflict (idempotency_key, user_id) where idempotency_key is not null do nothing`;
    if (inserted > 0) await savePostHtml(tx, id, html);
    return inserted > 0;
  });
  if (!created) return readFirst(context, member, idempotencyKey ?? null);
  const post = await toPost(texts, {
    ...{ id, text, html, format: 'markdown', version: 1, edited_at: null, title: null, comments_closed: 0 },
    ...{ like_count: 0, comment_count: 0, created_at: now, user_id: member.id, name: member.name },
  });
  return { ...post, viewer: { liked: false } };
}

/** Reads the post that the member created with this key, in its current state. */
async function readFirst(context: Context, member: Member, idempotencyKey: string | null): Promise<Json<Post>> {
  const row = await context.db.get<{
    id: string;
  }>`select id from visible_posts where user_id = ${member.id} and idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Failure('tokenInvalid'); // without an earlier post, the insert was empty because the session is gone
  return (await readPost(context, member, row.id)).json();
}

/** Deletes the member's post with its comments and likes. */
export async function deletePost(context: Context, member: Member, id: string): Promise<void> {
  if (await deletePostOf(context, member.id, id)) return;
  throw new Failure((await context.db.get`select id from visible_posts where id = ${id}`) ? 'notAuthor' : 'postNotFound');
}
