import { avatarPath, type Comment, type Like, limits, type Post, type PublicPost, type Visibility } from '@dev-connector/contract';
import { type Context, perContext } from '../../platform/context.ts';
import { type Db, firstId, lastId, type Reader, readerFor } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { fragmentCache, hydrate, type ItemLoader, type State } from '../../platform/lists/fragments.ts';
import { closeJson, type Ending, type Tagged } from '../../platform/lists/json.ts';
import type { Counted, Page, Position } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage, pageCache } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { sha256 } from '../../platform/sha256.ts';
import { rendererVersion } from '../markdown/level.ts';
import { type MarkdownRenderer, rendererOf } from '../markdown/markdown-renderer.ts';
import { type Viewer, visibleComments, visiblePosts } from '../visibility/policy.ts';
import { type StoredText, toRendered } from './html.ts';
import { newestLikes } from './likes.ts';

/** How to read the newest comments of each post, and their number, by post id. The feature of comments, which stands above posts, sets it. */
export const commentsOf = perContext<{ read(reader: Reader, postIds: string[]): Promise<Map<string, Counted<Comment>>> }>(() => ({
  read: async () => new Map(),
}));

/** The lists embedded in each post. */
export interface Embed {
  likes: boolean;
  comments: boolean;
}

/** The columns of a post other than its texts. */
export interface PostDetails extends Omit<StoredText, 'text' | 'html'> {
  title: string | null;
  /** Separated by spaces; null: none. */
  tags: string | null;
  visibility: Visibility;
  comments_visibility: Visibility;
  comments_closed: number;
  pinned: number;
  like_count: number;
  comment_count: number;
  created_at: number;
  /** When the post was first public; null: never. */
  published_at: number | null;
  user_id: string;
  name: string;
  handle: string | null;
  /** Null or '' if there is none. */
  headline: string | null;
}

type PostRow = PostDetails & StoredText;

/** Returns a page of any source as JSON, with the viewer's state. */
export async function postPage(context: Context, viewer: Member, page: Page<State>, embed: Embed): Promise<JsonPage<Post>> {
  const [posts, endingOf] = await Promise.all([hydrate(postLoader(context, embed), page), readEndings(context.db, viewer, page.items)]);
  return joinPage(posts, { endingOf, cache: pageCache(context) });
}

/** Returns one post as JSON, with the viewer's state; undefined if it was deleted in the meantime. */
export async function onePost(context: Context, viewer: Member, state: State, embed: Embed): Promise<Tagged<Post> | undefined> {
  const page = { items: [state] };
  const [posts, endingOf] = await Promise.all([hydrate(postLoader(context, embed), page), readEndings(context.db, viewer, page.items)]);
  const [post] = posts.items;
  const ending = endingOf(state.id);
  return post && { tag: post.tag + ending.tag, json: () => closeJson({ json: post.json, ending }) };
}

/** A public post, parsed when it is read, and the hash of its JSON. */
export interface LazyPost {
  tag: string;
  read(): PublicPost;
}

/** Reads posts as visitors see them, without likes and comments. Those that are no longer public since their states were read are missing. */
const publicLoader = (context: Context): ItemLoader => ({
  cache: caches(context).public,
  sizes: (ids) => postSizes(context.db, ids, noLists),
  read: (ids, bytes) => readPosts(context, readerFor(context.db, bytes), ids, noLists, 'visitors'),
});
const noLists: Embed = { likes: false, comments: false };

/** Returns those of the posts that are public, in the same order. */
export async function publicPosts(context: Context, states: State[]): Promise<LazyPost[]> {
  const { items } = await hydrate(publicLoader(context), { items: states });
  return items.map(({ json, tag }) => ({ tag, read: () => JSON.parse(`${json}}`) }));
}

/** Returns a page of public posts as JSON, the same for every viewer. */
export const publicPage = async (context: Context, page: Page<State>): Promise<JsonPage<PublicPost>> =>
  joinPage(await hydrate(publicLoader(context), page), { cache: pageCache(context) });

const toEnding = (viewer: Post['viewer']): Ending => {
  const json = JSON.stringify({ viewer });
  return {
    json: Buffer.from(`,${json.slice(1)}`),
    tag: viewer.folder === undefined ? `.${viewer.liked}.${viewer.bookmarked}` : `.${sha256(json)}`,
  };
};
const untouched = toEnding({ liked: false, bookmarked: false });

/** Maximum number of likes and bookmarks read to find those of a page. */
const maxRange = 100;

interface Mark {
  post_id: string;
  /** Of a bookmark; '' if it is in none. Null: a like. */
  folder: string | null;
}

/**
 * Returns what closes each post: the viewer's state, in the last member. Reads the likes and bookmarks between the oldest and the newest post of the page, which
 * takes a tenth of the time of looking up each post. Only if there are many does it look them up.
 */
