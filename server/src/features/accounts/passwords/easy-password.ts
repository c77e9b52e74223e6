import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSite } from '@dev-connector/contract';
import { perContext } from '../../../platform/context.ts';
import { Failure } from '../../../platform/errors.ts';

/*
 * Rejects passwords that attackers try first (OWASP ASVS 5.0, 6.1.2, 6.2.4, 6.2.11, 6.2.12). Sets no rules for the kinds of characters
 * (6.2.5). See docs/decisions/0006-sign-in.md.
 */

/** Passwords from breaches in lower case, the most common first, one per line. The file starts with their licence. */
const listed = join(import.meta.dirname, 'common-passwords.txt');

/** The names of the site. The feature `site` adds the admin's. */
export const siteNamesOf = perContext((): { current: string[] } => ({ current: [defaultSite.brand] }));

/** The user who chooses the password. */
export interface Owner {
  name: string;
  email: string;
}

/** Throws `passwordEasy` if the password is easy to guess for this owner on this site. Does not check its length. */
export async function refuseEasyPassword(password: string, { name, email }: Owner, siteNames: string[]): Promise<void> {
  const names = [...siteNames, name, email, email.slice(0, email.lastIndexOf('@'))];
  const text = password.toLowerCase();
  if (names.some((own) => isName(text, own)) || isPattern(text) || (await isListed(text))) throw new Failure('passwordEasy');
}

/** Returns whether the text is the name followed by at most four digits. Ignores punctuation: `Dev-Connector2026!`. */
function isName(text: string, name: string): boolean {
  const [folded, wanted] = [lettersAndDigits(text), lettersAndDigits(name)];
  return wanted !== '' && folded.startsWith(wanted) && /^\d{0,4}$/.test(folded.slice(wanted.length));
}

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns whether the text is a pattern that the list leaves out because attackers generate it: `12341234`, `87654321`, `01012009`. */
function isPattern(text: string): boolean {
  return [1, 2, 3, 4, 5, 6].some((length) => repeats(text, length)) || rows.some((row) => row.includes(text)) || isDate(text);
}

/** Returns whether the text repeats its first `length` characters, at least twice in full. */
const repeats = (text: string, length: number) =>
  text.length >= 2 * length &&
  text ===
    text
      .slice(0, length)
      .repeat(text.length / length + 1)
      .slice(0, text.length);

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl'].flatMap((row) => [
  row,
  [...row].toReversed().join(''),
]);

/** Returns whether the text has eight digits with a year at one end. */
const isDate = (text: string) => /^(?:\d{4}(?:19|20)\d\d|(?:19|20)\d{6})$/.test(text);

/** Reads the list on every call instead of caching it: calls are rare, and reading takes 1 ms compared with 30 ms for the hash that follows. */
async function isListed(text: string): Promise<boolean> {
  const file = await readFile(listed, 'utf8');
  const end = file.lastIndexOf('\n\n'); // skips the licence, whose lines are not passwords
  return file.includes(`\n${text}\n`, end);
}
