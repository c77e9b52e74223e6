import { limits } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { State } from '../../platform/lists/fragments.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { isLeftOut, visiblePosts } from '../visibility/policy.ts';
import { touchPosts } from './change-post.ts';
import type { Source } from './sources.ts';

/** Pins or unpins the member's post. Idempotent. Throws `postNotFound`, `notAuthor` or `pinsFull`. */
export async function setPin(db: Db, member: Member, postId: string, isPinned: boolean): Promise<{ pinned: boolean }> {
  await writeAsMember(db, member, async (tx) => {
    await tx.lock`select id from users where id = ${member.id}`; // so that concurrent requests cannot exceed the limit
    const post = await tx.lock<{ user_id: string; pinned_at: number | null }>`
      select user_id, pinned_at from posts where id = ${postId} and id in (select id from ${visiblePosts(member)} p where id = ${postId})`;
    if (!post) throw new Failure('postNotFound');
    if (post.user_id !== member.id) throw new Failure('notAuthor');
    if ((post.pinned_at !== null) === isPinned) return;
    const pins = await tx.all`select id from posts where user_id = ${member.id} and pinned_at is not null and deleted_at is null`;
    if (isPinned && pins.length >= limits.pins) throw new Failure('pinsFull');
    await tx.run`update posts set pinned_at = ${isPinned ? Date.now() : null} where id = ${postId}`;
    await touchPosts(tx, [postId]);
  });
  return { pinned: isPinned };
}

/** The pinned posts of a user, the one pinned last first. */
export const pinnedBy =
  (author: string): Source =>
  async ({ db }, { id: viewer }) => {
    const rows = await db.all<{ id: string; version: string | null }>`
      select id, (select state from ${visiblePosts({ id: viewer })} p where p.id = o.id) as version from posts o
      where user_id = ${author} and pinned_at is not null and deleted_at is null and not ${isLeftOut(viewer, sql`o.id`)}
      order by pinned_at desc, id desc limit cast(${limits.pins} as integer)`;
    return { items: rows.filter((row): row is State & { version: string } => row.version !== null) };
  };
