import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { limits } from '@dev-connector/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/*
 * Makes the list of passwords that server/src/easy-password.ts refuses, of the list of a package: those that are long enough for us. The package itself stays
 * out of the program: it would take twenty megabytes of memory for a question that is asked once a sign-up.
 */
const source = '@zxcvbn-ts/language-common';
const file = join(import.meta.dirname, '../server/src/common-passwords.txt');

function makeList(): string {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve(source)));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const passwords = dictionary['passwords-common'].map((password) => password.toLowerCase());
  const fitting = [...new Set(passwords)].filter((password) => [...password].length >= limits.passwordShortest);
  return `Made by npm run passwords of ${source} ${version}, under this licence:

${readFileSync(join(folder, 'LICENSE.txt'), 'utf8').trim()}

${fitting.join('\n')}
`;
}

/** Whether the list is the one that this version of the package makes. */
export const passwordsAreCurrent = (): boolean => readFileSync(file, 'utf8') === makeList();

if (import.meta.main) writeFileSync(file, makeList());
