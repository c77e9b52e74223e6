import type { Transaction } from '../db/db.ts';

/** Kinds of texts that refer to images. `purge.ts` checks for each kind whether the text still exists. */
export type ReferenceKind = 'post' | 'comment';

/**
 * Records that a text refers to images, in the transaction that writes the text. References of
 * earlier versions stay, because the history shows them. Ignores unknown ids. A deleted text needs no call.
 */
export async function addMediaReferences(tx: Transaction, kind: ReferenceKind, owner: string, mediaIds: string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  // Locks the images, so that a concurrent purge keeps them.
  await tx.run`update media set unused_since = null where id = any(${mediaIds})`;
  await tx.run`
    insert into media_references (kind, owner, media_id) select ${kind}, cast(${owner} as text), id from media where id = any(${mediaIds})
    on conflict (owner, media_id) do nothing`;
}

/** Records that a text no longer refers to these images. */
export const removeMediaReferences = (tx: Transaction, owner: string, mediaIds: string[]): Promise<number> =>
  tx.run`delete from media_references where owner = ${owner} and media_id = any(${mediaIds})`;
