import type { Snippet } from '@dev-connector/contract';
import type { Clause } from '../db/search.ts';
import { isSingle, type Word, wordsOf } from './normalise.ts';

/** UTF-16 units: of a text that are searched for the first mark, before the first mark, and of the snippet. */
const [maxRead, before, length] = [20_000, 60, 200];

/** Returns the part of a text around the first word that the query matches, with each such word marked. Without one, returns the start of the text. */
export function snippetOf(text: string, clauses: Clause[]): Snippet {
  const isMatch = matcher(clauses);
  const read = hideMarkup(text.slice(0, maxRead));
  let start: number | undefined;
  let [from, end] = [0, 0];
  const parts: Snippet = [];
  for (const word of wordsOf(read)) {
    if (start !== undefined && word.start >= end) break;
    if (!isMatch(word)) continue;
    if (start === undefined) {
      start = beginning(read, word.start);
      from = start;
      end = start + length;
    }
    if (word.end > end) break;
    if (word.start > from) parts.push({ text: read.slice(from, word.start), marked: false });
    if (word.end > from) parts.push({ text: read.slice(Math.max(from, word.start), word.end), marked: true });
    from = Math.max(from, word.end);
  }
  end = Math.max(from, (start ?? 0) + length);
  if (end > from) parts.push({ text: read.slice(from, end), marked: false });
  const tidied = parts.map((part) => ({ ...part, text: tidy(part.text) })).filter((part) => part.text !== '');
  const [first, last] = [tidied[0], tidied.at(-1)];
  if (first && start !== undefined && start > 0) first.text = `…${first.text}`;
  if (last && end < text.length) last.text += '…';
  return joined(tidied);
}

/** Returns the whole text in parts, with each word marked that the query matches. */
export function partsOf(text: string, clauses: Clause[]): Snippet {
  const isMatch = matcher(clauses);
  const parts: Snippet = [];
  let from = 0;
  for (const word of wordsOf(text)) {
    if (word.start < from || !isMatch(word)) continue;
    if (word.start > from) parts.push({ text: text.slice(from, word.start), marked: false });
    parts.push({ text: text.slice(word.start, word.end), marked: true });
    from = word.end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), marked: false });
  return joined(parts);
}

/** Where the snippet starts: after the last space before the mark that is not too far away. */
function beginning(text: string, mark: number): number {
  if (mark <= before) return 0;
  const space = text.slice(mark - before, mark).search(/\s/);
  return space < 0 ? mark - before : mark - before + space + 1;
}

function matcher(clauses: Clause[]): (word: Word) => boolean {
  const exact = [...new Set(clauses.flatMap(({ any }) => any.flat()))];
  const prefixes = clauses.flatMap(({ any, prefix }) => (prefix ? any.flatMap((phrase) => phrase.at(-1) ?? []) : []));
  const singles = prefixes.filter(isSingle);
  // A list of few terms, because a lookup in a set hashes each word of the texts.
  const isMatch = (term: string) =>
    exact.includes(term) || prefixes.some((prefix) => term.startsWith(prefix)) || singles.some((single) => term.includes(single));
  return ({ terms, parts }) => terms.some(isMatch) || parts.some(isMatch);
}

/** Fences of code, parts of links, emphasis next to a word, edges of tables, and the signs of headings and quotes. */
const markup =
  /^ {0,3}(?:```|~~~).*$|!?\[(?=[^[\]\n]{0,200}\]\()|\]\([^()\s]{0,500}\)|(?<![^\s(])[*`~]+(?=[^\s*`~])|(?<=[^\s*`~])[*`~]+(?!\w)|^\||\|$|^[#>]+\s/gm;

/** Replaces Markdown by NUL, which no text contains, so that positions stay the same. */
const hideMarkup = (text: string) => text.replace(markup, (found) => '\0'.repeat(found.length));

/** Removes hidden markup, line breaks and halves of characters at the ends. */
const tidy = (text: string) => text.replace(/[\0\p{Cs}]/gu, '').replace(/\s+/g, ' ');

/** Joins neighbours that are both marked, as the pairs of a Chinese word are. */
function joined(parts: Snippet): Snippet {
  const result: Snippet = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.marked === part.marked) last.text += part.text;
    else result.push(part);
  }
  return result;
}
