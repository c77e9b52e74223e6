import { excerptLength } from '@dev-connector/contract';
import { exportList, type ReadRows } from '../../platform/export.ts';
import { visiblePosts } from '../visibility/policy.ts';

interface Row {
  post_id: string;
  folder: string;
  created_at: number;
  author_id: string;
  author_name: string;
  excerpt: string;
}

/** Reads the bookmarks of posts after this one, in the order of their posts. */
const readBookmarks: ReadRows<'bookmarks'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<Row>`
    select b.post_id, b.folder, b.created_at, p.user_id as author_id, u.name as author_name, substr(p.text, 1, ${excerptLength}) as excerpt
    from bookmarks b join ${visiblePosts('members')} p on p.id = b.post_id join users u on u.id = p.user_id
    where b.user_id = ${id} and b.post_id > ${after} order by b.post_id limit ${count}`;
  return rows.map(({ post_id, folder, created_at, author_id, author_name, excerpt }) => ({
    key: post_id,
    item: {
      date: new Date(created_at).toISOString(),
      ...(folder !== '' && { folder }),
      post: { _id: post_id, user: author_id, name: author_name, excerpt },
    },
  }));
};

/** What bookmarks export. */
export const exports = [exportList('bookmarks', 500, readBookmarks)];