export async function readEndings(db: Db, { id: viewerId }: Member, posts: Position[]): Promise<(id: string) => Ending> {
  const ids = posts.map(({ id }) => id).sort();
  const [oldest, newest] = [ids[0] ?? lastId, ids.at(-1) ?? firstId];
  let marks = await db.all<Mark>`
    select post_id, null as folder from (
      select post_id from likes where user_id = ${viewerId} and post_id between ${oldest} and ${newest} limit cast(${maxRange + 1} as integer)
    ) liked union all select post_id, folder from (
      select post_id, folder from bookmarks where user_id = ${viewerId} and post_id between ${oldest} and ${newest} limit cast(${maxRange + 1} as integer)
    ) bookmarked`;
  if (marks.length > maxRange)
    marks = await db.all<Mark>`
      select post_id, null as folder from likes where user_id = ${viewerId} and post_id = any(${ids})
      union all select post_id, folder from bookmarks where user_id = ${viewerId} and post_id = any(${ids})`;
  if (marks.length === 0) return () => untouched;
  const viewers = new Map<string, Post['viewer']>();
  for (const { post_id, folder } of marks) {
    const viewer = viewers.get(post_id) ?? { liked: false, bookmarked: false };
    viewers.set(post_id, folder === null ? { ...viewer, liked: true } : { ...viewer, bookmarked: true, ...(folder !== '' && { folder }) });
  }
  const endings = new Map([...viewers].map(([id, viewer]) => [id, toEnding(viewer)]));
  return (id) => endings.get(id) ?? untouched;
}

/** Bytes of each cache: about 24,000 posts of typical length without lists, and 9,000 with both. */
const cacheBytes = 24_000_000;

const caches = perContext(() => ({
  counts: fragmentCache(cacheBytes),
  likes: fragmentCache(cacheBytes),
  comments: fragmentCache(cacheBytes),
  both: fragmentCache(cacheBytes),
  public: fragmentCache(cacheBytes / 2),
}));

const postLoader = (context: Context, { likes, comments }: Embed): ItemLoader => ({
  cache: caches(context)[likes ? (comments ? 'both' : 'likes') : comments ? 'comments' : 'counts'],
  sizes: (ids) => postSizes(context.db, ids, { likes, comments }),
  read: (ids, bytes) => readPosts(context, readerFor(context.db, bytes), ids, { likes, comments }),
});

async function postSizes(db: Db, ids: string[], embed: Embed): Promise<Array<{ id: string; size: number }>> {
  const rows = await db.all<{ id: string; text_size: number; comments_size: number | null }>`
    select p.id, octet_length(p.text) + coalesce((select octet_length(html) from post_html where post_id = p.id), octet_length(p.text)) as text_size, case when ${embed.comments ? 1 : 0} = 1 then (
      select sum(size) from (
        select 2 * octet_length(text) as size from ${visibleComments('members')} c where post_id = p.id order by id desc limit cast(${limits.embedded} as integer)
      ) newest
    ) end as comments_size
    from posts p where p.id = any(${ids})`;
  return rows.map(({ id, text_size, comments_size }) => ({ id, size: text_size + Math.min(comments_size ?? 0, limits.embeddedBytes) }));
}

/** Selects `PostDetails` from visible posts `p`. */
export const postDetails = sql`
  p.id, p.title, p.format, p.version, p.edited_at, p.visibility, p.comments_visibility, p.comments_closed, p.like_count, p.comment_count, p.created_at, p.published_at, p.user_id,
  (select name from users where id = p.user_id) as name, (select handle from users where id = p.user_id) as handle,
  (select case when pinned_at is null then 0 else 1 end from posts where id = p.id) as pinned,
  (select string_agg(tag, ' ' order by position) from post_tags where post_id = p.id) as tags,
  (select headline from profiles where user_id = p.user_id) as headline`;

async function readPosts(
  context: Context,
  reader: Reader,
  ids: string[],
  embed: Embed,
  viewer: Viewer = 'members',
): Promise<Map<string, PublicPost>> {
  const [rows, likes, comments] = await Promise.all([
    reader.all<PostRow>`
      select ${postDetails}, p.text, (select h.html from post_html h where h.post_id = p.id and h.renderer = ${rendererVersion}) as html
      from ${visiblePosts(viewer)} p where p.id = any(${ids})`,
    embed.likes ? newestLikes(reader, ids) : undefined,
    embed.comments ? commentsOf(context).read(reader, ids) : undefined,
  ]);
  const posts = new Map<string, PublicPost>();
  for (const row of rows)
    posts.set(row.id, await toPost(rendererOf(context), row, likes && listOf(likes, row.id), comments && listOf(comments, row.id)));
  return posts;
}

const listOf = <Item>(lists: Map<string, Counted<Item>>, id: string): Counted<Item> => lists.get(id) ?? { items: [], total: 0 };

/** Builds a post. A list's count comes from the same statement as the list, so that the two always agree. */
export const toPost = async (
  renderer: MarkdownRenderer,
  row: PostRow,
  likes?: Counted<Like>,
  comments?: Counted<Comment>,
): Promise<PublicPost> => ({
  _id: row.id,
  ...(row.title !== null && { title: row.title }),
  text: row.text,
  ...(await toRendered(renderer, row)),
  ...toDetails(row),
  likes: likes?.items ?? [],
  comments: comments?.items ?? [],
  likeCount: likes?.total ?? row.like_count,
  commentCount: comments?.total ?? row.comment_count,
});

/** Returns the members of a post other than its id, title, texts and lists. */
export const toDetails = (row: PostDetails) => ({
  tags: row.tags?.split(' ') ?? [],
  visibility: row.visibility,
  commentsVisibility: row.comments_visibility,
  commentsClosed: row.comments_closed === 1,
  pinned: row.pinned === 1,
  name: row.name,
  ...(row.handle !== null && { handle: row.handle }),
  ...(row.headline && { headline: row.headline }),
  avatar: avatarPath(row.user_id),
  user: row.user_id,
  likeCount: row.like_count,
  commentCount: row.comment_count,
  date: new Date(row.created_at).toISOString(),
  ...(row.visibility === 'public' && row.published_at !== null && { publishedAt: new Date(row.published_at).toISOString() }),
});
