import type { Visibility } from '@dev-connector/contract';
import type { Transaction } from '../../platform/db/db.ts';
import { rootOf } from './thread-tree.ts';

/*
 * `comments.visibility` is the choice of the author, and `is_public` is 1 if the comment and all comments above it are public. It saves visitors' lists and counts
 * the walk to the start of each thread.
 */

interface Node {
  id: string;
  parent_id: string | null;
  visibility: Visibility;
}

/** Changes who can read a comment, and with it who can read the replies below. Stores `members` below a comment that is not public. */
export async function setVisibility(tx: Transaction, postId: string, id: string, chosen: Visibility): Promise<void> {
  const nodes = await readThread(tx, await rootOf(tx, postId, id));
  const open = new Set<string>();
  for (const node of nodes) {
    const isPublic = (node.id === id ? chosen : node.visibility) === 'public';
    if (isPublic && (node.parent_id === null || open.has(node.parent_id))) open.add(node.id);
  }
  const closed = nodes.flatMap((node) => (open.has(node.id) ? [] : [node.id]));
  await tx.run`update comments set visibility = ${open.has(id) ? 'public' : 'members'} where id = ${id}`;
  await tx.run`update comments set is_public = 1 where id = any(${[...open]}) and is_public = 0`;
  await tx.run`update comments set is_public = 0 where id = any(${closed}) and is_public = 1`;
}

/** Returns the comments and placeholders of a thread, each after the one that it answers: ids increase with time. */
const readThread = (tx: Transaction, root: string): Promise<Node[]> => tx.all<Node>`
  with recursive nodes (id, parent_id, visibility) as (
    select id, parent_id, visibility from comments where id = ${root}
    union all
    select id, parent_id, visibility from deleted_comments where id = ${root}
    union all
    select coalesce(c.id, d.id), n.id, coalesce(c.visibility, d.visibility)
    from nodes n cross join (select 0 as is_deleted union all select 1) kinds
      left join comments c on is_deleted = 0 and c.parent_id = n.id
      left join deleted_comments d on is_deleted = 1 and d.parent_id = n.id
    where coalesce(c.id, d.id) is not null
  )
  select id, parent_id, visibility from nodes order by id`;
