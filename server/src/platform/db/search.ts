/* The interface of full-text search. Both engines match the same terms, which platform/text/normalise.ts makes, and return hits in the same order. */

import type { Reader } from './db.ts';

const kinds = ['post', 'comment', 'person'] as const;
export type DocumentKind = (typeof kinds)[number];

/** The numbers of documents: the kind in the highest bits, then milliseconds since `epoch`, then 10 bits for documents of one millisecond. */
const kindSize = 2 ** 51;
export const perMillisecond = 2 ** 10;
const epoch = Date.UTC(2015);

/** Returns the first number of a time (milliseconds since 1970). Times outside of 2015 to 2084 count as the nearest one inside. */
export function seqOf(kind: DocumentKind, time: number): number {
  const milliseconds = Math.min(Math.max(0, time - epoch), kindSize / perMillisecond - 1);
  return kinds.indexOf(kind) * kindSize + milliseconds * perMillisecond;
}

/** Placeholder term that interrupts phrases. No query contains it. */
export const gap = '-';

/** Returns the term of a word in a title. Titles have terms of their own, because the indexes have one list of documents per term. */
export const inTitle = (term: string): string => (term === gap ? gap : `title:${term}`);

/** The term that every document of a kind has. */
export const kindTerm = (kind: DocumentKind): string => `kind:${kind}`;

/** Any of these phrases. A phrase is a list of terms that follow each other. With `prefix`, the last term is the beginning of one. */
export interface Clause {
  any: string[][];
  prefix?: boolean;
  /** Other terms that match, such as the tag of a word. */
  also?: string[];
  /** Not in documents with all of these phrases. */
  unless?: string[][];
}

export interface SearchQuery {
  kind: DocumentKind;
  /** At least one. */
  include: Clause[];
  exclude: Clause[];
  /** Clauses of `include` that rank: hits with all of them in the title come first, then hits with some, and then hits with one of their other terms. */
  ranking: Clause[];
  /** Time range in milliseconds since 1970; `before` is exclusive. */
  since?: number | undefined;
  before?: number | undefined;
  /** The last hit of the previous page. */
  after?: { rank: number; seq: number } | undefined;
  /** Maximum number of hits. */
  count: number;
}

export interface Hit {
  rank: number;
  id: string;
}

/** What differs between the engines. */
export interface SearchEngine {
  find(reader: Reader, query: SearchQuery): Promise<Hit[]>;
  /** Returns the columns of a document from the terms of its title and all terms. `longestPhrase`: terms of the longest phrase in a query. */
  toColumns(titles: string[], words: string[], longestPhrase: number): { title?: string; words: string };
}

/** Highest rank: all ranking clauses are in the title. 2: some are; 1: one of their other terms matches; 0: the rest. */
export const topRank = 3;

interface Selection {
  /** An expression, and its part without exclusions. */
  match: string;
  required: string;
  /** The range of numbers, both ends excluded. */
  low: number;
  high: number;
  /** Maximum number of ids. */
  count: number;
}

/** Selects the ids of matching documents, newest first. */
type Select = (selection: Selection) => Iterable<string> | Promise<Iterable<string>>;

/** Finds hits with a statement for each rank, until the page is full. */
export async function find(query: SearchQuery, syntax: Syntax, select: Select): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const rank of ranksOf(query)) {
    const ids = await select({ ...matchOf(query, rank, syntax), ...rangeOf(query, rank), count: query.count - hits.length });
    for (const id of ids) hits.push({ rank, id });
    if (hits.length >= query.count) break;
  }
  return hits;
}

/** The ranks that a query can have, from the one of the previous hit. */
function ranksOf({ ranking, after }: SearchQuery): number[] {
  const first = [[], [topRank], [topRank, 2]][Math.min(ranking.length, 2)] as number[];
  const possible = [...first, ...(ranking.some(({ also }) => also) ? [1] : []), 0];
  return possible.filter((rank) => rank <= (after?.rank ?? topRank));
}

/** The range of numbers of a rank, both ends excluded. */
function rangeOf({ kind, since, before, after }: SearchQuery, rank: number): { low: number; high: number } {
  const first = seqOf(kind, 0);
  const low = since === undefined ? first : seqOf(kind, since);
  const end = before === undefined ? first + kindSize : seqOf(kind, before);
  return { low: low - 1, high: after?.rank === rank ? Math.min(end, after.seq) : end };
}

/** Writes an expression for an engine. Every term is a quoted string, so that none can be syntax. */
interface Syntax {
  and: string;
  or: string;
  not: string;
  phrase(terms: string[], isPrefix?: boolean): string;
}

function matchOf(
  { include, exclude, ranking }: SearchQuery,
  rank: number,
  { and, or, not, phrase }: Syntax,
): Pick<Selection, 'match' | 'required'> {
  const anyOf = (expressions: string[]) => `(${expressions.join(or)})`;
  const allOf = (expressions: string[]) => `(${expressions.join(and)})`;
  const toExpression = ({ any, prefix, also = [], unless }: Clause) => {
    const excluded = unless ? not + allOf(unless.map((terms) => phrase(terms))) : '';
    return `(${anyOf([...any.map((terms) => phrase(terms, prefix)), ...also.map((term) => phrase([term]))])}${excluded})`;
  };
  const titles = ranking.map(({ any, prefix }) => toExpression({ any: any.map((terms) => terms.map(inTitle)), prefix }));
  const named = ranking.flatMap(({ also = [] }) => also.map((term) => phrase([term])));
  // The words of a title are also words of the document.
  const others = include.filter((clause) => rank < topRank || !ranking.includes(clause)).map(toExpression);
  const ranked = [[], [anyOf(named)], [anyOf(titles)], [allOf(titles)]][rank] ?? [];
  const required = allOf([...ranked, ...others]);
  const excluded = exclude.map(toExpression);
  if (rank === 2) excluded.push(allOf(titles));
  if (rank < 2 && titles.length > 0) excluded.push(anyOf(titles));
  if (rank < 1 && named.length > 0) excluded.push(anyOf(named));
  return { required, match: required + (excluded.length > 0 ? not + anyOf(excluded) : '') };
}
