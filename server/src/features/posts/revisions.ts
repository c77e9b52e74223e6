import { mediaIdsIn, type Revision } from '@dev-connector/contract';
import { type Db, readerFor, type Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { newest, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { removeMediaReferences } from '../media/references.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';
import { lockPost } from './change-post.ts';

/* Earlier versions of posts and comments: written by each edit, and visible to everyone who can read the text. */

/** A version to replace. */
export interface Version {
  version: number;
  format: string;
  title: string | null;
  text: string;
  created_at: number;
  edited_at: number | null;
}

/** Stores the replaced version of a post or comment. */
export async function saveRevision(
  tx: Transaction,
  userId: string,
  of: { post: string } | { comment: string },
  { version, format, title, text, created_at, edited_at }: Version,
): Promise<void> {
  const [post, comment] = 'post' in of ? [of.post, null] : [null, of.comment];
  await tx.run`
    insert into revisions (id, post_id, comment_id, user_id, version, format, title, text, created_at)
    values (${newId()}, ${post}, ${comment}, ${userId}, ${version}, ${format}, ${title}, ${text}, ${edited_at ?? created_at})`;
}

/** Reads a page of a post's earlier versions, newest first. */
export async function listPostRevisions(db: Db, postId: string, query: PageQuery): Promise<JsonPage<Revision>> {
  if (!(await db.get`select id from ${visiblePosts('members')} p where id = ${postId}`)) throw new Failure('postNotFound');
  return revisionPage(db, sql`post_id = ${postId}`, query);
}

/** Reads a page of a comment's earlier versions, newest first. */
export async function listCommentRevisions(db: Db, id: string, query: PageQuery): Promise<JsonPage<Revision>> {
  await findComment(db, id);
  return revisionPage(db, sql`comment_id = ${id}`, query);
}

/** Returns the post of a visible comment on a visible post. Throws `commentNotFound`. */
export async function findComment(db: Db, id: string): Promise<{ post_id: string }> {
  const comment = await db.get<{ post_id: string }>`
    select c.post_id from ${visibleComments('members')} c join ${visiblePosts('members')} p on p.id = c.post_id where c.id = ${id}`;
  if (!comment) throw new Failure('commentNotFound');
  return comment;
}

interface Row extends Omit<Version, 'text' | 'edited_at'> {
  id: string;
  text: string | null;
}

/** Reads the sizes first, then only the texts that fit on the page. */
async function revisionPage(db: Db, isOf: Sql, query: PageQuery): Promise<JsonPage<Revision>> {
  const { items, next } = await readPage(
    query,
    newest,
    ({ id }, count) => db.all<{ id: string; size: number }>`
      select id, coalesce(octet_length(text), 0) as size from revisions where ${isOf} and id < ${id}
      order by id desc limit cast(${count} as integer)`,
  );
  const bytes = items.reduce((sum, { size }) => sum + size, 0);
  const rows = await readerFor(db, bytes).all<Row>`
    select id, version, format, title, text, created_at from revisions where id = any(${items.map(({ id }) => id)}) order by id desc`;
  return joinPage({ items: rows.map((row) => ({ id: row.id, ...toOpenJson(toRevision(row)) })), next });
}

const toRevision = ({ id, version, format, title, text, created_at }: Row): Revision => ({
  _id: id,
  version,
  ...(title !== null && { title }),
  ...(text !== null && { text }),
  format,
  date: new Date(created_at).toISOString(),
});

/** Erases the text and the title of an earlier version of the member's post. */
export const erasePostRevision = (db: Db, member: Member, postId: string, version: number): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const revision = await tx.get<Found>`select id, user_id, text from revisions where post_id = ${postId} and version = ${version}`;
    await erase(tx, member, postId, revision);
  });

/** Erases the text of an earlier version of the member's comment. */
export async function eraseCommentRevision(db: Db, member: Member, id: string, version: number): Promise<void> {
  const { post_id } = await findComment(db, id);
  await db.transaction(async (tx) => {
    await lockPost(tx, member, post_id);
    const revision = await tx.get<Found>`select id, user_id, text from revisions where comment_id = ${id} and version = ${version}`;
    await erase(tx, member, id, revision);
  });
}

interface Found {
  id: string;
  user_id: string;
  text: string | null;
}

async function erase(tx: Transaction, { id }: Member, owner: string, revision: Found | undefined): Promise<void> {
  if (!revision) throw new Failure('revisionNotFound');
  if (revision.user_id !== id) throw new Failure('notAuthor');
  await tx.run`update revisions set text = null, title = null where id = ${revision.id}`;
  const unused: string[] = [];
  for (const image of mediaIdsIn(revision.text ?? '')) {
    const pattern = `%${image}%`;
    const use = await tx.get`
      select 1 as used from revisions where (post_id = ${owner} or comment_id = ${owner}) and text like ${pattern}
      union all select 1 from posts where id = ${owner} and text like ${pattern}
      union all select 1 from comments where id = ${owner} and text like ${pattern} limit 1`;
    if (!use) unused.push(image);
  }
  await removeMediaReferences(tx, owner, unused);
}
