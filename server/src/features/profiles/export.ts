import type { Context } from '../../platform/context.ts';
import { firstId, lastId, type Reader } from '../../platform/db/db.ts';
import { listInPages, type Row } from '../../platform/export.ts';
import type { Member } from '../../platform/member.ts';
import { type Entries, type EntryKind, exportEntries } from './entries.ts';
import { readProfileFields } from './profiles.ts';

/** Entries per page: a description has up to 20 KB. */
const pageLength = 10;

/** Exports the profile with its entries, which are the last members of its object. */
async function* exportProfile({ db }: Context, member: Member, timeSlice: () => Promise<void>): AsyncGenerator<string> {
  const profile = await readProfileFields(db, member.id);
  if (!profile) return;
  yield `"profile":${JSON.stringify(profile).slice(0, -1)}`;
  for (const kind of ['experience', 'education'] as const) {
    yield ',';
    yield* listInPages(kind, pageLength, (after, count) => readEntries(db.large, kind, member, after, count), timeSlice);
  }
  yield '}';
}

/** Returns the entries with the newest `from` first, so the cursor has two parts: `from` and `_id`. */
async function readEntries<K extends EntryKind>(
  reader: Reader,
  kind: K,
  { id }: Member,
  after: string,
  count: number,
): Promise<Array<Row<Entries[K]>>> {
  const [from = '', _id = ''] = after === firstId ? [lastId, lastId] : after.split(' ');
  const entries = await exportEntries(reader, kind, id, { from, _id }, count);
  return entries.map((item) => ({ key: `${item.from} ${item._id}`, item }));
}

/** What profiles export. */
export const exports = [exportProfile];
