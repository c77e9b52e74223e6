import { excerptLength, type Visibility } from '@dev-connector/contract';
import { exportList, type ReadRows, toInstant } from '../../platform/export.ts';
import { visiblePosts } from '../visibility/policy.ts';

/** A stored text, without its HTML. */
export interface Text {
  id: string;
  text: string;
  format: string;
  version: number;
  edited_at: number | null;
  created_at: number;
}

export const textOf = ({ text, format, version, edited_at, created_at }: Text) => ({
  text,
  format,
  version,
  ...(edited_at !== null && { editedAt: toInstant(edited_at) }),
  date: toInstant(created_at),
});

/** A row that belongs to a post. */
export interface OnPost {
  id: string;
  created_at: number;
  post_id: string;
  author_id: string;
  author_name: string;
  excerpt: string;
}

export const postOf = ({ post_id, author_id, author_name, excerpt }: OnPost) => ({
  _id: post_id,
  user: author_id,
  name: author_name,
  excerpt,
});

const readPosts: ReadRows<'posts'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<
    Text & {
      title: string | null;
      visibility: Visibility;
      comments_visibility: Visibility;
      published_at: number | null;
      comments_closed: number;
      like_count: number;
      comment_count: number;
      tags: string | null;
      pinned: number;
    }
  >`
    select id, title, text, format, version, edited_at, visibility, comments_visibility, published_at, comments_closed, like_count, comment_count, created_at,
      (select string_agg(tag, ' ' order by position) from post_tags where post_id = p.id) as tags,
      (select case when pinned_at is null then 0 else 1 end from posts where id = p.id) as pinned
    from ${visiblePosts('members')} p where user_id = ${id} and id > ${after} order by id limit ${count}`;
  return rows.map((row) => ({
    key: row.id,
    item: {
      _id: row.id,
      ...(row.title !== null && { title: row.title }),
      ...textOf(row),
      tags: row.tags?.split(' ') ?? [],
      visibility: row.visibility,
      commentsVisibility: row.comments_visibility,
      ...(row.published_at !== null && { publishedAt: toInstant(row.published_at) }),
      commentsClosed: row.comments_closed === 1,
      pinned: row.pinned === 1,
      likeCount: row.like_count,
      commentCount: row.comment_count,
    },
  }));
};

const readRevisions: ReadRows<'revisions'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<
    Omit<Text, 'text' | 'edited_at'> & { post_id: string | null; comment_id: string | null; title: string | null; text: string | null }
  >`
    select id, post_id, comment_id, version, title, text, format, created_at from revisions
    where user_id = ${id} and id > ${after} order by id limit ${count}`;
  return rows.map((row) => ({
    key: row.id,
    item: {
      _id: row.id,
      ...(row.post_id !== null && { post: row.post_id }),
      ...(row.comment_id !== null && { comment: row.comment_id }),
      version: row.version,
      ...(row.title !== null && { title: row.title }),
      ...(row.text !== null && { text: row.text }),
      format: row.format,
      date: toInstant(row.created_at),
    },
  }));
};

/** Sorts by post, as the index on a member's likes does. */
const readLikes: ReadRows<'likes'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<OnPost>`
    select l.id, l.created_at, l.post_id, p.user_id as author_id, u.name as author_name, substr(p.text, 1, ${excerptLength}) as excerpt
    from likes l join ${visiblePosts('members')} p on p.id = l.post_id join users u on u.id = p.user_id
    where l.user_id = ${id} and l.post_id > ${after} order by l.post_id limit ${count}`;
  return rows.map((row) => ({ key: row.post_id, item: { _id: row.id, date: toInstant(row.created_at), post: postOf(row) } }));
};

/** What posts export. The text of a post has up to 200 KB. */
export const exports = [exportList('posts', 5, readPosts), exportList('revisions', 5, readRevisions), exportList('likes', 500, readLikes)];
