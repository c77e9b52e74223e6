/*
 * Canonical decomposition of Hangul syllables (Unicode, section 3.12): a leading consonant, a vowel, and often a trailing consonant.
 */

const syllables = { first: 0xac00, last: 0xd7a3 };
const leads = { first: 0x1100, count: 19 };
const vowels = { first: 0x1161, count: 21 };
/** The first one stands for none. */
const tails = { first: 0x11a7, count: 28 };

export const isSyllable = (point: number): boolean => point >= syllables.first && point <= syllables.last;

/** Returns the two or three letters of a syllable. */
export function decompose(syllable: number): number[] {
  const index = syllable - syllables.first;
  const tail = index % tails.count;
  const vowel = Math.floor(index / tails.count);
  const letters = [leads.first + Math.floor(vowel / vowels.count), vowels.first + (vowel % vowels.count)];
  return tail === 0 ? letters : [...letters, tails.first + tail];
}

/** Returns the syllables that letters begin with: with two letters, and with three. */
export function compose([lead = 0, vowel = 0, tail = 0]: readonly number[]): number[] {
  const [l, v, t] = [lead - leads.first, vowel - vowels.first, tail - tails.first];
  if (l < 0 || l >= leads.count || v < 0 || v >= vowels.count) return [];
  const open = syllables.first + (l * vowels.count + v) * tails.count;
  return t > 0 && t < tails.count ? [open, open + t] : [open];
}
