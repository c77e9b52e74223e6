import { type AccountData, excerptLength, mediaPath, type Visibility } from '@dev-connector/contract';
import { type Db, firstId, lastId, type Reader } from '../../platform/db/db.ts';
import { readFetchedPicture } from '../avatars/avatars.ts';
import { readUploadedAvatar } from '../avatars/uploaded.ts';
import { exportBookmarks } from '../bookmarks/export.ts';
import { exportDrafts } from '../drafts/drafts.ts';
import { exportFollows, exportTagFollows, exportTagMutes } from '../follows/export.ts';
import { readFollowState } from '../follows/follows.ts';
import { readChunks } from '../media/files.ts';
import { type Entries, exportEntries, type Kind } from '../profiles/entries.ts';
import { readProfileFields } from '../profiles/profiles.ts';
import { measureStorage } from '../storage/stored-bytes.ts';
import { toAccount } from './auth.ts';
import type { ReadRows, Row } from './export-list.ts';
import { listAddresses, listDevices } from './known-callers.ts';
import type { Member } from './member.ts';
import { listSessions } from './sessions.ts';

/** Rows per page, which limits memory use: the text of a post has up to 200 KB, that of a comment 40 KB. */
const pageLength = { entries: 10, posts: 5, comments: 25, revisions: 5, likes: 500, drafts: 5 };

/**
 * Yields all data of the member as chunks of one JSON document (AccountData). Reads the lists with keyset pagination, a page only when the
 * consumer asks for more, and calls `timeSlice` between pages, which lets other requests run. Throws expected failures before the first chunk.
 */
export async function* readAccountData(db: Db, member: Member, timeSlice: () => Promise<void>): AsyncGenerator<string> {
  const [storage, picture, uploadedPicture, sessions, addresses, devices, profile, follows] = await Promise.all([
    measureStorage(db.large, member.id),
    readFetchedPicture(db, member.id),
    readUploadedAvatar(db, member.id),
    listSessions(db, member),
    listAddresses(db, member),
    listDevices(db, member),
    readProfileFields(db, member.id),
    readFollowState(db, member, member.id),
  ]);
  const head: Partial<AccountData> = {
    exported: new Date().toISOString(),
    account: toAccount(member),
    storage,
    picture: picture && { ...picture, fetched: date(picture.fetched) },
    uploadedPicture,
    sessions,
    followSettings: { followersHidden: follows.followersHidden, followingHidden: follows.followingHidden },
    knownAddresses: addresses.map(({ address, used_at }) => ({ pseudonym: address, lastUsed: date(used_at) })),
    knownDevices: devices.map(({ pseudonym, used_at }) => ({ pseudonym, lastUsed: date(used_at) })),
  };
  yield JSON.stringify(head).slice(0, -1); // leaves the object open for the lists
  if (profile) {
    yield `,"profile":${JSON.stringify(profile).slice(0, -1)}`;
    yield* list('experience', timeSlice, pageLength.entries, (after, count) => readEntries(db.large, 'experience', member, after, count));
    yield* list('education', timeSlice, pageLength.entries, (after, count) => readEntries(db.large, 'education', member, after, count));
    yield '}';
  }
  yield* list('posts', timeSlice, pageLength.posts, (after, count) => readPosts(db.large, member, after, count));
  yield* list('comments', timeSlice, pageLength.comments, (after, count) => readComments(db.large, member, after, count));
  yield* list('revisions', timeSlice, pageLength.revisions, (after, count) => readRevisions(db.large, member, after, count));
  yield* mediaOf(db, member);
  yield* list('likes', timeSlice, pageLength.likes, (after, count) => readLikes(db.large, member, after, count));
  yield* list('drafts', timeSlice, pageLength.drafts, async (after, count) =>
    (await exportDrafts(db.large, member, after, count)).map((item) => ({ key: item.context, item })),
  );
  yield* list('bookmarks', timeSlice, pageLength.likes, (after, count) => exportBookmarks(db.large, member, after, count));
  yield* list('follows', timeSlice, pageLength.likes, (after, count) => exportFollows(db.large, member, after, count));
  yield* list('followedTags', timeSlice, pageLength.likes, (after, count) => exportTagFollows(db.large, member, after, count));
  yield* list('mutedTags', timeSlice, pageLength.likes, (after, count) => exportTagMutes(db.large, member, after, count));
  yield* list('commentLikes', timeSlice, pageLength.likes, (after, count) => readCommentLikes(db.large, member, after, count));
  yield '}';
}

/** Yields a property of the document whose value is a list. */
async function* list<Item>(
  name: string,
  timeSlice: () => Promise<void>,
  length: number,
  read: (after: string, count: number) => Promise<Array<Row<Item>>>,
): AsyncGenerator<string> {
  let start = `,"${name}":[`;
  let after = firstId;
  for (;;) {
    const page = await read(after, length);
    if (page.length > 0) yield start + page.map(({ item }) => JSON.stringify(item)).join();
    if (page.length > 0) start = ',';
    if (page.length < length) break;
    after = page.at(-1)?.key ?? after;
    await timeSlice(); // a fast client would otherwise block the event loop
  }
  yield start === ',' ? ']' : `${start}]`;
}

