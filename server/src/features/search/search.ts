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
import { postPage } from '../posts/hydration.ts';
import { profilePage } from '../profiles/profiles.ts';
import { isLeftOut, visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { partsOf, snippetOf } from './snippet.ts';
import { type Found, findPage, type Searcher } from './source.ts';

/** Searches posts that the viewer may see. */
export async function searchPosts(
  context: Context,
  viewer: Member,
  q: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<JsonPage<FoundPost>> {
  const found = await findPage(context, 'posts', q, query, { client: viewer, signal });
  const states = await context.db.all<PostState>`
    select v.id, v.state as version, v.title, octet_length(v.text) + coalesce(octet_length(h.html), octet_length(v.text)) as size,
      case when octet_length(h.html) <= cast(${shortText} as integer) then h.html end as html,
      case when h.html is null and octet_length(v.text) <= cast(${shortText} as integer) then v.text end as text
    from ${visiblePosts('members')} v left join post_html h on h.post_id = v.id where v.id = any(${idsOf(found)})`;
  const byId = new Map(states.map((state) => [state.id, state]));
  const readSnippets = async (items: PageItem[]) => {
    const long = items.filter(({ id }) => isUnread(byId.get(id)));
    const bytes = long.reduce((sum, { json }) => sum + json.length, 0);
    if (long.length > 0)
      for (const { id, ...content } of await readerFor(context.db, bytes).all<{ id: string } & Content>`
        select v.id, h.html, case when h.html is null then v.text end as text
        from ${visiblePosts('members')} v left join post_html h on h.post_id = v.id where v.id = any(${long.map(({ id }) => id)})`)
        byId.set(id, { ...(byId.get(id) as PostState), ...content });
    const snippets = new Map<string, object>();
    for (const { id } of items) {
      const { title, ...content } = byId.get(id) as PostState;
      const titleParts = title && { titleParts: partsOf(title, found.words) };
      snippets.set(id, { ...titleParts, snippet: snippetOf(textOf(content), found.words) });
      if (!isShort(content)) await setImmediate(); // other requests first
    }
    return snippets;
  };
  const page = inOrder(found, states);
  return (await postPage(context, viewer, page, { likes: false, comments: false }, readSnippets)) as JsonPage<FoundPost>;
}

/** Maximum length of HTML and texts in bytes that are read together with the states of a page. */
const shortText = 1000;

/** The HTML of a post, which a later version of the renderer may have to renew, or the text of a post without HTML. Both null: too long. */
interface Content {
  html: string | null;
  text: string | null;
}

interface PostState extends State, Content {
  title: string | null;
}

const isUnread = (content: Content | undefined) => content !== undefined && content.html === null && content.text === null;
const isShort = ({ html, text }: Content) => (html ?? text ?? '').length <= shortText;
const textOf = ({ html, text }: Content) => (html === null ? (text ?? '') : textOfHtml(html));

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
  return (await profilePage(context, profiles, additional)) as JsonPage<FoundPerson>;
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
  const { items: states, next } = inOrder(found, rows);
  const fitsText = byteBudget(limits.listBytes);
  const fitting = states.filter(({ size }) => fitsText(size));
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
  return joinPage({ items, next: fitting.length < states.length ? cursorAfter(fitting.at(-1)) : next });
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
