import { hash } from 'node:crypto';
import { imageSize } from 'image-size';
import { type Db, type Reader, readerFor, type Transaction } from '../../platform/db/db.ts';

/** A stored image, without its bytes. */
export interface MediaFile {
  hash: string;
  /** Media type. */
  type: string;
  /** Bytes. */
  size: number;
  width: number;
  height: number;
}

/** Bytes per row. Divisible by 3, so that the chunks can be converted to Base64 one by one. */
const chunkSize = 262_143;

/** Describes an encoded image. */
export function describeFile(bytes: Uint8Array): MediaFile {
  const { width, height, type } = imageSize(bytes);
  return {
    hash: hash('sha256', bytes, 'base64url'),
    type: type === 'webp' ? 'image/webp' : 'image/jpeg',
    size: bytes.length,
    width,
    height,
  };
}

/** Stores a file unless it is stored already. Locks its row, so that a concurrent purge keeps it. */
export async function saveFile(tx: Transaction, file: MediaFile, bytes: Uint8Array): Promise<void> {
  const { hash, type, size, width, height } = file;
  await tx.run`
    insert into media_files (hash, type, size, width, height) values (${hash}, ${type}, ${size}, ${width}, ${height})
    on conflict (hash) do update set type = excluded.type`;
  for (let position = 0; position * chunkSize < size; position++)
    await tx.run`
      insert into media_chunks (hash, position, bytes)
      values (${hash}, ${position}, ${bytes.subarray(position * chunkSize, (position + 1) * chunkSize)})
      on conflict (hash, position) do nothing`;
}

/** Yields the bytes of a file. Reads each chunk when the consumer asks for it. Throws if the file is deleted in between. */
export async function* readChunks(db: Db, { hash, size }: Pick<MediaFile, 'hash' | 'size'>): AsyncGenerator<Buffer> {
  const reader: Reader = readerFor(db, Math.min(size, chunkSize));
  for (let position = 0; position * chunkSize < size; position++) {
    const row = await reader.get<{ bytes: Uint8Array }>`select bytes from media_chunks where hash = ${hash} and position = ${position}`;
    if (!row) throw new Error('the file was deleted');
    yield Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length);
  }
}

/** Reads a file of a few kilobytes at once. */
export const readFile = async (db: Db, file: Pick<MediaFile, 'hash' | 'size'>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(readChunks(db, file)));

/** Deletes those of these files that nothing refers to. */
export const deleteUnusedFiles = (tx: Transaction, hashes: string[]): Promise<number> => tx.run`
  delete from media_files where hash = any(${hashes})
    and not exists (select 1 from media where media.hash = media_files.hash)
    and not exists (select 1 from uploaded_avatars where uploaded_avatars.hash = media_files.hash)`;
