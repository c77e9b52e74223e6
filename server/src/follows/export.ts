import type { AccountData } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Reader } from '../db/db.ts';

/** A row of the export and the cursor after it. */
interface Row<Item> {
  key: string;
  item: Item;
}

const date = (milliseconds: number) => new Date(milliseconds).toISOString();

export async function exportFollows(
  reader: Reader,
  { id }: Member,
  after: string,
  count: number,
): Promise<Array<Row<AccountData['follows'][number]>>> {
  const rows = await reader.all<{ id: string; user_id: string; name: string; created_at: number }>`
    select f.id, u.id as user_id, u.name, f.created_at from user_follows f join users u on u.id = f.followee_id
    where f.follower_id = ${id} and u.deleted_at is null and f.id > ${after} order by f.id limit ${count}`;
  return rows.map((row) => ({ key: row.id, item: { user: row.user_id, name: row.name, date: date(row.created_at) } }));
}

interface TagRow {
  tag: string;
  created_at: number;
}

const toRow = ({ tag, created_at }: TagRow) => ({ key: tag, item: { tag, date: date(created_at) } });

export async function exportTagFollows(
  reader: Reader,
  { id }: Member,
  after: string,
  count: number,
): Promise<Array<Row<AccountData['followedTags'][number]>>> {
  const rows = await reader.all<TagRow>`
    select tag, created_at from tag_follows where user_id = ${id} and tag > ${after} order by tag limit ${count}`;
  return rows.map(toRow);
}

export async function exportTagMutes(
  reader: Reader,
  { id }: Member,
  after: string,
  count: number,
): Promise<Array<Row<AccountData['mutedTags'][number]>>> {
  const rows = await reader.all<TagRow>`
    select tag, created_at from tag_mutes where user_id = ${id} and tag > ${after} order by tag limit ${count}`;
  return rows.map(toRow);
}
