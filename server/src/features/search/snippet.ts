import type { Snippet } from '@dev-connector/contract';
import type { Clause } from '../../platform/db/search.ts';
import { foldText, isSingle, splitWords, type Word } from '../../platform/text/normalise.ts';

/** UTF-16 units before the first mark, and of the snippet. */
const [before, length] = [60, 200];

/** Returns the part of a text without markup around the first word that the query matches, with each such word marked. Without one, returns the start of the text. */
export function snippetOf(text: string, clauses: Clause[]): Snippet {
  const isMatch = matcher(clauses);
  let start: number | undefined;
  let [from, end] = [0, 0];
  const parts: Snippet = [];
  for (const word of candidates(text, clauses)) {
    if (start !== undefined && word.start >= end) break;
    if (!isMatch(word)) continue;
    if (start === undefined) {
      start = beginning(text, word.start);
      from = start;
      end = start + length;
    }
    if (word.end > end) break;
    if (word.start > from) parts.push({ text: text.slice(from, word.start), marked: false });
    if (word.end > from) parts.push({ text: text.slice(Math.max(from, word.start), word.end), marked: true });
    from = Math.max(from, word.end);
  }
  end = Math.max(from, (start ?? 0) + length);
  if (end > from) parts.push({ text: text.slice(from, end), marked: false });
  const tidied = parts.map((part) => ({ ...part, text: tidy(part.text) })).filter((part) => part.text !== '');
  const ellipsis = { text: '…', marked: false };
  if (start !== undefined && start > 0) tidied.unshift({ ...ellipsis });
  if (end < text.length) tidied.push({ ...ellipsis });
  return joined(tidied);
}

/** Returns the whole text in parts, with each word marked that the query matches. */
export function markMatches(text: string, clauses: Clause[]): Snippet {
  const isMatch = matcher(clauses);
  const parts: Snippet = [];
  let from = 0;
  for (const word of splitWords(text)) {
    if (word.start < from || !isMatch(word)) continue;
    if (word.start > from) parts.push({ text: text.slice(from, word.start), marked: false });
    parts.push({ text: text.slice(word.start, word.end), marked: true });
    from = word.end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), marked: false });
  return joined(parts);
}

/** UTF-16 units of a chunk, and of all chunks of a text whose words are read: 20,000 take five milliseconds. */
const [chunkLength, maxRead] = [1000, 20_000];
/** A character that is in no word. */
const between = /[^\p{L}\p{N}\p{M}._+#]/gu;

/** Yields the words of the chunks of a text that contain a term of the query. Looking for the terms takes a tenth of the time of reading all words. */
function* candidates(text: string, clauses: Clause[]): Generator<Word> {
  const { exact, prefixes } = termsOf(clauses);
  const terms = [...exact, ...prefixes].map((term) => term.normalize('NFKD'));
  let read = 0;
  for (let start = 0; start < text.length && read < maxRead; ) {
    between.lastIndex = start + chunkLength;
    const end = Math.min(between.exec(text)?.index ?? text.length, start + 2 * chunkLength);
    const chunk = text.slice(start, end);
    const folded = foldText(chunk).replaceAll('\u2044', ''); // the slash of ½, which no term has
    if (terms.some((term) => folded.includes(term))) {
      read += chunk.length;
      for (const word of splitWords(chunk)) yield { ...word, start: start + word.start, end: start + word.end };
    }
    start = end;
  }
}

/** Where the snippet starts: after the last space before the mark that is not too far away. */
function beginning(text: string, mark: number): number {
  if (mark <= before) return 0;
  const space = text.slice(mark - before, mark).search(/\s/);
  return space < 0 || space === before - 1 ? mark - before : mark - before + space + 1;
}

function termsOf(clauses: Clause[]) {
  const exact = [...new Set(clauses.flatMap(({ any }) => any.flat()))];
  return { exact, prefixes: clauses.flatMap(({ any, prefix }) => (prefix ? any.flatMap((phrase) => phrase.at(-1) ?? []) : [])) };
}

function matcher(clauses: Clause[]): (word: Word) => boolean {
  const { exact, prefixes } = termsOf(clauses);
  const singles = prefixes.filter(isSingle);
  // A list of few terms, because a lookup in a set hashes each word of the texts.
  const isMatch = (term: string) =>
    exact.includes(term) || prefixes.some((prefix) => term.startsWith(prefix)) || singles.some((single) => term.includes(single));
  return ({ terms, parts }) => terms.some(isMatch) || parts.some(isMatch);
}

/** Removes line breaks and halves of characters at the ends. */
const tidy = (text: string) => text.replace(/\p{Cs}/gu, '').replace(/\s+/g, ' ');

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
