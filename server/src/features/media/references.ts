import { mediaIdsIn } from '@dev-connector/contract';
import type { Context, Feature } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/*
 * The texts that use an image: posts, comments and drafts of its uploader. Another member who mentions an image does not keep it. Each row of `media_references`
 * is a use while its text exists; a deleted post or comment needs no call.
 */

/** True for a row of `media_references`, named `r`, whose text readers can still open, as the features of the texts say. */
const isUse = (features: Feature[]): Sql =>
  features
    .flatMap(({ mediaOwners = {} }) => Object.entries(mediaOwners))
    .map(([kind, isShown]) => sql`(r.kind = ${kind} and ${isShown})`)
    .reduce((all, use) => sql`${all} or ${use}`);

/** True for an image, named `m`, that a text uses. */
export const isUsed = (features: Feature[]): Sql =>
  sql`exists (select 1 from media_references r where r.media_id = m.id and (${isUse(features)}))`;

/** Deletes the references of deleted texts to a range of images: those after `after`, up to `last`. */
export const deleteDeadReferences = ({ db, features }: Context, after: string, last: string): Promise<number> => db.run`
  delete from media_references as r where media_id > ${after} and media_id <= ${last} and not (${isUse(features)})`;

/** Records the images that a post or comment shows, in the transaction that writes it. Those of earlier versions stay, because the history shows them. */
export async function addMediaReferences(tx: Transaction, kind: 'post' | 'comment', owner: string, html: string): Promise<void> {
  const ids = mediaIdsIn(html);
  if (ids.length === 0) return;
  const author =
    kind === 'post' ? sql`(select user_id from posts where id = ${owner})` : sql`(select user_id from comments where id = ${owner})`;
  await insertReferences(tx, { kind, owner, author }, ids);
}

/** Records that a text no longer refers to these images. */
export const removeMediaReferences = (tx: Transaction, owner: string, mediaIds: string[]): Promise<number> =>
  tx.run`delete from media_references where owner = ${owner} and media_id = any(${mediaIds})`;

/** Records the images in a draft, and forgets those that it no longer contains. A deleted draft has none. */
export async function setDraftReferences(tx: Transaction, userId: string, context: string, text: string): Promise<void> {
  const owner = `${userId}/${context}`;
  const ids = mediaIdsIn(text);
  await tx.run`delete from media_references where owner = ${owner} and not (media_id = any(${ids}))`;
  if (ids.length > 0) await insertReferences(tx, { kind: 'draft', owner, author: sql`${userId}` }, ids);
}

/** Ignores unknown images and those of others. */
async function insertReferences(
  tx: Transaction,
  { kind, owner, author }: { kind: 'post' | 'comment' | 'draft'; owner: string; author: Sql },
  ids: string[],
): Promise<void> {
  // Locks the images, so that a concurrent purge keeps them.
  const shown = kind === 'draft' ? sql`shown` : sql`1`;
  await tx.run`update media set unused_since = null, shown = ${shown} where id = any(${ids}) and user_id = ${author}`;
  await tx.run`
    insert into media_references (kind, owner, media_id)
    select ${kind}, cast(${owner} as text), id from media where id = any(${ids}) and user_id = ${author}
    on conflict (owner, media_id) do nothing`;
}
