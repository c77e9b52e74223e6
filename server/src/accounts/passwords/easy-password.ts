import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../errors.ts';

/*
 * What a new password must not be, because others try it first (OWASP ASVS 5.0, 6.1.2, 6.2.4, 6.2.11, 6.2.12). Of what characters it is made is nobody's
 * business (6.2.5). docs/decisions/sessions-and-passwords.md
 */

/** Passwords out of breaches, the most common first, in lower case; one a line, beneath their licence. */
const listed = join(import.meta.dirname, 'common-passwords.txt');

/** What this site is called. */
const siteNames = ['Dev Connector'];

/** Whose password it is to be. */
export interface Owner {
  name: string;
  email: string;
}

/** Fails where a password is too easy to guess for its owner; nothing is known of it but that it is long enough. */
export async function refuseEasyPassword(password: string, { name, email }: Owner): Promise<void> {
  const names = [...siteNames, name, email, email.slice(0, email.lastIndexOf('@'))];
  const text = password.toLowerCase();
  if (names.some((own) => isName(text, own)) || isPattern(text) || (await isListed(text))) throw new Failure('passwordEasy');
}

/** Whether it is the name, with nothing more than a year's digits behind it and whatever signs around it: `Dev-Connector2026!`. */
function isName(text: string, name: string): boolean {
  const [folded, wanted] = [lettersOf(text), lettersOf(name)];
  return wanted !== '' && folded.startsWith(wanted) && /^\d{0,4}$/.test(folded.slice(wanted.length));
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What the list leaves out, because its makers know it without a list: `12341234`, `87654321`, `01012009`. */
function isPattern(text: string): boolean {
  return [1, 2, 3, 4, 5, 6].some((length) => repeats(text, length)) || rows.some((row) => row.includes(text)) || isDate(text);
}

/** Whether it is its first characters again and again, whole at least twice. */
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

/** Eight digits with a year at one end. */
const isDate = (text: string) => /^(?:\d{4}(?:19|20)\d\d|(?:19|20)\d{6})$/.test(text);

/** Reads the list each time: that takes a millisecond, the hash that follows thirty, and nothing is held in memory for what is asked so seldom. */
async function isListed(text: string): Promise<boolean> {
  const file = await readFile(listed, 'utf8');
  const end = file.lastIndexOf('\n\n'); // of the licence, whose lines are no passwords
  return file.includes(`\n${text}\n`, end);
}
