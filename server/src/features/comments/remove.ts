import type { Transaction } from '../../platform/db/db.ts';

/** Deletes comments and returns the posts of those deleted, because some may be gone already. Placeholders replace those with replies, and those that no reply needs any more are deleted. */
export async function removeComments(tx: Transaction, ids: string[]): Promise<string[]> {
  await tx.run`
    insert into deleted_comments (id, post_id, parent_id, visibility, created_at)
    select id, post_id, parent_id, visibility, created_at from comments c
    where id = any(${ids}) and (
      exists (select 1 from comments reply where reply.parent_id = c.id) or exists (select 1 from deleted_comments reply where reply.parent_id = c.id))`;
  const removed = await tx.all<Child & { post_id: string }>`delete from comments where id = any(${ids}) returning post_id, parent_id`;
  for (let unused = [...ids, ...parentsOf(removed)]; unused.length > 0; ) {
    const pruned = await tx.all<Child>`
      delete from deleted_comments as d where id = any(${unused})
        and not exists (select 1 from comments reply where reply.parent_id = d.id)
        and not exists (select 1 from deleted_comments reply where reply.parent_id = d.id)
      returning parent_id`;
    unused = parentsOf(pruned);
  }
  return removed.map(({ post_id }) => post_id);
}

interface Child {
  parent_id: string | null;
}

const parentsOf = (children: Child[]): string[] => children.flatMap(({ parent_id }) => parent_id ?? []);
