import type { SearchType } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import {
  type Clause,
  type DocumentKind,
  type Hit,
  inTitle,
  perMillisecond,
  type SearchQuery,
  seqOf,
  topRank,
} from '../../platform/db/search.ts';
import { searchEngines } from '../../platform/db/search-engines.ts';
import { Failure } from '../../platform/errors.ts';
import { timeOfId } from '../../platform/id.ts';
import { highest, type Page, type PageQuery, type Position, readPage } from '../../platform/lists/keyset.ts';
import { searchesOf } from '../../platform/search/searches.ts';
import type { Client } from '../../platform/work-queue/work-queue.ts';
import { readNames } from '../directory/canonical.ts';
import { resolveTags } from '../tags/post-tags.ts';
import { hasProfile, wholeTerm } from './index-rows.ts';
import { addNames, termsOfNames } from './names.ts';
import { kindOf, type Parsed, parse } from './query.ts';

/** Maximum number of authors that a name in `by:` matches. */
const maxAuthors = 20;

/** Ids that a query finds, best first, and the clauses to mark in their texts. */
export interface Found {
  page: Page<Position>;
  words: Clause[];
}

/** The client that searches, and a signal that aborts when its connection closes. */
export interface Searcher {
  client: Client;
  signal: AbortSignal;
}

/** Selects a page of what a query finds. A position is the rank and the id of a hit. */
export async function findPage(context: Context, type: SearchType, q: string, pageQuery: PageQuery, searcher: Searcher): Promise<Found> {
  const { query, parsed } = await read(context, type, q, searcher);
  const page = await readPage(pageQuery, highest, async ({ key, id }, count) => {
    const after = key === highest.key ? undefined : await positionOf(context, query.kind, Number(key), id);
    await addAuthors(context, query, parsed, searcher);
    const hits = await find(context, { ...query, after, count }, searcher);
    return hits.map(({ rank, id }) => ({ key: rank, id }));
  });
  return { page, words: parsed.marked };
}

/** Returns the first hits of a query. */
export async function findFirst(context: Context, type: SearchType, q: string, count: number, searcher: Searcher): Promise<Hit[]> {
  const { query, parsed } = await read(context, type, q, searcher);
  await addAuthors(context, query, parsed, searcher);
  return find(context, { ...query, count }, searcher);
}

/** Returns the newest posts with all words of a query in the title. Nothing without words, nor with names of authors: each would be another search. */
export async function findTitled(context: Context, q: string, count: number, searcher: Searcher): Promise<Hit[]> {
  const parsed = parse(q, 'posts');
  const { include, exclude, words, authors, since, before } = parsed;
  if (words.length === 0 || authors.length > 0) return [];
  await addAliases(context, parsed);
  const titles = words.map(({ any, prefix }) => ({ any: any.map((terms) => terms.map(inTitle)), prefix }));
  const query: SearchQuery = {
    kind: kindOf.posts,
    include: [...include.filter((clause) => !words.includes(clause)), ...titles],
    exclude: [...exclude, ...(searcher.client.id ? await mutedTags(context, searcher.client.id) : [])],
    ...{ ranking: [], since, before, count },
  };
  return find(context, query, searcher);
}

/** Reads a query with its tags and skills, but without its authors, whose search takes longer. */
async function read(context: Context, type: SearchType, q: string, { client }: Searcher) {
  const parsed = parse(q, type);
  await addAliases(context, parsed);
  await addNames(context.db, type, parsed.named);
  const kind = kindOf[type];
  const query = {
    kind,
    include: [...parsed.include, ...(kind === 'person' ? [{ any: [[hasProfile]] }] : [])],
    exclude: [...parsed.exclude, ...(kind === 'post' && client.id ? await mutedTags(context, client.id) : [])],
    ranking: kind === 'comment' ? [] : parsed.words,
    since: parsed.since,
    before: parsed.before,
  };
  return { query, parsed };
}

/** Returns the hits of a query in order. */
function find(context: Context, query: SearchQuery, { client, signal }: Searcher): Promise<Hit[]> {
  return searchEngines[context.db.engine].find(searchesOf(context).of(client, signal), query);
}

/** Returns the position after a hit. One that is gone since has the place between the documents of its millisecond that its id has. */
async function positionOf({ db }: Context, kind: DocumentKind, rank: number, id: string): Promise<{ rank: number; seq: number }> {
  if (rank < 0 || rank > topRank) throw new Failure('cursorInvalid');
  const first = seqOf(kind, timeOfId(id));
  const found = await db.get<{ seq: number | null }>`
    select max(seq) as seq from (
      select seq from search_documents where id = ${id}
      union all select max(seq) + 1 from search_documents
      where seq >= cast(${first} as bigint) and seq < cast(${first + perMillisecond} as bigint) and id < ${id}
    ) places`;
  return { rank, seq: found?.seq ?? first };
}

/** Lets skills match under each of their names, and replaces the alias of a tag by the tag. */
async function addAliases({ db }: Context, { aliased }: Parsed): Promise<void> {
  for (const operator of ['skill', 'tag'] as const) {
    const sought = aliased.filter((one) => one.operator === operator);
    if (sought.length === 0) continue;
    const values = sought.map(({ value }) => value);
    const names = operator === 'skill' ? await readNames(db, values) : (await resolveTags(db, values)).map((tag) => [tag]);
    for (const [index, { clause }] of sought.entries()) clause.any = termsOfNames(operator, names[index] ?? []).map((term) => [term]);
  }
}

/** Excludes the posts of others with a tag that the member mutes. */
async function mutedTags({ db }: Context, member: string): Promise<Clause[]> {
  const tags = await db.all<{ tag: string }>`select tag from tag_mutes where user_id = ${member}`;
  return tags.length === 0 ? [] : [{ any: tags.map(({ tag }) => [wholeTerm('tag', tag)]), unless: [[`by:${member}`]] }];
}

/** Replaces the names of authors with clauses on their ids. A name that nobody has matches nothing. */
async function addAuthors(
  context: Context,
  query: Pick<SearchQuery, 'include' | 'exclude'>,
  { authors }: Parsed,
  searcher: Searcher,
): Promise<void> {
  for (const { name, exclude } of authors) {
    const people: SearchQuery = { kind: 'person', include: [name], exclude: [], ranking: [name], count: maxAuthors };
    const hits = await find(context, people, searcher);
    const any = hits.filter(({ rank }) => rank === topRank).map(({ id }) => [`by:${id}`]);
    if (any.length > 0 || !exclude) (exclude ? query.exclude : query.include).push({ any: any.length > 0 ? any : [['by:nobody']] });
  }
}
