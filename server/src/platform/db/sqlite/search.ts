import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Clause, gap, type Hit, rangeOf, ranksOf, type SearchQuery, topRank } from '../search.ts';

/** Terms as the column of FTS5, whose tokenizer splits at spaces. */
export const toColumn = (terms: string[]): string => terms.join(' ');

/** FTS5 has one list of documents per term for all columns. With a prefix, the words of titles have separate lists, which are much shorter. */
const inTitle = (term: string): string => `title:${term}`;
export const toTitleColumn = (terms: string[]): string => toColumn(terms.map((term) => (term === gap ? gap : inTitle(term))));

/** The subqueries are correlated: SQLite could read all posts for a list of the hidden ones. */
const sql = `
  select d.id from search_index join search_documents d on d.seq = search_index.rowid
  where search_index match ? and search_index.rowid > ? and search_index.rowid < ?
    and not exists (select 1 from users where id = d.user_id and deleted_at is not null)
    and not exists (select 1 from posts where id = d.post_id and deleted_at is not null)
  order by search_index.rowid desc limit ?`;

/** Returns a function that runs a search. FTS5 walks the matches of each rank from the newest on and stops when the page is full. */
export function searcher(database: DatabaseSync): (query: SearchQuery) => Hit[] {
  const statement: StatementSync = database.prepare(sql);
  return (query) => {
    const hits: Hit[] = [];
    for (const rank of ranksOf(query)) {
      const { low, high } = rangeOf(query, rank);
      const rows = statement.all(matchOf(query, rank), low, high, query.count - hits.length);
      for (const row of rows) hits.push({ rank, id: String(row.id) });
      if (hits.length >= query.count) break;
    }
    return hits;
  };
}

/** The FTS5 expression of a rank. Every term is a quoted string, so that none can be syntax. */
function matchOf({ include, exclude, ranking }: SearchQuery, rank: number): string {
  const titles = ranking.map(({ any, ...clause }) => toFts5({ ...clause, any: any.map((phrase) => phrase.map(inTitle)) }));
  const [all, some] = [`(${titles.join(' AND ')})`, `(${titles.join(' OR ')})`];
  // The words of a title are also words of the document.
  const required = include.filter((clause) => rank < topRank || !ranking.includes(clause)).map(toFts5);
  const matched = [...(rank === 2 ? [all] : rank === 1 ? [some] : []), ...required];
  const excluded = exclude.map(toFts5);
  if (rank === 1) excluded.push(all);
  if (rank === 0 && ranking.length > 0) excluded.push(some);
  const expression = `(${matched.join(' AND ')})`;
  return excluded.length > 0 ? `${expression} NOT (${excluded.join(' OR ')})` : expression;
}

const toFts5 = ({ any, prefix, unless }: Clause): string =>
  `((${any.map((phrase) => `${quoted(phrase.join(' '))}${prefix ? ' *' : ''}`).join(' OR ')})${unless ? ` NOT (${unless.map((phrase) => quoted(phrase.join(' '))).join(' AND ')})` : ''})`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
