import { isSameText, limits, type Post, type PostChange, type PostInput, type PublicPost, type Visibility } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import type { State } from '../../platform/lists/fragments.ts';
import type { Json, Tagged } from '../../platform/lists/json.ts';
import type { PageQuery } from '../../platform/lists/keyset.ts';
import type { JsonPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { saveMentions } from '../mentions/mentions.ts';
import { hasFieldTags, removePostTags, resolveTag, savePostTags, savePublication } from '../tags/post-tags.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { lockPost, touchPosts } from './change-post.ts';
import { following } from './following.ts';
import { savePostHtml } from './html.ts';
import { type Embed, onePost, postPage, publicPage, publicPosts, toPost } from './hydration.ts';
import { findPublic, newestPublic, newestPublicBy, newestPublicWithTag, type PublicSource, topPublic } from './public-sources.ts';
import { saveRevision, type Version } from './revisions.ts';
import { byAuthor, byTag, latest, type Source, top, unanswered } from './sources.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A post was written. */
    'post.created': { postId: string; authorId: string; isPublic: boolean; title: string | null; text: string; tags: string[] };
    /** A post was changed. `isTextChanged`: its title, text or tags, not only who can read it or comment on it. */
    'post.edited': { postId: string; authorId: string; isPublic: boolean; isTextChanged: boolean };
    /** The author is deleting a post, whose rows still exist. `isHidden`: they are left for a job, because it has many comments, likes or notified followers. */
    'post.deleted': { postId: string; authorId: string; isHidden: boolean };
    /** A member sent the text of a draft in this version, perhaps again because the first response was lost. */
    'draft.sent': { userId: string; context: string; version: number };
  }
}

interface FeedQuery extends PageQuery {
  feed?: string;
  tag?: string;
  author?: string;
  period?: string;
}

/** Reads a page of a feed. Embedded lists contain the newest likes and comments; counts are exact. Throws `feedCombination`. */
export const listPosts = async (context: Context, viewer: Member, query: FeedQuery, embed: Embed): Promise<JsonPage<Post>> =>
  postPage(context, viewer, await sourceOf(query)(context, viewer, query), embed);

function sourceOf({ feed = 'latest', tag, author, period }: FeedQuery): Source {
  if ((feed !== 'latest' && (tag ?? author) !== undefined) || (feed !== 'top' && period !== undefined))
    throw new Failure('feedCombination');
  if (feed === 'following') return following;
  if (feed === 'top') return top(period ?? 'week');
  if (feed === 'unanswered') return unanswered;
  if (author !== undefined) return byAuthor(author, tag);
  return tag === undefined ? latest : byTag(tag);
}

/** Reads a page of public posts as visitors see them. Throws `feedCombination`. */
export const listPublicPosts = async (context: Context, query: FeedQuery): Promise<JsonPage<PublicPost>> =>
  publicPage(context, await (await publicSourceOf(context, query))(context, query));

async function publicSourceOf({ db }: Context, { feed = 'latest', tag, author }: FeedQuery): Promise<PublicSource> {
  if (feed === 'top' && (tag ?? author) !== undefined) throw new Failure('feedCombination');
  if (feed === 'top') return topPublic;
  if (author !== undefined) return newestPublicBy(author, tag);
  return tag === undefined ? newestPublic : newestPublicWithTag(await resolveTag(db, tag));
}

/** Reads one post, by default with its newest likes and comments. Without a viewer, throws `noToken` unless the post is public. */
export async function readPost(
  context: Context,
  viewer: Member | undefined,
  id: string,
  embed: Embed = { likes: true, comments: true },
): Promise<Tagged<Post>> {
  if (!viewer) return readPublicPost(context, id);
  const state = await context.db.get<State>`select id, state as version from ${visiblePosts(viewer)} p where id = ${id}`;
  const post = state && (await onePost(context, viewer, state, embed));
  if (!post) throw new Failure('postNotFound');
  return post;
}

/** Reads a public post as visitors see it. The failure does not reveal whether another post exists. */
async function readPublicPost(context: Context, id: string): Promise<Tagged<Post>> {
  const state = await findPublic(context, id);
  const [found] = state ? await publicPosts(context, [state]) : [];
  if (!found) throw new Failure('noToken');
  return { tag: found.tag, json: () => Buffer.from(JSON.stringify({ ...found.read(), viewer: { liked: false, bookmarked: false } })) };
}

