import { isDeepStrictEqual } from 'node:util';
import { idPattern, limits, openToOptions, type SearchType, searchErrors, searchOperators } from '@dev-connector/contract';
import { type Clause, type Kind, kindTerm } from '../db/search.ts';
import { InvalidFields } from '../errors.ts';
import { prefixed, wholeTerm } from './index-rows.ts';
import { isSingle, termsOf } from './normalise.ts';

/** A parsed query. */
export interface Parsed {
  include: Clause[];
  exclude: Clause[];
  /** Clauses of `include` from words and phrases, which rank and are marked. */
  words: Clause[];
  /** Names of authors as phrases, to be resolved to author ids. */
  authors: Array<{ name: Clause; exclude: boolean }>;
  /** Clauses of skills and tags, whose aliases match too. */
  aliased: Array<{ operator: 'skill' | 'tag'; value: string; clause: Clause }>;
  since?: number;
  before?: number;
}

export const kindOf: Record<SearchType, Kind> = { posts: 'post', people: 'person', comments: 'comment' };

type Operator = (typeof searchOperators)[number]['name'];

/** `-`, an operator, and a phrase or a word. A missing closing quote ends at the end of the query. */
const itemPattern = new RegExp(`(-?)(?:(${searchOperators.map(({ name }) => name).join('|')}):)?(?:"([^"]*)"?|([^\\s"]+)|(?<=:))`, 'giu');

/** Characters that no tag has, such as the `#` before it. */
const notInTag = /[^\p{L}\p{M}\p{Nd}_+.-]/gu;

/** Minimum length of a prefix in code points. */
const minPrefix = 3;

const invalid = (msg: string) => new InvalidFields([{ msg, field: 'q' }]);

/** Parses a query. Throws InvalidFields if an operator does not apply to the type, a value is wrong, or nothing is left to search for. */
export function parse(q: string, type: SearchType): Parsed {
  const parsed: Parsed = { include: [], exclude: [], words: [], authors: [], aliased: [] };
  let terms = 0;
  for (const { 0: item, index, 1: minus, 2: name, 3: phrase, 4: word = '' } of q.matchAll(itemPattern)) {
    const operator = name?.toLowerCase() as Operator | undefined;
    const value = operator === 'tag' ? (phrase ?? word).replace(notInTag, '') : (phrase ?? word);
    const isExcluded = minus === '-';
    if (operator) {
      const known = searchOperators.find((candidate) => candidate.name === operator);
      if (!known?.types.includes(type as never)) throw invalid(searchErrors.notForType(operator, type));
      if (operator === 'after' || operator === 'before') {
        const time = timeOf(value);
        if (time === undefined) throw invalid(searchErrors.date(operator));
        if (isExcluded) throw invalid(searchErrors.negative(operator));
        if (operator === 'after') parsed.since = Math.max(parsed.since ?? 0, time);
        else parsed.before = Math.min(parsed.before ?? time, time);
        continue;
      }
    }
    const found = termsOf(value);
    terms += found.length;
    if (terms > limits.searchTerms) throw invalid(searchErrors.tooLong);
    if (operator === 'by' && !new RegExp(idPattern).test(value)) {
      if (found.length === 0) throw invalid(searchErrors.value(operator));
      parsed.authors.push({ name: { any: [found] }, exclude: isExcluded });
      if (parsed.authors.length > limits.searchAuthors) throw invalid(searchErrors.tooManyAuthors);
      continue;
    }
    const clause = operator ? filterOf(operator, value, found) : { any: [found] };
    if (!operator && found.length === 0) continue; // only punctuation
    if (!operator && !isExcluded && phrase === undefined && index + item.length === q.length) asPrefix(clause, type);
    const clauses = isExcluded ? parsed.exclude : parsed.include;
    if (clauses.some((other) => isDeepStrictEqual(other, clause))) continue; // each clause costs time
    if (operator === 'skill' || operator === 'tag') parsed.aliased.push({ operator, value, clause });
    clauses.push(clause);
    if (!operator && !isExcluded) parsed.words.push(clause);
  }
  if (parsed.include.length === 0 && parsed.authors.every(({ exclude }) => exclude)) {
    if (parsed.since === undefined && parsed.before === undefined) throw invalid(searchErrors.empty);
    parsed.include.push({ any: [[kindTerm(kindOf[type])]] }); // each engine needs a term to search for
  }
  return parsed;
}

/** Lets the last word of a query match the beginning of words, because its author may still be typing. */
function asPrefix(clause: Clause, type: SearchType): void {
  const last = clause.any[0]?.at(-1) ?? '';
  const isLong = Array.from(last).length >= minPrefix && !operatorsOf(type).some((name) => name.startsWith(last));
  if (isSingle(last) || isLong) clause.prefix = true;
}

/** The names with which documents of a type have terms, such as `has:code`. The beginning of one would match those terms. */
const operatorsOf = (type: SearchType): string[] => [
  ...['kind', 'has'],
  ...searchOperators.flatMap(({ name, types }) => (name !== 'after' && name !== 'before' && types.includes(type as never) ? [name] : [])),
];

function filterOf(operator: Operator, value: string, terms: string[]): Clause {
  if (operator === 'by') return { any: [[`by:${value}`]] };
  if (operator === 'has' && value.toLowerCase() !== 'code') throw invalid(searchErrors.has);
  if (operator === 'open' && !openToOptions.some((option) => option.value === value.toLowerCase())) throw invalid(searchErrors.open);
  if (terms.length === 0) throw invalid(searchErrors.value(operator));
  if (operator === 'place' || operator === 'status') return { any: [prefixed(operator, value)] };
  return { any: [[wholeTerm(operator, value)]] };
}

/** The start of a day in UTC in milliseconds since 1970; undefined if the date does not exist. */
function timeOf(date: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time;
}
