import { limits, type Watch } from '@dev-connector/contract';
import { type Db, MissingReference, type Reader } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';

/** Returns whether a member watches or mutes a discussion. Authors and commenters watch unless they have chosen. Throws `postNotFound`. */
export async function readWatch(db: Reader, member: Member, postId: string): Promise<Watch> {
  const row = await db.get<{ user_id: string; state: string | null; commented: number }>`
    select p.user_id, (select state from post_watches w where w.post_id = p.id and w.user_id = ${member.id}) as state,
      case when (select 1 from ${visibleComments(member)} c where c.post_id = p.id and c.user_id = ${member.id} limit 1) is null then 0 else 1 end as commented
    from ${visiblePosts(member)} p where p.id = ${postId}`;
  if (!row) throw new Failure('postNotFound');
  const watches = row.user_id === member.id || row.commented === 1;
  return { watched: row.state === null ? watches : row.state === 'watched', muted: row.state === 'muted' };
}

/** Whether a member who wrote in a discussion has chosen not to watch it. */
export const isUnwatched = (user: Sql, post: string): Sql =>
  sql`coalesce((select w.state from post_watches w where w.post_id = ${post} and w.user_id = ${user}), '') = 'unwatched'`;

/** Stores the choice of a member for a discussion. Idempotent. Throws `postNotFound` or `watchesFull`. */
export async function setWatch(db: Db, member: Member, postId: string, state: 'watched' | 'unwatched' | 'muted'): Promise<Watch> {
  try {
    await writeAsMember(db, member, async (tx) => {
      await tx.lock`select id from users where id = ${member.id}`; // so that concurrent requests cannot exceed the limit
      if (!(await tx.get`select id from ${visiblePosts(member)} p where id = ${postId}`)) throw new Failure('postNotFound');
      await tx.run`
        insert into post_watches (post_id, user_id, state, created_at) values (${postId}, ${member.id}, ${state}, ${Date.now()})
        on conflict (post_id, user_id) do update set state = excluded.state`;
      const row = await tx.get<{ watches: number }>`select count(*) as watches from post_watches where user_id = ${member.id}`;
      if (Number(row?.watches) > limits.watches) throw new Failure('watchesFull');
    });
  } catch (error) {
    if (error instanceof MissingReference) throw new Failure('postNotFound', { cause: error }); // deleted in the meantime
    throw error;
  }
  return { watched: state === 'watched', muted: state === 'muted' };
}
