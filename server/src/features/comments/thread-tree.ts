import { limits } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Position } from '../../platform/lists/keyset.ts';
import { type Viewer, visibleComments } from '../visibility/policy.ts';
import type { Sized } from './lists.ts';

/*
 * A thread is a comment on a post with the replies to it, and the replies to those. Comments store only their parent, so recursive queries find the others.
 * `limits.replies` bounds them.
 */

/** A comment or the placeholder of a deleted one. */
interface Node {
  id: string;
  parent_id: string | null;
  root: string;
  /** Bytes; null if the comment is deleted or the viewer may not see it. */
  size: number | null;
}

export interface SizedThread {
  root: Sized;
  /** Oldest first. */
  replies: Sized[];
  /** Number of replies without placeholders. */
  replyCount: number;
}

/** Returns the comment on the post at the start of the thread with this comment. Throws `commentNotFound` if the post does not have it. */
export async function rootOf(reader: Reader, postId: string, id: string): Promise<string> {
  const root = await reader.get<{ id: string }>`
    with recursive ancestors (id, parent_id, depth) as (
      select id, parent_id, 0 from comments where id = ${id} and post_id = ${postId}
      union all
      select id, parent_id, 0 from deleted_comments where id = ${id} and post_id = ${postId}
      union all
      select parent_id, coalesce(
        (select c.parent_id from comments c where c.id = a.parent_id), (select d.parent_id from deleted_comments d where d.id = a.parent_id)
      ), depth + 1
      from ancestors a where parent_id is not null
    )
    select id from ancestors order by depth desc limit 1`;
  if (!root) throw new Failure('commentNotFound');
  return root.id;
}

/** Returns these comments and their descendants, at most `max`, unordered. */
const readNodes = (reader: Reader, viewer: Viewer, roots: string[], max: number): Promise<Node[]> => reader.all<Node>`
  with recursive nodes (id, parent_id, root) as (
    select id, parent_id, id from comments where id = any(${roots})
    union all
    select id, parent_id, id from deleted_comments where id = any(${roots})
    union all
    select coalesce(c.id, d.id), n.id, n.root
    from nodes n cross join (select 0 as is_deleted union all select 1) kinds
      left join comments c on is_deleted = 0 and c.parent_id = n.id
      left join deleted_comments d on is_deleted = 1 and d.parent_id = n.id
    where coalesce(c.id, d.id) is not null
  )
  select id, parent_id, root, (
    select octet_length(c.text) + coalesce((select octet_length(h.html) from comment_html h where h.comment_id = c.id), octet_length(c.text))
    from ${visibleComments(viewer)} c where c.id = nodes.id
  ) as size
  from nodes limit cast(${max} as integer)`;

/**
 * Reads the first of these threads that have at most `limits.replies` replies together, but at least one. `last` is the last one read if there are more. Threads
 * of which the viewer sees no comment are missing.
 */
export async function readThreads(reader: Reader, viewer: Viewer, roots: string[]): Promise<{ threads: SizedThread[]; last?: Position }> {
  let ids = roots;
  const read = () => readNodes(reader, viewer, ids, ids.length + limits.replies + 1);
  let nodes = await read();
  while (nodes.length > ids.length + limits.replies && ids.length > 1) {
    ids = ids.slice(0, Math.ceil(ids.length / 2));
    nodes = await read();
  }
  const last = ids.at(-1);
  return { threads: toThreads(ids, nodes), ...(last !== undefined && ids.length < roots.length && { last: { id: last } }) };
}

/** Throws `threadFull` if the thread of this comment takes no more replies. */
export async function checkThread(reader: Reader, postId: string, id: string): Promise<void> {
  const nodes = await readNodes(reader, 'members', [await rootOf(reader, postId, id)], limits.replies + 1);
  if (nodes.length > limits.replies) throw new Failure('threadFull');
}

/** Omits comments that the viewer does not see and that have no visible descendants. */
function toThreads(roots: string[], nodes: Node[]): SizedThread[] {
  const byRoot = Map.groupBy(nodes, ({ root }) => root);
  return roots.flatMap((id) => {
    const thread = byRoot.get(id) ?? [];
    const parents = new Map(thread.map((node) => [node.id, node.parent_id]));
    const shown = new Set<string>();
    for (const node of thread)
      if (node.size !== null)
        for (let above: string | null | undefined = node.id; above && !shown.has(above); above = parents.get(above)) shown.add(above);
    const root = thread.find((node) => node.id === id);
    if (!root || !shown.has(id)) return [];
    const replies = thread.filter((node) => node !== root && shown.has(node.id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    return [{ root: toSized(root), replies: replies.map(toSized), replyCount: replies.filter(({ size }) => size !== null).length }];
  });
}

const toSized = ({ id, size }: Node): Sized => ({ id, size: size ?? 0 });
