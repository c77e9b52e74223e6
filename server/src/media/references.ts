import type { Transaction } from '../db/db.ts';

/** The kinds of texts that refer to images. `purge.ts` knows how to find out whether one of each kind exists. */
export type ReferenceKind = 'post' | 'comment';

/**
 * Records which images a text refers to, in the transaction that writes the text: `setMediaReferences(tx, 'post', id, mediaIdsIn(text))`. Replaces those of an
 * earlier version. Unknown ids are ignored. A deleted text needs no call.
 */
export async function setMediaReferences(tx: Transaction, kind: ReferenceKind, owner: string, mediaIds: string[]): Promise<void> {
  await tx.run`delete from media_references where owner = ${owner}`;
  if (mediaIds.length === 0) return;
  // Locks the images, so that a concurrent purge keeps them.
  await tx.run`update media set unused_since = null where id = any(${mediaIds})`;
  await tx.run`
    insert into media_references (kind, owner, media_id) select ${kind}, cast(${owner} as text), id from media where id = any(${mediaIds})`;
}
