import type { BookmarkFolder } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { isLeftOut, visiblePosts } from '../visibility/policy.ts';

/** Lists the folders by name, with the number of posts that the list of the folder shows. */
export async function listFolders(db: Db, { id }: Member): Promise<BookmarkFolder[]> {
  const rows = await db.all<{ name: string; bookmarks: number }>`
    select folder as name, count(*) as bookmarks from bookmarks b
    where user_id = ${id} and folder <> '' and exists (select 1 from ${visiblePosts('members')} p where p.id = b.post_id)
      and not ${isLeftOut(id, sql`b.post_id`)}
    group by folder`;
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Throws `folderNotFound`. */
export async function renameFolder(db: Db, member: Member, folder: string, name: string): Promise<BookmarkFolder[]> {
  const renamed = await writeAsMember(
    db,
    member,
    (tx) => tx.run`update bookmarks set folder = ${name} where user_id = ${member.id} and folder = ${folder}`,
  );
  if (renamed === 0) throw new Failure('folderNotFound');
  return listFolders(db, member);
}

/** Deletes a folder and keeps its bookmarks. Throws `folderNotFound`. */
export const deleteFolder = (db: Db, member: Member, folder: string): Promise<BookmarkFolder[]> => renameFolder(db, member, folder, '');
