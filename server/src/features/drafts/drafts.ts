import { setImmediate } from 'node:timers/promises';
import { type Draft, type DraftInput, type DraftSummary, draftExcerpt, limits, type Visibility } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { EventPayloads } from '../../platform/events/events.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { rendererOf, summarySource } from '../markdown/markdown-renderer.ts';
import { setDraftReferences } from '../media/references.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';

export interface DraftRow {
  context: string;
  /** Null if the post, or the comment that the text is about, was deleted. */
  post_id: string | null;
  title: string | null;
  tags: string | null;
  visibility: Visibility | null;
  text: string;
  version: number;
  updated_at: number;
}

type Common = Omit<DraftSummary, 'excerpt'>;

const common = ({ context, post_id, title, tags, visibility, version, updated_at }: Omit<DraftRow, 'text'>): Common => ({
  context,
  ...(title !== null && { title }),
  ...(tags !== null && { tags }),
  ...(visibility !== null && { visibility }),
  ...(post_id !== null && { post: post_id }),
  version,
  date: new Date(updated_at).toISOString(),
});

/** The post of a draft, unless the post or the comment that the draft is about was deleted. Drafts outlive both. */
const visiblePost = sql`
  case when exists (select 1 from ${visiblePosts('members')} p where p.id = d.post_id)
    and (d.comment_id is null or exists (select 1 from ${visibleComments('members')} c where c.id = d.comment_id)) then d.post_id end as post_id`;

export const columns = sql`d.context, ${visiblePost}, d.title, d.tags, d.visibility, d.text, d.version, d.updated_at`;

export const toDraft = ({ text, ...row }: DraftRow): Draft => ({ ...common(row), text });

/** Lists the member's drafts, the most recently changed first. */
export async function listDrafts(context: Context, { id }: Member): Promise<DraftSummary[]> {
  const { db } = context;
  const renderer = rendererOf(context);
  const rows = await db.all<DraftRow>`
    select d.context, ${visiblePost}, d.title, d.tags, d.visibility, substr(d.text, 1, ${summarySource}) as text, d.version, d.updated_at
    from drafts d where d.user_id = ${id} order by d.updated_at desc, d.context`;
  const drafts: DraftSummary[] = [];
  for (const { text, ...row } of rows) {
    drafts.push({ ...common(row), excerpt: await renderer.summarize(text, draftExcerpt) });
    await setImmediate(); // other requests first
  }
  return drafts;
}

export async function readDraft(db: Db, member: Member, context: string): Promise<Draft> {
  const row = await findDraft(db, member, context);
  if (!row) throw new Failure('draftNotFound');
  return toDraft(row);
}

const findDraft = (reader: Reader, { id }: Member, context: string) => reader.get<DraftRow>`
  select ${columns} from drafts d where d.user_id = ${id} and d.context = ${context}`;

/**
 * Creates the draft, or replaces it if `version` is the stored one. Returns the stored draft if it has the same contents already, so that a request can be repeated.
 * Throws `draftChanged` with the stored draft.
 */
export async function saveDraft(db: Db, member: Member, context: string, { text, version, ...input }: DraftInput): Promise<Draft> {
  const [title, tags, visibility] = [input.title || null, input.tags || null, input.visibility || null];
  return writeAsMember(db, member, async (tx) => {
    await tx.lock`select id from users where id = ${member.id}`; // so that concurrent requests cannot exceed the limits
    const stored = await findDraft(tx, member, context);
    const isSame = stored?.text === text && stored.title === title && stored.tags === tags && stored.visibility === visibility;
    if (isSame) return toDraft(stored);
    if (stored && stored.version !== version) throw new Failure('draftChanged', { current: toDraft(stored) });
    await checkLimits(tx, member, context, text + (title ?? '') + (tags ?? ''));
    const now = Date.now();
    const change = { title, tags, visibility, text, version: stored ? stored.version + 1 : now, updated_at: now };
    if (stored) {
      await tx.run`
        update drafts set title = ${title}, tags = ${tags}, visibility = ${visibility}, text = ${text}, version = ${change.version}, updated_at = ${now}
        where user_id = ${member.id} and context = ${context}`;
      await setDraftReferences(tx, member.id, context, text);
      return toDraft({ ...stored, ...change });
    }
    const { postId, commentId } = await targetOf(tx, member, context);
    await tx.run`
      insert into drafts (user_id, context, post_id, comment_id, title, tags, visibility, text, version, updated_at)
      values (${member.id}, ${context}, ${postId}, ${commentId}, ${title}, ${tags}, ${visibility}, ${text}, ${change.version}, ${now})`;
    await setDraftReferences(tx, member.id, context, text);
    return toDraft({ context, post_id: postId, ...change });
  });
}

async function checkLimits(tx: Transaction, { id }: Member, context: string, text: string): Promise<void> {
  const others = await tx.get<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(octet_length(text) + coalesce(octet_length(title), 0) + coalesce(octet_length(tags), 0)), 0) as bytes
    from drafts where user_id = ${id} and context <> ${context}`;
  const { count, bytes } = others ?? { count: 0, bytes: 0 };
  if (count >= limits.drafts) throw new Failure('draftsFull');
  if (Number(bytes) + Buffer.byteLength(text) > limits.draftBytes) throw new Failure('draftsTooLarge');
}

interface Target {
  postId: string | null;
  commentId: string | null;
}

/** Finds the post and comment that a context refers to. Throws if they do not exist, or if the text to edit is another member's. */
async function targetOf(reader: Reader, member: Member, context: string): Promise<Target> {
  const [kind, id = ''] = context.split(':');
  if (kind === 'post') return { postId: null, commentId: null };
  const post =
    kind === 'reply' ? undefined : await reader.get<{ user_id: string }>`select user_id from ${visiblePosts('members')} p where id = ${id}`;
  const comment = post
    ? undefined
    : await reader.get<{ user_id: string; post_id: string }>`
        select c.user_id, c.post_id from ${visibleComments('members')} c join ${visiblePosts('members')} p on p.id = c.post_id where c.id = ${id}`;
  const found = kind === 'comment' ? post : (post ?? comment);
  if (!found) throw new Failure(kind === 'comment' ? 'postNotFound' : 'commentNotFound');
  if (kind === 'edit' && found.user_id !== member.id) throw new Failure('notAuthor');
  return { postId: comment?.post_id ?? id, commentId: comment ? id : null };
}

/** Deletes the draft, if there is one. With `version`, throws `draftChanged` if the stored one has another. */
export async function deleteDraft(db: Db, member: Member, context: string, version?: number): Promise<void> {
  await writeAsMember(db, member, async (tx) => {
    const stored = await findDraft(tx, member, context);
    if (stored && version !== undefined && stored.version !== version) throw new Failure('draftChanged', { current: toDraft(stored) });
    await removeDraft(tx, member.id, context);
  });
}

/** Deletes a draft whose text was sent, unless it has another version. */
export async function deleteSentDraft(tx: Transaction, { userId, context, version }: EventPayloads['draft.sent']): Promise<void> {
  const stored = await tx.lock<{ version: number }>`select version from drafts where user_id = ${userId} and context = ${context}`;
  if (stored?.version === version) await removeDraft(tx, userId, context);
}

/** Deletes all drafts of a user. */
export async function deleteDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run`delete from drafts where user_id = ${userId}`;
}

async function removeDraft(tx: Transaction, userId: string, context: string): Promise<void> {
  await tx.run`delete from drafts where user_id = ${userId} and context = ${context}`;
  await setDraftReferences(tx, userId, context, '');
}