/** Creates a post. If the member has already used this idempotency key, returns the existing post instead. */
export async function createPost(
  context: Context,
  member: Member,
  { text, title, tags = [], visibility: chosen, commentsVisibility, draft }: PostInput,
  idempotencyKey: string | undefined,
): Promise<Post | Json<Post>> {
  const { db, events } = context;
  const renderer = rendererOf(context);
  const id = newId();
  const now = Date.now();
  const visibility = chosen || 'members';
  const publishedAt = visibility === 'public' ? now : null;
  const rendered = await renderer.render(text, member);
  const created = await db.transaction(async (tx) => {
    // Selects from `sessions` in the same statement, so that a session revoked since authentication writes nothing.
    const [inserted] = await tx.all<{ headline: string | null }>`
      insert into posts (id, user_id, title, text, format, visibility, comments_visibility, published_at, idempotency_key, created_at)
      select ${id}, user_id, ${title || null}, ${text}, 'markdown', ${visibility}, ${commentsVisibility || 'public'}, cast(${publishedAt} as bigint), ${idempotencyKey ?? null}, cast(${now} as bigint) from sessions where id = ${member.sessionId}
      on conflict (idempotency_key, user_id) where idempotency_key is not null do nothing
      returning (select headline from profiles where user_id = posts.user_id) as headline`;
    if (draft) await events.publish(tx, 'draft.sent', { userId: member.id, ...draft });
    if (!inserted) return { first: await findFirst(tx, member, idempotencyKey ?? null) };
    const saved = await saveMentions(tx, events, { postId: id, authorId: member.id, isNew: true }, rendered, (linked) =>
      savePostHtml(tx, id, linked, { field: tags, isNew: true }),
    );
    await events.publish(tx, 'post.created', {
      ...{ postId: id, authorId: member.id, isPublic: visibility === 'public' },
      ...{ title: title || null, text, tags: saved.tags },
    });
    return { ...saved, ...inserted };
  });
  if (created.first !== undefined) return (await readPost(context, member, created.first)).json();
  const post = await toPost(renderer, {
    ...{
      id,
      text,
      html: created.html,
      tags: created.tags.join(' ') || null,
      format: 'markdown',
      version: 1,
      edited_at: null,
      title: title || null,
      visibility,
      comments_visibility: commentsVisibility || 'public',
      comments_closed: 0,
      pinned: 0,
    },
    ...{
      like_count: 0,
      comment_count: 0,
      created_at: now,
      published_at: publishedAt,
      user_id: member.id,
      name: member.name,
      handle: member.handle,
      headline: created.headline,
    },
  });
  return { ...post, viewer: { liked: false, bookmarked: false } };
}

