import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { sha256 } from '../../platform/sha256.ts';
import { readFile } from '../media/files.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { initialsImage } from './initials.ts';
import { findUploadedAvatar, readUploadedAvatar } from './uploaded.ts';

export interface Picture {
  /** Media type. */
  type: string;
  bytes: Buffer;
}

/**
 * Returns the picture that a user uploaded, the one from the avatar service, or the initials as an SVG image, with an entity tag. `read` returns its bytes. Throws
 * `userNotFound` for an unknown or deleted user.
 */
export async function findAvatar(db: Db, userId: string): Promise<{ type: string; tag: string; read: () => Promise<Buffer> }> {
  const row = await db.get<{ name: string; type: string | null; hash: string | null; uploaded: string | null }>`
    select u.name, a.type, a.hash, up.hash as uploaded
    from ${visiblePeople('members')} u left join avatars a on a.user_id = u.id left join uploaded_avatars up on up.user_id = u.id
    where u.id = ${userId}`;
  if (!row) throw new Failure('userNotFound');
  const { name, type, hash } = row;
  const uploaded = row.uploaded ? await findUploadedAvatar(db, userId) : undefined;
  if (uploaded) return { type: uploaded.type, tag: uploaded.hash, read: () => readFile(db, uploaded) };
  if (type && hash) return { type, tag: hash, read: async () => Buffer.from((await readFetchedPicture(db, userId))?.data ?? '', 'base64') };
  const image = initialsImage(userId, name);
  return { type: 'image/svg+xml', tag: sha256(image), read: async () => Buffer.from(image) };
}

/** Returns the picture of a user that link previews show: its type and its bytes in Base64. */
export const readPicture = async (db: Db, userId: string): Promise<{ type: string; data: string } | undefined> =>
  (await readUploadedAvatar(db, userId)) ?? readFetchedPicture(db, userId);

/** Returns the picture of a user from the avatar service: its type, its bytes in Base64, and when it was fetched (milliseconds since 1970). */
export const readFetchedPicture = (reader: Reader, userId: string) =>
  reader.get<{ type: string; data: string; fetched: number }>`
    select type, picture as data, fetched_at as fetched from avatars where user_id = ${userId} and picture is not null`;

/** Returns the e-mail address of a user, or undefined if the account was deleted. */
export const readEmail = async (reader: Reader, userId: string): Promise<string | undefined> =>
  (await reader.get<{ email: string }>`select email from users where id = ${userId} and deleted_at is null`)?.email;

/** Returns users whose picture was never fetched and has no job, the oldest first. */
export const findUsersWithoutPicture = (reader: Reader, max: number) =>
  reader.all<{ id: string }>`
    select id from users u where deleted_at is null and not exists (select 1 from avatars where user_id = u.id)
      and not exists (select 1 from jobs where kind = 'avatar.fetch' and key = u.id)
    order by id limit cast(${max} as integer)`;

export const deletePicture = (tx: Transaction, userId: string) => tx.run`delete from avatars where user_id = ${userId}`;

/** Deletes the picture of a deleted user, and the job that would fetch one. */
export async function deleteAvatar(tx: Transaction, userId: string): Promise<void> {
  await tx.run`delete from jobs where kind = 'avatar.fetch' and key = ${userId}`;
  await deletePicture(tx, userId);
}

/** Stores the picture, or that the service has none. Selects from `users`, because the account may have been deleted in the meantime. */
export async function savePicture(db: Db, userId: string, picture: Picture | undefined): Promise<void> {
  const { type, bytes } = picture ?? {};
  await db.run`
    insert into avatars (user_id, type, picture, hash, fetched_at)
    select id, ${type ?? null}, ${bytes?.toString('base64') ?? null}, ${bytes ? sha256(bytes) : null}, cast(${Date.now()} as bigint)
    from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set type = excluded.type, picture = excluded.picture, hash = excluded.hash, fetched_at = excluded.fetched_at`;
}
