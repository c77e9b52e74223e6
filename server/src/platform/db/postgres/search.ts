import { find, gap, inTitle, type SearchEngine } from '../search.ts';
import { sql } from '../sql.ts';

/** Quotes a lexeme, so that it cannot be syntax. */
const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * PostgreSQL stores positions up to 16,383. Later ones start again from 1, so that a phrase is found in the whole of a long text. The first positions of each
 * round are also stored as continuations of the round before, for phrases across its end.
 */
const round = 16_000;

/** Returns terms as a tsvector literal. */
function toTsvector(terms: string[], longestPhrase: number): string {
  const positions = new Map<string, number[]>();
  for (const [index, term] of terms.entries()) {
    if (term === gap) continue;
    const list = positions.get(term) ?? [];
    const position = (index % round) + 1;
    list.push(position);
    if (index >= round && position <= longestPhrase) list.push(round + position);
    positions.set(term, list);
  }
  return Array.from(positions, ([term, list]) => `${quoted(term)}:${list.join()}`).join(' ');
}

/** Returns one column. No phrase has terms of titles and others, so both count their positions from 1. */
const toColumns: SearchEngine['toColumns'] = (titles, words, longestPhrase) => ({
  words: `${toTsvector(titles.map(inTitle), longestPhrase)} ${toTsvector(words, longestPhrase)}`,
});

const syntax = {
  and: ' & ',
  or: ' | ',
  not: ' & !',
  phrase: (terms: string[], isPrefix?: boolean) => `(${terms.map(quoted).join(' <-> ')}${isPrefix ? ':*' : ''})`,
};

/** PostgreSQL walks the newest documents if many match, and else sorts the matches. */
const findHits: SearchEngine['find'] = (reader, query) =>
  find(query, syntax, async ({ match, required, low, high, count }) => {
    // The index has no positions, so it is asked for the words of a phrase. `is true` prevents asking it for the phrase too, and makes the planner expect fewer rows.
    const words = required.replaceAll(' <-> ', ' & ');
    const [indexed, phrases] = words === required ? [match, sql``] : [words, sql`and (words @@ cast(${match} as tsquery)) is true`];
    const rows = await reader.all<{ id: string }>`
      select id from search_documents where words @@ cast(${indexed} as tsquery) ${phrases} and seq > ${low} and seq < ${high}
        and user_id not in (select id from users where deleted_at is not null)
        and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
      order by seq desc limit ${count}`;
    return rows.map(({ id }) => id);
  });

export const postgresSearch: SearchEngine = { find: findHits, toColumns };
