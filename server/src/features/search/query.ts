import { isDeepStrictEqual } from 'node:util';
import {
  idPattern,
  isTagName,
  limits,
  openToOptions,
  type SearchOperator,
  type SearchType,
  searchErrors,
  searchOperators,
  searchTokens,
  tagKey,
} from '@dev-connector/contract';
import { type Clause, type DocumentKind, kindTerm } from '../../platform/db/search.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { isSingle, splitWords } from '../../platform/text/normalise.ts';
import { prefixed, wholeTerm } from './index-rows.ts';

/** A parsed query. */
export interface Parsed {
  include: Clause[];
  exclude: Clause[];
  /** Clauses of `include` from words and phrases, which rank. */
  words: Clause[];
  /** Those, and the excluded ones, which occur in a text that contains the query as typed. */
  marked: Clause[];
  /** Names of authors as phrases, to be resolved to author ids. */
  authors: Array<{ name: Clause; exclude: boolean }>;
  /** Clauses of skills and tags, whose aliases match too. */
  aliased: Array<{ operator: 'skill' | 'tag'; value: string; clause: Clause }>;
  /** Clauses of words, which also match the tags and skills with their names. */
  named: Array<{ value: string; clause: Clause }>;
  since?: number;
  before?: number;
}

export const kindOf: Record<SearchType, DocumentKind> = { posts: 'post', people: 'person', comments: 'comment' };

/** Characters that no tag has, such as the `#` before it. */
const notInTag = /[^\p{L}\p{M}\p{Nd}_+.-]/gu;

/** `#rust` means `tag:rust`. */
const isHashtag = (text: string): boolean => text.startsWith('#') && isTagName(tagKey(text.replace(notInTag, '')));
const tagOperator = searchOperators.find(({ name }) => name === 'tag');

/** Minimum length of a prefix in code points. */
const minPrefix = 3;

const invalid = (msg: string) => new InvalidFields([{ msg, field: 'q' }]);

/**
 * Parses a query. A word after one hyphen excludes the texts that have it, unless they contain the words of the query as typed: in this order, and with their
 * hyphens. So `rm -rf` finds the command. Without other words, such as `-Wall`, only those texts are found. Throws InvalidFields if an operator does not apply to the type, a value is wrong, or nothing is left to search for. */
export function parse(q: string, type: SearchType): Parsed {
  const parsed: Parsed = { include: [], exclude: [], words: [], marked: [], authors: [], aliased: [], named: [] };
  const [literal, flags, excluded]: [string[], Set<string>, Clause[]] = [[], new Set(), []];
  let terms = 0;
  for (const { text, end, isNegative, operator: named, value: typed, isPhrase } of searchTokens(q)) {
    const operator = named ?? (type === 'posts' && !isPhrase && isHashtag(typed) ? tagOperator : undefined);
    const value = operator?.name === 'tag' ? typed.replace(notInTag, '') : typed;
    const words = Array.from(splitWords(operator ? value : text));
    const found = words.flatMap((one) => one.terms);
    terms += found.length;
    if (terms > limits.searchTerms) throw invalid(searchErrors.tooLong);
    if (operator) addOperator(parsed, type, operator, { value, terms: found, isExcluded: isNegative });
    else if (found.length > 0) {
      const clause: Clause = { any: [found] };
      const isExcluded = isNegative && words[0]?.flag !== undefined; // `->x` is a word
      if (!isExcluded && !isPhrase && end === q.length) asPrefix(clause, type);
      if (addOnce(isExcluded ? excluded : parsed.words, clause) && type !== 'comments') parsed.named.push({ value: typed, clause });
      literal.push(...found);
      for (const { flag } of words) if (flag) flags.add(flag);
    }
  }
  const asTyped = [literal, ...Array.from(flags, (flag) => [flag])];
  const isAlone = parsed.words.length + parsed.include.length === 0 && parsed.authors.every(({ exclude }) => exclude);
  const hasDate = parsed.since !== undefined || parsed.before !== undefined;
  if (isAlone && !hasDate && excluded.length > 0) {
    parsed.words.push({ any: [literal] });
    parsed.include.push(...asTyped.slice(1).map((phrase) => ({ any: [phrase] })));
  } else {
    if (isAlone && !hasDate) throw invalid(searchErrors.empty);
    if (isAlone) parsed.include.push({ any: [[kindTerm(kindOf[type])]] }); // each engine needs a term to search for
    for (const clause of excluded) clause.unless = asTyped;
    parsed.exclude.push(...excluded);
  }
  parsed.include.push(...parsed.words);
  parsed.marked.push(...parsed.words, ...excluded);
  return parsed;
}

/** Adds a clause unless there is an equal one, because each costs time. Returns whether it was added. */
function addOnce(clauses: Clause[], clause: Clause): boolean {
  const isNew = !clauses.some((other) => isDeepStrictEqual(other, clause));
  if (isNew) clauses.push(clause);
  return isNew;
}

interface Value {
  value: string;
  terms: string[];
  isExcluded: boolean;
}

function addOperator(
  parsed: Parsed,
  type: SearchType,
  { name: operator, types }: SearchOperator,
  { value, terms, isExcluded }: Value,
): void {
  if (!types.includes(type as never)) throw invalid(searchErrors.notForType(operator, type));
  if (operator === 'after' || operator === 'before') {
    const time = timeOf(value);
    if (time === undefined) throw invalid(searchErrors.date(operator));
    if (isExcluded) throw invalid(searchErrors.negative(operator));
    if (operator === 'after') parsed.since = Math.max(parsed.since ?? 0, time);
    else parsed.before = Math.min(parsed.before ?? time, time);
  } else if (operator === 'by' && !new RegExp(idPattern).test(value)) {
    if (terms.length === 0) throw invalid(searchErrors.value(operator));
    parsed.authors.push({ name: { any: [terms] }, exclude: isExcluded });
    if (parsed.authors.length > limits.searchAuthors) throw invalid(searchErrors.tooManyAuthors);
  } else {
    const clause = filterOf(operator, value, terms);
    const isNew = addOnce(isExcluded ? parsed.exclude : parsed.include, clause);
    if (isNew && (operator === 'skill' || operator === 'tag')) parsed.aliased.push({ operator, value, clause });
  }
}

/** Lets the last word of a query match the beginning of words, because its author may still be typing. */
function asPrefix(clause: Clause, type: SearchType): void {
  const last = clause.any[0]?.at(-1) ?? '';
  const isLong = Array.from(last).length >= minPrefix && !operatorsOf(type).some((name) => name.startsWith(last));
  if (isSingle(last) || isLong) clause.prefix = true;
}

/** The names with which documents of a type have terms, such as `has:code` or `title:rust`. The beginning of one would match those terms. */
const operatorsOf = (type: SearchType): string[] => [
  ...['kind', 'has', 'title'],
  ...searchOperators.flatMap(({ name, types }) => (name !== 'after' && name !== 'before' && types.includes(type as never) ? [name] : [])),
];

function filterOf(operator: SearchOperator['name'], value: string, terms: string[]): Clause {
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
