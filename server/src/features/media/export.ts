import { mediaPath } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { firstId } from '../../platform/db/db.ts';
import { toInstant } from '../../platform/export.ts';
import type { Member } from '../../platform/member.ts';
import { readChunks } from './files.ts';

/** Yields the images of the member as a property of the document, each in pieces of a few hundred kilobytes. */
async function* exportMedia({ db }: Context, { id }: Member): AsyncGenerator<string> {
  let start = '"media":[';
  for (let after = firstId; ; ) {
    const row = await db.get<{ id: string; alt: string; created_at: number; hash: string; type: string; size: number }>`
      select m.id, m.alt, m.created_at, f.hash, f.type, f.size from media m join media_files f on f.hash = m.hash
      where m.user_id = ${id} and m.id > ${after} order by m.id limit 1`;
    if (!row) break;
    const described = { url: mediaPath(row.id), alt: row.alt, type: row.type, date: toInstant(row.created_at) };
    yield `${start}${JSON.stringify(described).slice(0, -1)},"data":"`;
    for await (const chunk of readChunks(db, row)) yield chunk.toString('base64');
    yield '"}';
    start = ',';
    after = row.id;
  }
  yield start === ',' ? ']' : `${start}]`;
}

/** What images export. */
export const exports = [exportMedia];
