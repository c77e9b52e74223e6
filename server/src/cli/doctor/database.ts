import { existsSync, statSync } from 'node:fs';
import { checkPostgres, checkSqlite, type Examination } from '../../db/check.ts';
import { DatabaseUnusable, type Reader } from '../../db/db.ts';
import { databaseFile } from '../../db/open.ts';
import { rightsProblem } from '../../process/data-folder.ts';
import type { Settings } from '../../settings.ts';
import { sizeInWords } from '../figures.ts';
import { rowProblems } from './accounting.ts';
import { checkEmails } from './emails.ts';
import { type Finding, findings } from './finding.ts';

/** The database: whether it answers, is whole, is of this program's version, and whether what it holds adds up. */
export async function checkDatabase({ databaseUrl, dataDir }: Settings): Promise<Finding[]> {
  if (!databaseUrl && rightsProblem(dataDir, 'read')) return []; // which is said of the folder
  const file = databaseFile(dataDir);
  if (!databaseUrl && !existsSync(file))
    return [{ check: 'database', state: 'note', says: `none yet in ${dataDir}; the first start makes it` }];
  try {
    let emails: Finding[] = [];
    const look = async (db: Reader) => {
      emails = await checkEmails(db);
      return rowProblems(db);
    };
    const examination = databaseUrl ? await checkPostgres(databaseUrl, look) : await checkSqlite(file, look);
    const what = databaseUrl ? 'PostgreSQL' : `SQLite, ${sizeInWords(statSync(file).size)}`;
    return [
      ...findings('database', faults(examination), `${what}, version ${examination.version}, whole`),
      ...upgrade(examination),
      ...emails,
    ];
  } catch (error) {
    if (error instanceof DatabaseUnusable) return findings('database', [error.message], '');
    const where = databaseUrl ? 'The PostgreSQL database of DATABASE_URL' : file;
    return findings('database', [`${where} cannot be used: ${(error as Error).message}.`], '');
  }
}

function faults({ version, newest, problems }: Examination): string[] {
  return version > newest
    ? [`The database is at version ${version}, but this program knows only version ${newest}: use the newer program again.`, ...problems]
    : problems;
}

function upgrade({ version, newest }: Examination): Finding[] {
  if (version >= newest) return [];
  return [{ check: 'database', state: 'note', says: `at version ${version}; the next start brings it to version ${newest}` }];
}
