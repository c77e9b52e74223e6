/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak';
import { withoutMarks } from './marks.ts';

/*
 * @react-pdf/textkit breaks lines at spaces and where a callback splits a word, but calls the callback with parts of words, because it first splits a text by font
 * and direction. The places where a line may break are therefore found in the whole text, and marked with soft hyphens, which the callback removes.
 */

const softHyphen = '\u00ad';
/** A word with more characters may break anywhere, so that it never leaves the page. */
const longWord = 28;

/** Scripts that separate words neither by spaces nor by a rule of UAX #14. */
const needsDictionary = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const dictionary = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that begin no line and end no line (https://www.w3.org/TR/jlreq/#characters_not_starting_a_line): the strict rules of Japanese and Chinese. */
const beginsNoLine =
  /^[、。，．,.・：；:;？！?!…‥ー々〻ヽヾゝゞぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ｡､｣･ｰｧ-ｯ゛゜»›\p{Pe}\p{Pf}\p{M}]/u;
const endsNoLine = /[\p{Ps}\p{Pi}«‹]$/u;

/** Marks the places within words where a line may break (UAX #14). Removes soft hyphens, which a PDF would not show. */
export function markBreaks(text: string): string {
  const plain = text.replaceAll(softHyphen, '');
  const places = [...breaksOf(plain)].sort((one, other) => one - other);
  let marked = '';
  let start = 0;
  for (const place of places) {
    if (place === start || !canBreak(plain, place)) continue;
    marked += plain.slice(start, place) + softHyphen;
    start = place;
  }
  return marked + plain.slice(start);
}

/**
 * Splits a word for @react-pdf/textkit, which has found the order of its letters. An empty part between two parts lets a line break there without a hyphen.
 */
export const splitWord = (word: string): string[] =>
  withoutMarks(word)
    .split(softHyphen)
    .flatMap((part, index) => (index > 0 ? ['', part] : [part]));

function* breaksOf(text: string): Generator<number> {
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) yield next.position;
  for (const { 0: word, index } of text.matchAll(/[^\s]+/gu)) {
    if (needsDictionary.test(word)) for (const { index: at } of dictionary.segment(word)) yield index + at;
    if (word.length > longWord) yield* breaksOfLongWord(word, index);
    else for (const { index: at } of word.matchAll(/[·–]|\/(?!\/)/gu)) yield index + at + 1;
  }
}

/** Yields every place in a long word of which no part is an ideograph: an address, or letters without spaces. */
function* breaksOfLongWord(word: string, start: number): Generator<number> {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return;
  for (const { index } of graphemes.segment(word)) yield start + index;
}

function canBreak(text: string, place: number): boolean {
  const [before, after] = [text.slice(Math.max(0, place - 2), place), text.slice(place, place + 2)];
  if (after === '' || /\s$/u.test(before) || /^\s/u.test(after)) return false; // @react-pdf/textkit breaks at spaces
  if (/\p{Script=Hangul}$/u.test(before) && /^\p{Script=Hangul}/u.test(after)) return false; // Korean separates words by spaces
  return !endsNoLine.test(before) && (!beginsNoLine.test(after) || /^[\x20-\x7e]{2}$/.test(before + after));
}
