import { randomBytes } from 'node:crypto';
import { limits, mediaPath } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { storageOf } from '../storage/stored-bytes.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { encodersOf } from './encoder.ts';
import { deleteUnusedFiles, describeFile, type MediaFile, saveFile } from './files.ts';
import { isUsed } from './references.ts';

const hour = 60 * 60 * 1000; // ms

/** Rows per batch of a deletion. Each file has up to 4 MB, and SQLite overwrites it in the file (`secure_delete`). */
const batch = 5;

/** Encodes and stores an image for a text of the member. */
export async function createMedia(
  context: Context,
  member: Member,
  { file: bytes, alt = '' }: { file: Uint8Array; alt?: string },
): Promise<{ url: string; width: number; height: number }> {
  const encoded = await encodersOf(context).run({ bytes, use: 'text' }, member);
  await storageOf(context).admit(member.id, encoded.length);
  const file = describeFile(encoded);
  const id = randomBytes(16).toString('base64url');
  const now = Date.now();
  await writeAsMember(context.db, member, async (tx) => {
    await saveFile(tx, file, encoded);
    await tx.run`
      insert into media (id, user_id, hash, alt, created_at, unused_since)
      values (${id}, ${member.id}, ${file.hash}, ${alt}, ${now}, ${now})`;
  });
  return { url: mediaPath(id), width: file.width, height: file.height };
}

/** Returns an image that a text uses, or that is new and was never shown. Throws `mediaNotFound` for others. */
export async function findMedia({ db, features }: Context, id: string): Promise<MediaFile> {
  const file = await db.get<MediaFile>`
    select f.hash, f.type, f.size, f.width, f.height
    from media m join media_files f on f.hash = m.hash join ${visiblePeople('members')} u on u.id = m.user_id
    where m.id = ${id}
      and ((m.shown = 0 and m.created_at > ${Date.now() - limits.unusedMediaHours * hour}) or ${isUsed(features)})`;
  if (!file) throw new Failure('mediaNotFound');
  return file;
}

/** Returns the sizes in pixels of the existing ones of these images. */
export async function readSizes(reader: Reader, ids: string[]): Promise<Map<string, { width: number; height: number }>> {
  const rows = await reader.all<{ id: string; width: number; height: number }>`
    select m.id, f.width, f.height from media m join media_files f on f.hash = m.hash where m.id = any(${ids})`;
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
}

/** Deletes an image of the member, also where texts show it. Throws `mediaNotFound` for another's. */
export const deleteMedia = (db: Db, member: Member, id: string): Promise<void> =>
  writeAsMember(db, member, async (tx) => {
    const [deleted] = await tx.all<{ hash: string }>`delete from media where id = ${id} and user_id = ${member.id} returning hash`;
    if (!deleted) throw new Failure('mediaNotFound');
    await deleteUnusedFiles(tx, [deleted.hash]);
  });

/** Deletes a few images of an account. Returns whether it had any. */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.all<{ id: string; hash: string }>`
    select id, hash from media where user_id = ${userId} order by id limit cast(${batch} as integer)`;
  await tx.run`delete from media where id = any(${rows.map(({ id }) => id)})`;
  await deleteUnusedFiles(
    tx,
    rows.map(({ hash }) => hash),
  );
  return rows.length > 0;
}
