import { type Comment, type CommentChange, type CommentInput, isSameText, limits, type Visibility } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import type { Counted } from '../../platform/lists/keyset.ts';
import type { Member } from '../../platform/member.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { saveMentions } from '../mentions/mentions.ts';
import { lockPost, touchPosts } from '../posts/change-post.ts';
import { saveCommentHtml } from '../posts/html.ts';
import { saveRevision, type Version } from '../posts/revisions.ts';
import { visibleComments } from '../visibility/policy.ts';
import { likedComments } from './likes.ts';
import { newestComments, readComments } from './lists.ts';
import { removeComments } from './remove.ts';
import { checkThread } from './thread-tree.ts';
import { setVisibility } from './visibility.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member commented on a post. `parentAuthorId`: who wrote the comment that this one answers, if it is a reply. */
    'comment.created': CommentEvent & { postAuthorId: string; parentAuthorId: string | undefined; text: string };
    /** A member changed the text of a comment. */
    'comment.edited': CommentEvent;
    /** The author deleted a comment. Comments that end with an account or a post have no event of their own. */
    'comment.deleted': CommentEvent;
  }
}

/** `isPublic`: whether visitors see the post. */
interface CommentEvent {
  commentId: string;
  postId: string;
  authorId: string;
  isPublic: boolean;
}

const newestCommentsOn = async (context: Context, postId: string) =>
  (await newestComments(rendererOf(context), context.db, [postId])).get(postId) ?? { items: [], total: 0 };

/** Adds a comment and returns the post's newest comments. A repeated `idempotencyKey` of the same author on this post adds nothing. */
export async function addComment(
  context: Context,
  member: Member,
  postId: string,
  { text, parent, visibility, draft }: CommentInput,
  idempotencyKey?: string,
): Promise<Counted<Comment>> {
  const html = await rendererOf(context).render(text, member);
  const id = newId(); // after rendering, so that ids follow the order of the comments
  await context.db.transaction(async (tx) => {
    const post = await lockPost(tx, member, postId);
    const isRepeated =
      idempotencyKey !== undefined &&
      (await tx.get`
        select id from comments where idempotency_key = ${idempotencyKey} and user_id = ${member.id} and post_id = ${postId}`);
    if (draft) await context.events.publish(tx, 'draft.sent', { userId: member.id, ...draft });
    if (isRepeated) return; // even if the post has been closed or the parent deleted since
    if (post.isClosed) throw new Failure('commentsClosed');
    const answered = parent === undefined ? undefined : await findParent(tx, postId, parent);
    const isPublic = visibility === 'public' && post.areCommentsPublic && answered?.is_public !== 0;
    await tx.run`
      insert into comments (id, post_id, user_id, parent_id, text, format, visibility, is_public, idempotency_key, created_at)
      values (${id}, ${postId}, ${member.id}, ${parent ?? null}, ${text}, 'markdown', ${isPublic ? 'public' : 'members'}, ${isPublic ? 1 : 0}, ${idempotencyKey ?? null}, ${Date.now()})`;
    await saveMentions(tx, context.events, { postId, commentId: id, authorId: member.id, isNew: true }, html, (linked) =>
      saveCommentHtml(tx, id, linked),
    );
    await touchPosts(tx, [postId], { comments: 1 });
    await context.events.publish(tx, 'comment.created', {
      ...{ commentId: id, postId, authorId: member.id, isPublic: post.isPublic },
      ...{ postAuthorId: post.authorId, parentAuthorId: answered?.user_id, text },
    });
  });
  return newestCommentsOn(context, postId);
}

interface Parent {
  user_id: string;
  is_public: number;
}

/** Returns the comment that a reply answers. Throws `commentNotFound`, or the failure of a thread that is full. */
async function findParent(tx: Transaction, postId: string, id: string): Promise<Parent> {
  const parent = await tx.get<Parent>`
    select user_id, is_public from ${visibleComments('members')} c where id = ${id} and post_id = ${postId}`;
  if (!parent) throw new Failure('commentNotFound');
  await checkThread(tx, postId, id);
  return parent;
}

interface CommentVersion extends Version {
  user_id: string;
  visibility: Visibility;
}

/** Edits the member's comment. Throws `textChanged` with the current comment if `version` is not the current one. */
export async function updateComment(
  context: Context,
  member: Member,
  postId: string,
  id: string,
  { text, version, visibility: chosen, draft }: CommentChange,
): Promise<Comment> {
  const { db, events } = context;
  const renderer = rendererOf(context);
  const html = await renderer.render(text, member);
  const isCurrent = await db.transaction(async (tx) => {
    const { isPublic, areCommentsPublic } = await lockPost(tx, member, postId);
    const now = await tx.get<CommentVersion>`
      select user_id, null as title, text, format, version, visibility, created_at, edited_at from ${visibleComments('members')} c where id = ${id} and post_id = ${postId}`;
    if (!now) throw new Failure('commentNotFound');
    if (now.user_id !== member.id) throw new Failure('notAuthor');
    const isEdited = !isSameText(text, now.text);
    const visibility = chosen || now.visibility;
    const isUnchanged = !isEdited && visibility === now.visibility; // perhaps a repeated request, whose first response was lost
    if (!isUnchanged && now.version !== version) return false;
    if (draft) await events.publish(tx, 'draft.sent', { userId: member.id, ...draft });
    if (isUnchanged) return true;
    await touchPosts(tx, [postId]);
    if (visibility !== now.visibility) await setVisibility(tx, postId, id, areCommentsPublic ? visibility : 'members');
    if (!isEdited) return true;
    if (version >= limits.versions) throw new Failure('versionsFull');
    await saveRevision(tx, member.id, { comment: id }, now);
    await tx.run`
      update comments set text = ${text}, format = 'markdown', version = version + 1, edited_at = ${Date.now()} where id = ${id}`;
    await saveMentions(tx, events, { postId, commentId: id, authorId: member.id }, html, (linked) => saveCommentHtml(tx, id, linked));
    await events.publish(tx, 'comment.edited', { commentId: id, postId, authorId: member.id, isPublic });
    return true;
  });
  const [[shared], liked] = await Promise.all([readComments(renderer, db, [id]), likedComments(db, member, [id])]);
  if (!shared) throw new Failure('commentNotFound');
  const comment = { ...shared, viewer: { liked: liked.has(id) } };
  if (!isCurrent) throw new Failure('textChanged', { current: comment });
  return comment;
}

/** Deletes the member's comment from this post and returns the newest remaining comments. A placeholder stays if the comment has replies. */
export async function deleteComment(context: Context, member: Member, postId: string, id: string): Promise<Counted<Comment>> {
  await context.db.transaction(async (tx) => {
    const { isPublic } = await lockPost(tx, member, postId);
    const comment = await tx.get<{ user_id: string }>`select user_id from comments where id = ${id} and post_id = ${postId}`;
    if (!comment) throw new Failure('commentNotFound');
    if (comment.user_id !== member.id) throw new Failure('notAuthor');
    await removeComments(tx, [id]);
    await touchPosts(tx, [postId], { comments: -1 });
    await context.events.publish(tx, 'comment.deleted', { commentId: id, postId, authorId: member.id, isPublic });
  });
  return newestCommentsOn(context, postId);
}
