import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Clause, type Hit, rangeOf, ranksOf, type SearchQuery } from '../search.ts';

/** Terms as the column of FTS5, whose tokenizer splits at spaces. */
export const toColumn = (terms: string[]): string => terms.join(' ');

const sql = `
  select d.id from search_index join search_documents d on d.seq = search_index.rowid
  where search_index match ? and search_index.rowid > ? and search_index.rowid < ?
    and d.user_id not in (select id from users where deleted_at is not null)
    and (d.post_id is null or d.post_id not in (select id from posts where deleted_at is not null))
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
  const [all, some] = [ranking.map(toFts5).join(' AND '), ranking.map(toFts5).join(' OR ')];
  const matched = [`{words} : (${include.map(toFts5).join(' AND ')})`];
  if (rank === 2) matched.push(`{title} : (${all})`);
  if (rank === 1) matched.push(`{title} : (${some})`);
  const excluded = exclude.map((clause) => `{words} : ${toFts5(clause)}`);
  if (rank === 1) excluded.push(`{title} : (${all})`);
  if (rank === 0 && ranking.length > 0) excluded.push(`{title} : (${some})`);
  const expression = `(${matched.join(' AND ')})`;
  return excluded.length > 0 ? `${expression} NOT (${excluded.join(' OR ')})` : expression;
}

const toFts5 = ({ any, prefix, unless }: Clause): string =>
  `((${any.map((phrase) => `${quoted(phrase.join(' '))}${prefix ? ' *' : ''}`).join(' OR ')})${unless ? ` NOT ${quoted(unless)}` : ''})`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
