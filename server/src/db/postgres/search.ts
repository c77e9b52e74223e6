import type { Reader } from '../db.ts';
import { type Clause, gap, type Hit, kindTerm, rangeOf, ranksOf, type SearchQuery, topRank } from '../search.ts';

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

/**
 * Documents that a search reads from the newest on before it uses the index. A word that most of them have would have too many matches in the index. If none of
 * the first ones match, neither will many others.
 */
const [first, recent] = [400, 4000];

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
  const kind: Clause = { any: [[kindTerm(query.kind)]] };
  const { ranking, exclude } = query;
  const terms: Terms = {
    include: toTsquery([kind, ...query.include], exclude),
    // The words of a title are also words of the document.
    others: toTsquery([kind, ...query.include.filter((clause) => !ranking.includes(clause))], exclude),
    all: toTsquery(ranking, []),
    some: toAny(ranking),
  };
  const newest: Row[] = [];
  let floor = high - 1;
  for (const count of [first, recent - first]) {
    const end = floor + 1;
    floor = await floorOf(reader, low, end, count);
    newest.push(...(await newestOf(reader, query, terms, floor, end)));
    if (floor <= low || newest.length === 0 || newest.filter(({ rank }) => rank === ranks[0]).length >= query.count) break;
  }
  const hits: Hit[] = [];
  for (const [index, rank] of ranks.entries()) {
    const missing = () => query.count - hits.length;
    for (const { id } of newest.filter((row) => row.rank === rank).slice(0, missing())) hits.push({ rank, id });
    if (missing() <= 0) break;
    if (floor <= low) continue;
    const end = Math.min(floor + 1, ranges[index]?.high ?? 0);
    for (const { id } of await older(reader, { ...terms, rank, low, end, count: missing() })) hits.push({ rank, id });
  }
  return hits;
}

/** The number below which the `count` newest documents under `high` end; `low` if there are no more. */
async function floorOf(reader: Reader, low: number, high: number, count: number): Promise<number> {
  const found = await reader.get<{ floor: number }>`
    select coalesce((select seq from search_documents where seq > cast(${low} as bigint) and seq < cast(${high} as bigint)
      order by seq desc offset ${count} limit 1), ${low}) as floor`;
  return found?.floor ?? low;
}

/** Finds the hits of each rank between two numbers, both excluded, without the index of the terms. */
function newestOf(reader: Reader, { count, after }: SearchQuery, { include, all, some }: Terms, low: number, high: number): Promise<Row[]> {
  const [afterRank, afterSeq] = [after?.rank ?? topRank + 1, after?.seq ?? high];
  return reader.all`
    select id, rank, seq from (
      select id, rank, seq, row_number() over (partition by rank order by seq desc) as place from (
        select id, user_id, post_id, seq, case when cast(${all} as tsquery) = '' then 0 when title @@ cast(${all} as tsquery) then 2
          when title @@ cast(${some} as tsquery) then 1 else 0 end as rank
        from (select * from search_documents where seq > cast(${low} as bigint) and seq < cast(${high} as bigint) order by seq desc offset 0) newest
        where words @@ cast(${include} as tsquery)
      ) matching
      where (rank < ${afterRank} or (rank = ${afterRank} and seq < cast(${afterSeq} as bigint)))
        and user_id not in (select id from users where deleted_at is not null)
        and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
    ) placed where place <= ${count} order by rank desc, seq desc`;
}

/** Queries of a search as tsquery: all clauses, those that do not rank, and for the title all that rank and any of them. */
interface Terms {
  include: string;
  others: string;
  all: string;
  some: string;
}

interface OlderQuery extends Terms {
  rank: number;
  low: number;
  end: number;
  count: number;
}

/** Finds the hits of a rank through the index. The conditions on `seq` come after the index scan, because the planner would read that range instead. */
function older(reader: Reader, { rank, include, others, all, some, low, end, count }: OlderQuery): Promise<Array<{ id: string }>> {
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
      where words @@ cast(${rank === 2 ? others : include} as tsquery) and title @@ cast(${rank === 2 ? all : some} as tsquery))
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
