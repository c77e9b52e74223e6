import { type Bookmark, limits } from '@dev-connector/contract';
import { type Db, MissingReference, type Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { visiblePosts } from '../visibility/policy.ts';

const toBookmark = (folder: string): Bookmark => ({ bookmarked: true, ...(folder !== '' && { folder }) });

/** Bookmarks a post. Without `folder`, an existing bookmark stays in its folder. Throws `postNotFound`, `bookmarksFull` or `foldersFull`. */
export async function saveBookmark(db: Db, member: Member, postId: string, folder: string | undefined): Promise<Bookmark> {
  try {
    return await writeAsMember(db, member, async (tx) => {
      await tx.lock`select id from users where id = ${member.id}`; // so that concurrent requests cannot exceed the limits
      if (!(await tx.get`select id from ${visiblePosts(member)} p where id = ${postId}`)) throw new Failure('postNotFound');
      const stored = await tx.get<{ folder: string }>`select folder from bookmarks where user_id = ${member.id} and post_id = ${postId}`;
      const target = folder ?? stored?.folder ?? '';
      if (stored?.folder === target) return toBookmark(target);
      await checkLimits(tx, member, stored ? 0 : 1, target);
      await tx.run`
        insert into bookmarks (user_id, post_id, folder, created_at) values (${member.id}, ${postId}, ${target}, ${Date.now()})
        on conflict (user_id, post_id) do update set folder = excluded.folder`;
      return toBookmark(target);
    });
  } catch (error) {
    if (error instanceof MissingReference) throw new Failure('postNotFound', { cause: error }); // deleted in the meantime
    throw error;
  }
}

async function checkLimits(tx: Transaction, { id }: Member, added: number, folder: string): Promise<void> {
  const now = await tx.get<{ bookmarks: number; folders: number }>`
    select count(*) as bookmarks, count(distinct case when folder not in ('', ${folder}) then folder end) as folders from bookmarks where user_id = ${id}`;
  if ((now?.bookmarks ?? 0) + added > limits.bookmarks) throw new Failure('bookmarksFull');
  if (folder !== '' && (now?.folders ?? 0) >= limits.bookmarkFolders) throw new Failure('foldersFull');
}

/** Removes a bookmark, if there is one. */
export async function removeBookmark(db: Db, member: Member, postId: string): Promise<Bookmark> {
  await writeAsMember(db, member, (tx) => tx.run`delete from bookmarks where user_id = ${member.id} and post_id = ${postId}`);
  return { bookmarked: false };
}
