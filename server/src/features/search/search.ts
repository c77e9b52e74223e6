import { setImmediate } from 'node:timers/promises';
import type { FoundComment, FoundPerson, FoundPost, Snippet } from '@dev-connector/contract';
import { limits, textOfHtml } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { readerFor } from '../../platform/db/db.ts';
import type { Clause } from '../../platform/db/search.ts';
import { sql } from '../../platform/db/sql.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { byteBudget, cursorAfter, type Page, type PageQuery, type Position } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage, type PageItem } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { readListed, type Sized } from '../comments/lists.ts';
import { readFollowed } from '../follows/lists.ts';
import { toVersion } from '../posts/html.ts';
import { type PostDetails, postDetails, readEndings, toDetails } from '../posts/hydration.ts';
import { profilePage } from '../profiles/profiles.ts';
import { isLeftOut, visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { markMatches, snippetOf } from './snippet.ts';
import { type Found, findPage, type Searcher } from './source.ts';

/** Searches posts that the viewer may see. Reads the sizes of the texts first, and then only the posts that fit on the page. */
export async function searchPosts(
  context: Context,
  viewer: Member,
  q: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<JsonPage<FoundPost>> {
  const { db } = context;
  const found = await findPage(context, 'posts', q, query, { client: viewer, signal });
  const sizes = await db.all<Sized>`
    select p.id, coalesce((select octet_length(html) from post_html where post_id = p.id), octet_length(p.text)) as size
    from ${visiblePosts(viewer)} p where p.id = any(${idsOf(found)})`;
  const { items: fitting, next } = fittingOf(inOrder(found, sizes));
  const bytes = fitting.reduce((sum, { size }) => sum + size + maxCutText, 0);
  const [rows, endingOf] = await Promise.all([
    readerFor(db, bytes).all<PostRow>`
      select ${postDetails}, substr(p.text, 1, ${limits.foundText}) as text, h.html, case when h.html is null then p.text end as plain
      from ${visiblePosts(viewer)} p left join post_html h on h.post_id = p.id
      where p.id = any(${fitting.map(({ id }) => id)})`,
    readEndings(db, viewer, fitting),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items: PageItem[] = [];
  for (const { key, id, size } of fitting) {
    const row = byId.get(id);
    if (!row) continue;
    items.push({ key, id, ...toOpenJson(toFoundPost(row, found.words)) });
    if (size > shortText) await setImmediate(); // other requests first
  }
  return joinPage({ items, next }, { endingOf });
}

/** Bytes of the longest text of a found post. */
const maxCutText = 4 * limits.foundText;

/** Maximum length in bytes of a text whose snippet takes no time worth mentioning. */
const shortText = 1000;

interface PostRow extends PostDetails {
  /** The start of the text. */
  text: string;
  /** Of any version of the renderer. */
  html: string | null;
  /** The whole text of a post without HTML. */
  plain: string | null;
}

const toFoundPost = (row: PostRow, words: Clause[]): Omit<FoundPost, 'viewer'> => ({
  _id: row.id,
  ...(row.title !== null && { title: row.title }),
  text: row.text,
  ...toVersion(row),
  ...toDetails(row),
  ...(row.title !== null && { titleParts: markMatches(row.title, words) }),
  snippet: snippetOf(row.html === null ? (row.plain ?? '') : textOfHtml(row.html), words),
});

/** Searches members with a profile. */
export async function searchPeople(
  context: Context,
  viewer: Member | undefined,
  q: string,
  query: PageQuery,
  searcher: Searcher,
): Promise<JsonPage<FoundPerson>> {
  const found = await findPage(context, 'people', q, query, searcher);
  const rows = await context.db.all<PersonRow>`
    select p.user_id as id, p.id as profile_id, p.cache_version as version, p.headline, p.bio, p.company, p.location
    from profiles p join ${visiblePeople('members')} u on u.id = p.user_id where p.user_id = any(${idsOf(found)})`;
  const followed = viewer && (await readFollowed(context.db, viewer.id, idsOf(found)));
  const additional = new Map(
    rows.map((row) => [
      row.profile_id,
      { snippet: personSnippet(row, found.words), ...(followed && { viewer: { following: followed.has(row.id) } }) },
    ]),
  );
  const { items, next } = inOrder(found, rows);
  const profiles = { items: items.map(({ key, id, profile_id, version }) => ({ key, id: profile_id, cursorId: id, version })), next };
  return (await profilePage(context, 'card', profiles, additional)) as JsonPage<FoundPerson>;
}

interface PersonRow extends State {
  profile_id: string;
  headline: string | null;
  bio: string | null;
  company: string | null;
  location: string | null;
}

/** The first text of a profile with a mark, or the headline. */
function personSnippet({ headline, bio, company, location }: PersonRow, words: Clause[]): Snippet {
  const snippets = [headline, bio, company, location].flatMap((text) => (text ? [snippetOf(text, words)] : []));
  return snippets.find((snippet) => snippet.some(({ marked }) => marked)) ?? snippets[0] ?? [];
}

/** Searches comments on posts that the viewer may see. */
export async function searchComments(
  context: Context,
  viewer: Member,
  q: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<JsonPage<FoundComment>> {
  const found = await findPage(context, 'comments', q, query, { client: viewer, signal });
  const rows = await context.db.all<Sized & { post_id: string; title: string | null }>`
    select c.id, octet_length(c.text) + coalesce((select octet_length(html) from comment_html where comment_id = c.id), octet_length(c.text)) as size,
      c.post_id, p.title
    from ${visibleComments(viewer)} c join ${visiblePosts(viewer)} p on p.id = c.post_id
    where c.id = any(${idsOf(found)}) and not ${isLeftOut(viewer.id, sql`p.id`)}`;
  const { items: fitting, next } = fittingOf(inOrder(found, rows));
  const comments = await readListed(context, viewer, fitting);
  const fits = byteBudget(limits.listBytes);
  const items: PageItem[] = [];
  for (const { key, id, post_id: _id, title } of fitting) {
    const comment = comments.get(id);
    if (!comment || !('text' in comment)) continue;
    const snippet = snippetOf(textOfHtml(comment.html), found.words);
    const item = { key, id, ...toOpenJson({ ...comment, post: { _id, ...(title !== null && { title }) }, snippet }) };
    items.push(item);
    if (!fits(item.json.length)) break;
  }
  return joinPage({ items, next });
}

const idsOf = ({ page }: Found): string[] => page.items.map(({ id }) => id);

/** Puts rows in the order of the hits, whose keys they get. Rows that the viewer may not see are missing. */
function inOrder<Row extends { id: string }>({ page: { items, next } }: Found, rows: Row[]): Page<Row & Position> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: items.flatMap(({ key, id }) => {
      const row = byId.get(id);
      return row ? [{ ...row, key }] : [];
    }),
    next,
  };
}

/** Ends a page before the texts of its items exceed `limits.listBytes`. */
function fittingOf<Item extends Sized & Position>({ items, next }: Page<Item>): Page<Item> {
  const fits = byteBudget(limits.listBytes);
  const fitting = items.filter(({ size }) => fits(size));
  return { items: fitting, next: fitting.length < items.length ? cursorAfter(fitting.at(-1)) : next };
}
