import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { encodersOf } from '../media/encoder.ts';
import { deleteUnusedFiles, describeFile, type MediaFile, readFile, saveFile } from '../media/files.ts';

/** Encodes and stores the picture of a member, in place of an earlier one. */
export async function saveUploadedAvatar(context: Context, member: Member, bytes: Uint8Array): Promise<void> {
  const encoded = await encodersOf(context).run({ bytes, use: 'avatar' }, member);
  const file = describeFile(encoded);
  await writeAsMember(context.db, member, async (tx) => {
    await deleteUploadedAvatar(tx, member.id);
    await saveFile(tx, file, encoded);
    await tx.run`insert into uploaded_avatars (user_id, hash) values (${member.id}, ${file.hash})
      on conflict (user_id) do update set hash = excluded.hash`;
  });
}

export const removeUploadedAvatar = (db: Db, member: Member): Promise<void> =>
  writeAsMember(db, member, (tx) => deleteUploadedAvatar(tx, member.id));

export async function deleteUploadedAvatar(tx: Transaction, userId: string): Promise<void> {
  const row = await tx.lock<{ hash: string }>`select hash from uploaded_avatars where user_id = ${userId}`;
  if (!row) return;
  await tx.run`delete from uploaded_avatars where user_id = ${userId}`;
  await deleteUnusedFiles(tx, [row.hash]);
}

/** Returns the uploaded picture of a user. */
export const findUploadedAvatar = (reader: Reader, userId: string): Promise<MediaFile | undefined> =>
  reader.get<MediaFile>`
    select f.hash, f.type, f.size, f.width, f.height from uploaded_avatars a join media_files f on f.hash = a.hash where a.user_id = ${userId}`;

/** Returns the picture that the user uploaded, in Base64. */
export async function readUploadedAvatar(db: Db, userId: string): Promise<{ type: string; data: string } | undefined> {
  const file = await findUploadedAvatar(db, userId);
  return file && { type: file.type, data: (await readFile(db, file)).toString('base64') };
}
