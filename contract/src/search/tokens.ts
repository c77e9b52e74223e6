import { type SearchOperator, searchOperators } from './operators.ts';

/** Characters that stand for a hyphen, and those that editors and keyboards replace two hyphens with. */
export const dashes = { one: '-‐‑−﹣－', two: '–—―' };

/** Returns a query with straight quotes in place of typographic ones. Its positions stay the same. */
export const withStraightQuotes = (q: string): string => q.replace(/[“”„‟«»＂〝〞〟「」『』]/g, '"');

/** Whether a query has a letter or digit. Without one, such as an emoji, it finds nothing. */
export const hasSearchText = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);

/** An item of a query: a word, a phrase, or an operator with its value. */
export interface SearchToken {
  /** The whole item, with straight quotes. */
  text: string;
  /** Where the item ends in the query, in UTF-16 units. */
  end: number;
  /** Whether exactly one hyphen precedes the rest of the item. */
  isNegative: boolean;
  operator: SearchOperator | undefined;
  /** The word, phrase or value, without quotes and the hyphens before it. */
  value: string;
  /** Whether the value is in quotes. */
  isPhrase: boolean;
  /** Whether the closing quote is missing, so that the phrase ends at the end of the query. */
  isOpen: boolean;
}

const operatorNames = searchOperators.map(({ name }) => name).join('|');
/**
 * Other dashes than one hyphen, or a hyphen and an operator, each optional and only at the beginning of an item; then a phrase or a word. `std::vector` and `by://x`
 * have no operator.
 */
const tokenPattern = new RegExp(
  `(?=\\S)(?:(?<!\\S)(?:[${dashes.one}${dashes.two}]{2,}|[${dashes.two}]|([${dashes.one}])?(?:(${operatorNames}):(?![:/\\\\]))?))?(?:"([^"]*)("?)|([^\\s"]+)|(?<=:))`,
  'giu',
);

/** Splits a query into its items, between which is only white space. */
export const searchTokens = (q: string): SearchToken[] =>
  Array.from(
    withStraightQuotes(q).matchAll(tokenPattern),
    ({ 0: text, index, 1: hyphen, 2: name, 3: phrase, 4: closing, 5: word = '' }) => ({
      text,
      end: index + text.length,
      isNegative: hyphen !== undefined,
      operator: searchOperators.find((known) => known.name === name?.toLowerCase()),
      value: phrase ?? word,
      isPhrase: phrase !== undefined,
      isOpen: closing === '',
    }),
  );
