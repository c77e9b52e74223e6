import { find, inTitle, type SearchEngine } from '../search.ts';

/** Terms as columns of FTS5, whose tokenizer splits at spaces. */
const toColumns: SearchEngine['toColumns'] = (titles, words) => ({ title: titles.map(inTitle).join(' '), words: words.join(' ') });

const syntax = {
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
  phrase: (terms: string[], isPrefix?: boolean) => `"${terms.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
};

/**
 * FTS5 walks the matches of each rank from the newest on and stops when the page is full. The subqueries are correlated: SQLite could read all posts
 * for a list of the hidden ones.
 */
const findHits: SearchEngine['find'] = (reader, query) =>
  find(query, syntax, async ({ match, low, high, count }) => {
    const rows = await reader.all<{ id: string }>`
      select d.id from search_index join search_documents d on d.seq = search_index.rowid
      where search_index match ${match} and search_index.rowid > ${low} and search_index.rowid < ${high}
        and not exists (select 1 from users where id = d.user_id and deleted_at is not null)
        and not exists (select 1 from posts where id = d.post_id and deleted_at is not null)
      order by search_index.rowid desc limit cast(${count} as integer)`;
    return rows.map(({ id }) => id);
  });

export const sqliteSearch: SearchEngine = { find: findHits, toColumns };
