import { plainLetters } from './plain-letters.ts';

/**
 * Returns a handle of at most `max` characters made from a name, such as `ada-lovelace` from 'Ada Lovelace'. Undefined if too few letters of the name can be
 * written with a to z. It may be taken or reserved.
 */
export function handleFromName(name: string, max: number): string | undefined {
  const plain = name
    .slice(0, 2 * max)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter);
  // A name in another script is not cut down to the few Latin letters in it.
  if (/\p{L}/u.test(plain.replace(/[a-z]/g, ''))) return undefined;
  const words = plain.replace(/['’.]/g, '').match(/[a-z0-9]+/g) ?? [];
  const handle = words.join('-').slice(0, max).replace(/-$/, '');
  return handle.length > 1 ? handle : undefined;
}
