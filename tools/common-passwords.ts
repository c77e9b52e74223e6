import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { limits } from '@dev-connector/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/*
 * Generates the list of passwords that server/src/features/accounts/passwords/easy-password.ts rejects: the entries of a package that meet the minimum length. The
 * server does not load the package, which takes 20 MB of memory.
 */
const source = '@zxcvbn-ts/language-common';
const file = join(import.meta.dirname, '../server/src/features/accounts/passwords/common-passwords.txt');

function generateList(): string {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve(source)));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const passwords = dictionary['passwords-common'].map((password) => password.toLowerCase());
  const longEnough = [...new Set(passwords)].filter((password) => [...password].length >= limits.passwordMin);
  return `Made by npm run passwords of ${source} ${version}, under this licence:

${readFileSync(join(folder, 'LICENSE.txt'), 'utf8').trim()}

${longEnough.join('\n')}
`;
}

/** Whether the list matches the installed version of the package. */
export const passwordsAreCurrent = (): boolean => readFileSync(file, 'utf8') === generateList();

if (import.meta.main) writeFileSync(file, generateList());
