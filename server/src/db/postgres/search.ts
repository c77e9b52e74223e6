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

/** The widths of the periods in the index, as differences of the numbers of documents: about 9 hours, 6 days and 99 days. Migration 0033 has the same. */
const widths = [35, 39, 43].map((bits) => 2 ** bits) as [number, number, number];
const growth = 2 ** 4;

/** Maximum number of documents that a statement reads. */
const maxCandidates = 5000;

/**
 * Finds hits. GIN has no order, so reading all matches of a frequent word would take seconds. So each rank is searched in three periods from the newest on, each
 * longer than the one before; if they do not fill the page, few older documents match.
 */
export async function findPostgres(reader: Reader, query: SearchQuery): Promise<Hit[]> {
  const ranks = ranksOf(query).map((rank) => ({ rank, ...rangeOf(query, rank) }));
  const bounds = await boundsOf(reader, ranks[0]?.low ?? 0, Math.max(...ranks.map(({ high }) => high)));
  const hits: Hit[] = [];
  for (const { rank, high } of ranks) {
    const found = await findRank(
      reader,
      conditionsOf(query, rank),
      { ...bounds, end: Math.min(high, bounds.end) },
      query.count - hits.length,
    );
    hits.push(...found.map((id) => ({ rank, id })));
    if (hits.length >= query.count) break;
  }
  return hits;
}

interface Range {
  /** The first number, and the one after the last. */
  start: number;
  end: number;
}

/** Finds the first number of the documents between two numbers, both excluded, and the one after the last. */
async function boundsOf(reader: Reader, low: number, high: number): Promise<Range> {
  const found = await reader.get<{ start: number; end: number }>`
    select coalesce(min(seq), 0) as start, coalesce(max(seq) + 1, 0) as end
    from search_documents where seq > cast(${low} as bigint) and seq < cast(${high} as bigint)`;
  return found ?? { start: 0, end: 0 };
}

async function findRank(
  reader: Reader,
  { words, title, exact, rough, exactTitle }: Conditions,
  { start, end }: Range,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  let isExact = false;
  for (let length = widths[0]; end > start && ids.length < count; ) {
    const period = length < end - start ? periodBefore(end, length) : undefined;
    const first = Math.max(start, period?.start ?? start);
    const max = length > widths[0] ? maxCandidates : null;
    const found = await findIn(reader, {
      ...{ words, title, indexed: isExact ? exact : rough, indexedTitle: exactTitle },
      ...{ periods: period?.periods, start: first, end, max, count: count - ids.length },
    });
    if (found.candidates === max) {
      length = Math.min(length, end - start) / 4;
      continue;
    }
    ids.push(...found.ids);
    isExact ||= found.candidates > 200 * (found.ids.length + 10);
    const next = length >= widths[2] || (ids.length === 0 && length >= widths[1]) ? Number.POSITIVE_INFINITY : length * growth;
    length = Math.min(next, ((end - first) * maxCandidates * 0.8) / Math.max(found.candidates, 1));
    end = first;
  }
  return ids;
}

/** Returns periods of the index that contain the numbers before `end`, at least `length` of them, and the first of their numbers. */
function periodBefore(end: number, length: number): { periods: string[]; start: number } {
  const level = Math.max(
    0,
    widths.findLastIndex((width) => width <= length),
  );
  const width = widths[level] as number;
  const [first, last] = [Math.floor((end - length) / width), Math.floor((end - 1) / width)];
  return { periods: Array.from({ length: last - first + 1 }, (_, index) => String((first + index) * 4 + level)), start: first * width };
}

/** Queries of a rank as tsquery. */
interface Conditions {
  words: string;
  title: string;
  /** What the index is asked for: the words of phrases in any order. It reads all matches of a beginning of a word, so `rough` has none if it has other terms. */
  exact: string;
  rough: string;
  exactTitle: string;
}

/** Matches every title, because no document has this term. */
const anyTitle = `!${quoted(gap)}`;

function conditionsOf({ kind, include, exclude, ranking }: SearchQuery, rank: number): Conditions {
  // The words of a title are also words of the document.
  const others = rank === topRank ? include.filter((clause) => !ranking.includes(clause)) : include;
  const words = others.length > 0 ? others : [{ any: [[kindTerm(kind)]] }];
  const unprefixed = words.map(withoutPrefix).filter(({ any }) => any.every((phrase) => phrase.length > 0));
  // Nearly all members have a profile.
  const isSelective = unprefixed.some(({ any }) => !any.flat().every((term) => term.startsWith('has:')));
  const singles = exclude.filter(({ any }) => any.every((phrase) => phrase.length === 1));
  const [all, some] = [toTsquery(ranking, []), toSome(ranking)];
  const titles = {
    0: { title: ranking.length > 0 ? `!(${some})` : anyTitle, exactTitle: '' },
    1: { title: `(${some}) & !(${all})`, exactTitle: toSome(ranking, '&') },
    2: { title: all, exactTitle: toTsquery(ranking, [], '&') },
  };
  return {
    words: toTsquery(words, exclude),
    exact: toTsquery(words, singles, '&'),
    rough: toTsquery(isSelective ? unprefixed : words, singles, '&'),
    ...titles[rank as keyof typeof titles],
  };
}