/** Returns the id of the post that the member created with this key. Throws `tokenInvalid` if the session is gone. */
async function findFirst(tx: Transaction, member: Member, idempotencyKey: string | null): Promise<string> {
  const row = await tx.get<{ id: string }>`
    select p.id from ${visiblePosts(member)} p join sessions s on s.id = ${member.sessionId}
    where p.user_id = ${member.id} and p.idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Failure('tokenInvalid'); // without an earlier post, the insert was empty because the session is gone
  return row.id;
}

/** A post with more likes, comments, bookmarks and notified followers than this is hidden first and deleted in batches. */
const maxDirectRows = 50;

/** Deletes the member's post with its comments and likes. */
export function deletePost({ db, events }: Context, member: Member, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const post = await tx.lock<{ user_id: string; size: number }>`
      select user_id, like_count + comment_count + 5 * (version - 1) + (
          select count(*) from (select 1 from bookmarks where post_id = ${id} limit cast(${maxDirectRows + 1} as integer)) b
        ) + (
          select count(*) from (select 1 from notifications where post_id = ${id} and kind = 'post' limit cast(${maxDirectRows + 1} as integer)) n
        ) as size from ${visiblePosts('members')} p where id = ${id}`;
    if (!post) throw new Failure('postNotFound');
    if (post.user_id !== member.id) throw new Failure('notAuthor');
    await removePostTags(tx, [id]);
    const isHidden = post.size > maxDirectRows;
    await events.publish(tx, 'post.deleted', { postId: id, authorId: member.id, isHidden });
    if (isHidden) await tx.run`update posts set deleted_at = ${Date.now()}, idempotency_key = null where id = ${id}`;
    else await tx.run`delete from posts where id = ${id}`;
  });
}

interface PostVersion extends Version {
  user_id: string;
  visibility: Visibility;
  comments_visibility: Visibility;
  comments_closed: number;
}

/** Edits the member's post. Throws `textChanged` with the current post if `version` is not the current one. */
export async function updatePost(context: Context, member: Member, id: string, change: PostChange): Promise<Json<Post>> {
  const { db, events } = context;
  const renderer = rendererOf(context);
  const html = change.text === undefined ? undefined : await renderer.render(change.text, member);
  const isCurrent = await db.transaction(async (tx) => {
    await lockPost(tx, member, id);
    const now = (await tx.get<PostVersion>`
      select user_id, title, text, format, version, visibility, comments_visibility, comments_closed, created_at, edited_at from posts where id = ${id}`) as PostVersion;
    if (now.user_id !== member.id) throw new Failure('notAuthor');
    const { title = now.title ?? '', commentsClosed = now.comments_closed === 1 } = change;
    const text = change.text === undefined || isSameText(change.text, now.text) ? now.text : change.text;
    const visibility = change.visibility || now.visibility;
    const commentsVisibility = change.commentsVisibility || now.comments_visibility;
    const isEdited = text !== now.text || title !== (now.title ?? '');
    const isTagged = change.tags !== undefined && !(await hasFieldTags(tx, id, change.tags));
    const isSame =
      visibility === now.visibility && commentsVisibility === now.comments_visibility && commentsClosed === (now.comments_closed === 1);
    const isUnchanged = !isEdited && !isTagged && isSame; // perhaps a repeated request, whose first response was lost
    if (!isUnchanged && now.version !== change.version) return false;
    if (change.draft) await events.publish(tx, 'draft.sent', { userId: member.id, ...change.draft });
    if (isUnchanged) return true;
    if (isEdited) {
      if (now.version >= limits.versions) throw new Failure('versionsFull');
      await saveRevision(tx, member.id, { post: id }, now);
      await tx.run`
        update posts set title = ${title || null}, text = ${text}, format = ${text === now.text ? now.format : 'markdown'},
          version = version + 1, edited_at = ${Date.now()} where id = ${id}`;
      if (text !== now.text && html !== undefined)
        await saveMentions(tx, events, { postId: id, authorId: member.id }, html, (linked) =>
          savePostHtml(tx, id, linked, { field: change.tags }),
        );
    }
    if (isTagged && text === now.text) {
      const stored = await tx.get<{ html: string }>`select html from post_html where post_id = ${id}`;
      const { html } = await savePostTags(tx, id, stored?.html ?? '', { field: change.tags });
      await tx.run`update post_html set html = ${html} where post_id = ${id}`;
    }
    await tx.run`update posts set comments_closed = ${commentsClosed ? 1 : 0}, comments_visibility = ${commentsVisibility} where id = ${id}`;
    if (visibility !== now.visibility) await setVisibility(tx, id, visibility);
    await touchPosts(tx, [id]);
    await events.publish(tx, 'post.edited', {
      postId: id,
      authorId: member.id,
      isPublic: visibility === 'public',
      isTextChanged: isEdited || isTagged,
    });
    return true;
  });
  const current = (await readPost(context, member, id)).json();
  if (!isCurrent) throw new Failure('textChanged', { current: JSON.parse(current.toString()) });
  return current;
}

/** Changes who can read a post. The first time that it is public becomes its date in lists for visitors. */
async function setVisibility(tx: Transaction, id: string, visibility: Visibility): Promise<void> {
  const publishedAt = visibility === 'public' ? Date.now() : null;
  await tx.run`
    update posts set visibility = ${visibility}, published_at = coalesce(published_at, cast(${publishedAt} as bigint)) where id = ${id}`;
  await savePublication(tx, id);
}
