import type { Reader } from '../db.ts';
import { type Clause, gap, type Hit, rangeOf, ranksOf, type SearchQuery } from '../search.ts';
import { type Condition, statementOf, valuesOf } from './search-statement.ts';
import { isOnlyKey, pairKey, prefixKey, quoted } from './search-terms.ts';

/** Finds hits with one statement. */
export function findPostgres(reader: Reader, query: SearchQuery): Promise<Hit[]> {
  const { include, exclude, ranking, count } = query;
  const ranks = ranksOf(query);
  const others = include.filter((clause) => !ranking.includes(clause)); // the words of a title are also words of the document
  const { low, high: firstHigh } = rangeOf(query, ranks[0] ?? 0);
  const { high } = rangeOf({ ...query, after: undefined }, 0);
  const values = {
    ...{ low, firstHigh, high, count },
    words: documentCondition(include, exclude),
    others: documentCondition(others, exclude),
    all: conditionOf(ranking, ' & '),
    some: conditionOf(ranking, ' | '),
  };
  return reader.all<Hit>(statementOf(ranks, others.length > 0), ...valuesOf(values));
}

/** No document has this term. */
const never = quoted(gap);
const always: Condition = { exact: `!${never}`, near: `!${never}`, far: `!${never}` };

function conditionOf(clauses: Clause[], between: ' & ' | ' | '): Condition {
  const joined = (one: (clause: Clause) => string) => clauses.map(one).join(between) || never;
  return { exact: joined(exactly), near: joined(near), far: joined(far) };
}

function documentCondition(include: Clause[], exclude: Clause[]): Condition {
  const excluded = (clauses: Clause[], unless: (phrase: string[]) => string) =>
    clauses.map((clause) => ` & !${clauseOf(clause, neighbours, unless)}`).join('');
  // The index has no positions, so that it cannot exclude phrases. It includes more than the phrases after `unless`, so it excludes less.
  const singles = excluded(
    exclude.filter(({ any }) => any.every((phrase) => phrase.length === 1)),
    (phrase) => keysOf(phrase).join(' & '),
  );
  const { exact, near, far } = include.length > 0 ? conditionOf(include, ' & ') : always;
  return { exact: exact + excluded(exclude, neighbours), near: near + singles, far: far + singles };
}

const neighbours = (phrase: string[]): string => `(${phrase.map(quoted).join(' <-> ')})`;

const clauseOf = ({ any, unless }: Clause, one: (phrase: string[]) => string, other = neighbours): string =>
  `((${any.map(one).join(' | ')})${unless ? ` & !(${unless.map(other).join(' & ')})` : ''})`;

const exactly = (clause: Clause): string =>
  clauseOf(clause, (phrase) => `(${phrase.map(quoted).join(' <-> ')}${clause.prefix ? ':*' : ''})`);

/** Asks for words, pairs of words, and the key of a beginning. */
const near = (clause: Clause): string => clauseOf(clause, (phrase) => keysOf(phrase, clause.prefix).join(' & '));

/** Asks also for a beginning itself. The index collects all its matches, which are few if there are few in the newest period. */
const far = (clause: Clause): string =>
  clauseOf(clause, (phrase) => {
    const last = phrase.at(-1) ?? '';
    return [...keysOf(phrase, clause.prefix), ...(clause.prefix && !isOnlyKey(last) ? [`${quoted(last)}:*`] : [])].join(' & ');
  });

function keysOf(phrase: string[], isPrefix = false): string[] {
  const whole = isPrefix ? phrase.slice(0, -1) : phrase;
  const keys = [...whole, ...whole.slice(1).map((term, index) => pairKey(whole[index] as string, term))];
  return [...keys, ...(isPrefix ? [prefixKey(phrase.at(-1) ?? '')] : [])].map(quoted);
}
