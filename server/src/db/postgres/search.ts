import type { Reader } from '../db.ts';
import { type Clause, gap, type Hit, kindTerm, rangeOf, ranksOf, type SearchQuery } from '../search.ts';

/** Terms as a tsvector literal with the position of each. */
export function toColumn(terms: string[]): string {
  const positions = new Map<string, number[]>();
  for (const [index, term] of terms.entries()) {
    if (term === gap) continue;
    const list = positions.get(term);
    if (list) list.push(index + 1);
    else positions.set(term, [index + 1]);
  }
  return [...positions].map(([term, list]) => `${quoted(term)}:${list.join()}`).join(' ');
}

const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Documents that a search reads first, from the newest on. A word that most of them have would have too many matches in the index. */
const recent = 4000;

interface Row extends Hit {
  seq: number;
}

/**
 * Finds hits. GIN has no order, so reading all matches of a frequent word would take seconds. The newest documents are searched first; a rank that they do not
 * fill has few matches, which the index returns.
 */
export async function findPostgres(reader: Reader, query: SearchQuery): Promise<Hit[]> {
  const ranks = ranksOf(query);
  const ranges = ranks.map((rank) => rangeOf(query, rank));
  const high = Math.max(...ranges.map((range) => range.high));
  const low = ranges[0]?.low ?? 0;
  const after = query.after?.rank ?? 3;
  const afterSeq = query.after?.seq ?? high;
  const [include, all, some] = [
    toTsquery([{ any: [[kindTerm(query.kind)]] }, ...query.include], query.exclude),
    toTsquery(query.ranking, []),
    toAny(query.ranking),
  ];
  const { floor } = (await reader.get<{ floor: number }>`
    select coalesce((select seq from search_documents where seq > cast(${low} as bigint) and seq < cast(${high} as bigint)
      order by seq desc offset ${recent} limit 1), ${low}) as floor`) ?? { floor: low };
  const newest = await reader.all<Row>`
    select id, rank, seq from (
      select id, rank, seq, row_number() over (partition by rank order by seq desc) as place from (
        select id, user_id, post_id, seq, case when cast(${all} as tsquery) = '' then 0 when title @@ cast(${all} as tsquery) then 2
          when title @@ cast(${some} as tsquery) then 1 else 0 end as rank
        from (select * from search_documents where seq > cast(${floor} as bigint) and seq < cast(${high} as bigint) order by seq desc offset 0) newest
        where words @@ cast(${include} as tsquery)
      ) matching
      where (rank < ${after} or (rank = ${after} and seq < cast(${afterSeq} as bigint)))
        and user_id not in (select id from users where deleted_at is not null)
        and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
    ) placed where place <= ${query.count} order by rank desc, seq desc`;
  const hits: Hit[] = [];
  for (const [index, rank] of ranks.entries()) {
    const missing = () => query.count - hits.length;
    for (const { id } of newest.filter((row) => row.rank === rank).slice(0, missing())) hits.push({ rank, id });
    if (missing() <= 0) break;
    if (floor <= low) continue;
    const end = Math.min(floor + 1, ranges[index]?.high ?? 0);
    for (const { id } of await older(reader, { rank, include, all, some, low, end, count: missing() })) hits.push({ rank, id });
  }
  return hits;
}

interface OlderQuery {
  rank: number;
  include: string;
  all: string;
  some: string;
  low: number;
  end: number;
  count: number;
}

/** Finds the hits of a rank through the index. The conditions on `seq` come after the index scan, because the planner would read that range instead. */
function older(reader: Reader, { rank, include, all, some, low, end, count }: OlderQuery): Promise<Array<{ id: string }>> {
  // An empty query matches nothing.
  const unwanted = rank === 1 ? all : rank === 0 ? some : '';
  if (rank === 0)
    return reader.all`
      with matches as materialized (
        select id, user_id, post_id, title, seq from search_documents where words @@ cast(${include} as tsquery))
      select id from matches where seq > cast(${low} as bigint) and seq < cast(${end} as bigint) and not title @@ cast(${unwanted} as tsquery)
        and user_id not in (select id from users where deleted_at is not null)
        and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
      order by seq desc limit ${count}`;
  return reader.all`
    with matches as materialized (
      select id, user_id, post_id, title, seq from search_documents
      where words @@ cast(${include} as tsquery) and title @@ cast(${rank === 2 ? all : some} as tsquery))
    select id from matches where seq > cast(${low} as bigint) and seq < cast(${end} as bigint) and not title @@ cast(${unwanted} as tsquery)
      and user_id not in (select id from users where deleted_at is not null)
      and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
    order by seq desc limit ${count}`;
}

/** Every term is a quoted lexeme, so that none can be syntax. */
const toTsquery = (include: Clause[], exclude: Clause[]): string =>
  [...include.map(toOne), ...exclude.map((clause) => `!${toOne(clause)}`)].join(' & ');
const toAny = (clauses: Clause[]): string => clauses.map(toOne).join(' | ');
const toOne = ({ any, prefix, unless }: Clause): string =>
  `((${any.map((phrase) => `(${phrase.map(quoted).join(' <-> ')}${prefix ? ':*' : ''})`).join(' | ')})${unless ? ` & !${quoted(unless)}` : ''})`;