interface Search extends Range {
  words: string;
  title: string;
  /** What the index is asked for. Without a condition on the title, that is empty. */
  indexed: string;
  indexedTitle: string;
  /** undefined: all. */
  periods: string[] | undefined;
  /** Maximum number of documents to read. */
  max: number | null;
  count: number;
}

interface Found {
  /** Number of documents that the index found, at most `max`. */
  candidates: number;
  ids: string[];
}

/**
 * Finds documents between two numbers. The conditions on `seq` come after the index, because the planner would read that range instead. A condition that every
 * document meets would make the index read all of them, so there is a statement for each combination.
 */
async function findIn(reader: Reader, { words, title, indexed, indexedTitle, periods, start, end, max, count }: Search): Promise<Found> {
  const found =
    indexedTitle === ''
      ? periods
        ? await reader.get<Found>`
        with candidates as materialized (
          select id, user_id, post_id, seq, words @@ cast(${words} as tsquery) and title @@ cast(${title} as tsquery) as matches
          from search_documents
          where array[(seq >> 35) * 4, (seq >> 39) * 4 + 1, (seq >> 43) * 4 + 2] && cast(${periods} as bigint[]) and words @@ cast(${indexed} as tsquery)
          limit ${max})
        select (select count(*) from candidates) as candidates, array(
          select id from candidates
          where matches and seq >= cast(${start} as bigint) and seq < cast(${end} as bigint)
            and user_id not in (select id from users where deleted_at is not null)
            and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
          order by seq desc limit ${count}) as ids`
        : await reader.get<Found>`
        with candidates as materialized (
          select id, user_id, post_id, seq, words @@ cast(${words} as tsquery) and title @@ cast(${title} as tsquery) as matches
          from search_documents
          where words @@ cast(${indexed} as tsquery)
          limit ${max})
        select (select count(*) from candidates) as candidates, array(
          select id from candidates
          where matches and seq >= cast(${start} as bigint) and seq < cast(${end} as bigint)
            and user_id not in (select id from users where deleted_at is not null)
            and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
          order by seq desc limit ${count}) as ids`
      : periods
        ? await reader.get<Found>`
        with candidates as materialized (
          select id, user_id, post_id, seq, words @@ cast(${words} as tsquery) and title @@ cast(${title} as tsquery) as matches
          from search_documents
          where array[(seq >> 35) * 4, (seq >> 39) * 4 + 1, (seq >> 43) * 4 + 2] && cast(${periods} as bigint[]) and words @@ cast(${indexed} as tsquery) and title @@ cast(${indexedTitle} as tsquery)
          limit ${max})
        select (select count(*) from candidates) as candidates, array(
          select id from candidates
          where matches and seq >= cast(${start} as bigint) and seq < cast(${end} as bigint)
            and user_id not in (select id from users where deleted_at is not null)
            and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
          order by seq desc limit ${count}) as ids`
        : await reader.get<Found>`
        with candidates as materialized (
          select id, user_id, post_id, seq, words @@ cast(${words} as tsquery) and title @@ cast(${title} as tsquery) as matches
          from search_documents
          where words @@ cast(${indexed} as tsquery) and title @@ cast(${indexedTitle} as tsquery)
          limit ${max})
        select (select count(*) from candidates) as candidates, array(
          select id from candidates
          where matches and seq >= cast(${start} as bigint) and seq < cast(${end} as bigint)
            and user_id not in (select id from users where deleted_at is not null)
            and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
          order by seq desc limit ${count}) as ids`;
  return found ?? { candidates: 0, ids: [] };
}

/** The terms before the beginning of a word. */
const withoutPrefix = ({ prefix, ...clause }: Clause): Clause =>
  prefix ? { ...clause, any: clause.any.map((phrase) => phrase.slice(0, -1)) } : clause;

/** `between` is `&` for the words of phrases in any order. Every term is a quoted lexeme, so that none can be syntax. */
const toTsquery = (include: Clause[], exclude: Clause[], between?: '&'): string =>
  [...include.map((clause) => toOne(clause, between)), ...exclude.map((clause) => `!${toOne(clause, between)}`)].join(' & ');
const toSome = (clauses: Clause[], between?: '&'): string => clauses.map((clause) => toOne(clause, between)).join(' | ');
function toOne({ any, prefix, unless }: Clause, between = '<->'): string {
  const phrases = any.map((phrase) => `(${phrase.map(quoted).join(` ${between} `)}${prefix ? ':*' : ''})`);
  return `((${phrases.join(' | ')})${unless ? ` & !${quoted(unless)}` : ''})`;
}
