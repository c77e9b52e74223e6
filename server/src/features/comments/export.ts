import { excerptLength, type Visibility } from '@dev-connector/contract';
import { exportList, type ReadRows, toInstant } from '../../platform/export.ts';
import { type OnPost, postOf, type Text, textOf } from '../posts/export.ts';
import { visiblePosts } from '../visibility/policy.ts';

const readComments: ReadRows<'comments'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<OnPost & Text & { parent_id: string | null; visibility: Visibility; like_count: number }>`
    select c.id, c.parent_id, c.text, c.format, c.version, c.edited_at, c.visibility, c.like_count, c.created_at,
      c.post_id, p.user_id as author_id, u.name as author_name, substr(p.text, 1, ${excerptLength}) as excerpt
    from comments c join ${visiblePosts('members')} p on p.id = c.post_id join users u on u.id = p.user_id
    where c.user_id = ${id} and c.id > ${after} order by c.id limit ${count}`;
  return rows.map((row) => ({
    key: row.id,
    item: {
      _id: row.id,
      ...(row.parent_id !== null && { parent: row.parent_id }),
      ...textOf(row),
      visibility: row.visibility,
      likeCount: row.like_count,
      post: postOf(row),
    },
  }));
};

const readCommentLikes: ReadRows<'commentLikes'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<{ comment_id: string; created_at: number }>`
    select comment_id, created_at from comment_likes where user_id = ${id} and comment_id > ${after} order by comment_id limit ${count}`;
  return rows.map((row) => ({ key: row.comment_id, item: { comment: row.comment_id, date: toInstant(row.created_at) } }));
};

/** What comments export. The text of a comment has up to 40 KB. */
export const exports = [exportList('comments', 25, readComments), exportList('commentLikes', 500, readCommentLikes)];
