import { type Sql, sql } from '../../platform/db/sql.ts';
import { exportList, exportValue, type ReadRows, toInstant } from '../../platform/export.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { readFollowState } from './follows.ts';

const readFollows: ReadRows<'follows'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<{ id: string; user_id: string; name: string; created_at: number }>`
    select f.id, u.id as user_id, u.name, f.created_at from user_follows f join ${visiblePeople('members')} u on u.id = f.followee_id
    where f.follower_id = ${id} and f.id > ${after} order by f.id limit ${count}`;
  return rows.map((row) => ({ key: row.id, item: { user: row.user_id, name: row.name, date: toInstant(row.created_at) } }));
};

/** Reads the tags that a member follows or mutes. The columns of both tables are the same. */
const readTags =
  (table: Sql): ReadRows<'followedTags' | 'mutedTags'> =>
  async (reader, { id }, after, count) => {
    const rows = await reader.all<{ tag: string; created_at: number }>`
      select tag, created_at from ${table} where user_id = ${id} and tag > ${after} order by tag limit ${count}`;
    return rows.map(({ tag, created_at }) => ({ key: tag, item: { tag, date: toInstant(created_at) } }));
  };

/** What follows export. */
export const exports = [
  exportValue('followSettings', async ({ db }, member) => {
    const { followersHidden, followingHidden } = await readFollowState(db, member, member.id);
    return { followersHidden, followingHidden };
  }),
  exportList('follows', 500, readFollows),
  exportList('followedTags', 500, readTags(sql`tag_follows`)),
  exportList('mutedTags', 500, readTags(sql`tag_mutes`)),
];
