import type { DatabaseSync } from 'node:sqlite';
import { find, type Hit, inTitle, type SearchQuery } from '../search.ts';

/** Terms as columns of FTS5, whose tokenizer splits at spaces. */
export const toColumns = (titles: string[], words: string[]) => ({ title: titles.map(inTitle).join(' '), words: words.join(' ') });

/** The subqueries are correlated: SQLite could read all posts for a list of the hidden ones. */
const sql = `
  select d.id from search_index join search_documents d on d.seq = search_index.rowid
  where search_index match ? and search_index.rowid > ? and search_index.rowid < ?
    and not exists (select 1 from users where id = d.user_id and deleted_at is not null)
    and not exists (select 1 from posts where id = d.post_id and deleted_at is not null)
  order by search_index.rowid desc limit ?`;

const syntax = {
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
  phrase: (terms: string[], isPrefix?: boolean) => `"${terms.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
};

/** Returns a function that runs a search. FTS5 walks the matches of each rank from the newest on and stops when the page is full. */
export function searcher(database: DatabaseSync): (query: SearchQuery) => Promise<Hit[]> {
  const statement = database.prepare(sql);
  return (query) =>
    find(query, syntax, ({ match, low, high, count }) => statement.all(match, low, high, count).map(({ id }) => String(id)));
}
