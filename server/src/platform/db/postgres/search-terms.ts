import { hash } from 'node:crypto';
import { gap } from '../search.ts';

/*
 * PostgreSQL's index has no positions, and reads all matches of a beginning of a word. So it also has keys: the beginning of each word, and a hash of each
 * pair of neighbours. No term starts with `^` or `~`. Terms of operators and with a dash have no beginnings. Migration 0034 makes the same keys in SQL.
 */

/** Code points of a beginning. A pair of Chinese, Japanese or Korean characters is found by the first. */
const [beginning, short] = [3, 1];

/** Returns the key of the words that start with a text of at least three code points, or with one character of a script with pairs. */
export function prefixKey(text: string): string {
  const characters = Array.from(text.slice(0, 2 * beginning));
  return `^${characters.slice(0, characters.length < beginning ? short : beginning).join('')}`;
}

/** Whether only words with this beginning have its key. */
export const isOnlyKey = (text: string): boolean => prefixKey(text).length === text.length + 1;

/** Returns the key of two neighbours. One of 2^18 is short, and the words themselves are conditions too. */
export const pairKey = (term: string, next: string): string => `~${hash('sha256', `${term} ${next}`, 'base64url').slice(0, 3)}`;

const prefixKeys = (terms: string[]): string[] => terms.filter((term) => !term.includes(':') && !term.startsWith('-')).map(prefixKey);

const pairKeys = (terms: string[]): string[] =>
  terms.flatMap((term, index) => {
    const next = terms[index + 1] ?? gap;
    return term === gap || next === gap ? [] : [pairKey(term, next)];
  });

/**
 * PostgreSQL stores positions up to 16,383. Later ones start again from 1, so that a phrase is found in the whole of a long text. The first positions of each
 * round are also stored as continuations of the round before, for phrases across its end.
 */
const round = 16_000;

/** Returns terms as a tsvector literal: each with its positions, and then the keys. `longestPhrase`: the terms of the longest phrase of a query. */
export function toColumn(terms: string[], longestPhrase: number): string {
  const positions = new Map<string, number[]>();
  for (const [index, term] of terms.entries()) {
    if (term === gap) continue;
    const list = positions.get(term) ?? [];
    const position = (index % round) + 1;
    list.push(position);
    if (index >= round && position <= longestPhrase) list.push(round + position);
    positions.set(term, list);
  }
  const keys = new Set([...prefixKeys([...positions.keys()]), ...pairKeys(terms)]);
  return [...Array.from(positions, ([term, list]) => `${quoted(term)}:${list.join()}`), ...Array.from(keys, quoted)].join(' ');
}

/** Quotes a lexeme, so that it cannot be syntax. */
export const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