const date = (milliseconds: number) => new Date(milliseconds).toISOString();

interface Text {
  id: string;
  text: string;
  format: string;
  version: number;
  edited_at: number | null;
  created_at: number;
}

const textOf = ({ text, format, version, edited_at, created_at }: Text) => ({
  text,
  format,
  version,
  ...(edited_at !== null && { editedAt: date(edited_at) }),
  date: date(created_at),
});

const readPosts: ReadRows<'posts'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<
    Text & {
      title: string | null;
      visibility: Visibility;
      published_at: number | null;
      comments_closed: number;
      like_count: number;
      comment_count: number;
      tags: string | null;
      pinned: number;
    }
  >`
    select id, title, text, format, version, edited_at, visibility, published_at, comments_closed, like_count, comment_count, created_at,
      (select string_agg(tag, ' ' order by position) from post_tags where post_id = p.id) as tags,
      (select case when pinned_at is null then 0 else 1 end from posts where id = p.id) as pinned
    from visible_posts p where user_id = ${id} and id > ${after} order by id limit ${count}`;
  return rows.map((row) => ({
    key: row.id,
    item: {
      _id: row.id,
      ...(row.title !== null && { title: row.title }),
      ...textOf(row),
      tags: row.tags?.split(' ') ?? [],
      visibility: row.visibility,
      ...(row.published_at !== null && { publishedAt: date(row.published_at) }),
      commentsClosed: row.comments_closed === 1,
      pinned: row.pinned === 1,
      likeCount: row.like_count,
      commentCount: row.comment_count,
    },
  }));
};

/** Returns the entries with the newest `from` first, so the cursor has two parts: `from` and `_id`. */
async function readEntries<K extends Kind>(
  reader: Reader,
  kind: K,
  { id }: Member,
  after: string,
  count: number,
): Promise<Array<Row<Entries[K]>>> {
  const [from = '', _id = ''] = after === firstId ? [lastId, lastId] : after.split(' ');
  const entries = await exportEntries(reader, kind, id, { from, _id }, count);
  return entries.map((item) => ({ key: `${item.from} ${item._id}`, item }));
}

interface OnPost {
  id: string;
  created_at: number;
  post_id: string;
  author_id: string;
  author_name: string;
  excerpt: string;
}

const postOf = ({ post_id, author_id, author_name, excerpt }: OnPost) => ({
  _id: post_id,
  user: author_id,
  name: author_name,
  excerpt,
});

const readComments: ReadRows<'comments'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<OnPost & Text & { parent_id: string | null; like_count: number }>`
    select c.id, c.parent_id, c.text, c.format, c.version, c.edited_at, c.like_count, c.created_at,
      c.post_id, p.user_id as author_id, u.name as author_name, substr(p.text, 1, ${excerptLength}) as excerpt
    from comments c join visible_posts p on p.id = c.post_id join users u on u.id = p.user_id
    where c.user_id = ${id} and c.id > ${after} order by c.id limit ${count}`;
  return rows.map((row) => ({
    key: row.id,
    item: {
      _id: row.id,
      ...(row.parent_id !== null && { parent: row.parent_id }),
      ...textOf(row),
      likeCount: row.like_count,
      post: postOf(row),
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
      date: date(row.created_at),
    },
  }));
};

/** Yields the images of the member as a property of the document, each in pieces of a few hundred kilobytes. */
async function* mediaOf(db: Db, { id }: Member): AsyncGenerator<string> {
  let start = ',"media":[';
  for (let after = firstId; ; ) {
    const row = await db.get<{ id: string; alt: string; created_at: number; hash: string; type: string; size: number }>`
      select m.id, m.alt, m.created_at, f.hash, f.type, f.size from media m join media_files f on f.hash = m.hash
      where m.user_id = ${id} and m.id > ${after} order by m.id limit 1`;
    if (!row) break;
    const described = { url: mediaPath(row.id), alt: row.alt, type: row.type, date: date(row.created_at) };
    yield `${start}${JSON.stringify(described).slice(0, -1)},"data":"`;
    for await (const chunk of readChunks(db, row)) yield chunk.toString('base64');
    yield '"}';
    start = ',';
    after = row.id;
  }
  yield start === ',' ? ']' : `${start}]`;
}

/** Sorts by post, as the index on a member's likes does. */
const readLikes: ReadRows<'likes'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<OnPost>`
    select l.id, l.created_at, l.post_id, p.user_id as author_id, u.name as author_name, substr(p.text, 1, ${excerptLength}) as excerpt
    from likes l join visible_posts p on p.id = l.post_id join users u on u.id = p.user_id
    where l.user_id = ${id} and l.post_id > ${after} order by l.post_id limit ${count}`;
  return rows.map((row) => ({ key: row.post_id, item: { _id: row.id, date: date(row.created_at), post: postOf(row) } }));
};

const readCommentLikes: ReadRows<'commentLikes'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<{ comment_id: string; created_at: number }>`
    select comment_id, created_at from comment_likes where user_id = ${id} and comment_id > ${after} order by comment_id limit ${count}`;
  return rows.map((row) => ({ key: row.comment_id, item: { comment: row.comment_id, date: date(row.created_at) } }));
};
