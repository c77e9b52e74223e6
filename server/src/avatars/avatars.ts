import type { Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { sha256 } from '../sha256.ts';
import { initialsImage } from './initials.ts';

export interface Picture {
  /** Media type. */
  type: string;
  bytes: Buffer;
}

/** Returns a user's picture, or the initials as an SVG image, with an entity tag. `read` returns its bytes. Throws `userNotFound` for an unknown or deleted user. */
export async function findAvatar(reader: Reader, userId: string): Promise<{ type: string; tag: string; read: () => Promise<Buffer> }> {
  const row = await reader.get<{ name: string; type: string | null; hash: string | null }>`
    select u.name, a.type, a.hash from users u left join avatars a on a.user_id = u.id
    where u.id = ${userId} and u.deleted_at is null`;
  if (!row) throw new Failure('userNotFound');
  const { name, type, hash } = row;
  if (type && hash) return { type, tag: hash, read: async () => Buffer.from((await readPicture(reader, userId))?.data ?? '', 'base64') };
  const image = initialsImage(userId, name);
  return { type: 'image/svg+xml', tag: sha256(image), read: async () => Buffer.from(image) };
}

/** Returns the stored picture of a user: its type, its bytes in Base64, and when it was fetched (milliseconds since 1970). */
export const readPicture = (reader: Reader, userId: string) =>
  reader.get<{ type: string; data: string; fetched: number }>`
    select type, picture as data, fetched_at as fetched from avatars where user_id = ${userId} and picture is not null`;
