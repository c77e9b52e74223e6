import { editDistance } from '../../platform/text/edit-distance.ts';

/** Words for which similar names are looked for. */
export const maxWords = 3;
/** Minimum length of a word that may be misspelt, and the length from which two letters may differ. */
export const minLength = 4;
const longWord = 7;

/** Returns the candidates that a misspelt word may mean, with the number of letters that differ; none if it is spelt like one of them. */
export function similarTo<Candidate>(word: string, candidates: Candidate[], textOf: (candidate: Candidate) => string) {
  const maxDistance = word.length < longWord ? 1 : 2;
  const similar = candidates
    .map((candidate) => ({ candidate, text: textOf(candidate) }))
    .filter(({ text }) => Math.abs(text.length - word.length) <= 2 * maxDistance) // a letter has up to two UTF-16 units
    .map(({ candidate, text }) => ({ candidate, distance: editDistance(word, text) }))
    .filter(({ distance }) => distance <= maxDistance);
  return similar.some(({ distance }) => distance === 0) ? [] : similar;
}
