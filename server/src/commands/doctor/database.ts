import { existsSync, statSync } from 'node:fs';
import { rightsProblem } from '../../data-rights.ts';
import { DatabaseUnusable } from '../../db/db.ts';
import { type Examination, examinePostgres, examineSqlite } from '../../db/examine.ts';
import { databaseFile } from '../../db/open.ts';
import type { Settings } from '../../settings.ts';
import { rowProblems } from '../../store/accounting.ts';
import { sizeInWords } from '../figures.ts';
import { type Finding, findings } from './finding.ts';

/** The database: whether it answers, is whole, is of this program's version, and whether what it holds adds up. */
export async function checkDatabase({ databaseUrl, dataDir }: Settings): Promise<Finding[]> {
  if (!databaseUrl && rightsProblem(dataDir, 'read')) return []; // which is said of the folder
  const file = databaseFile(dataDir);
  if (!databaseUrl && !existsSync(file))
    return [{ check: 'database', state: 'note', says: `none yet in ${dataDir}; the first start makes it` }];
  try {
    const examination = databaseUrl ? await examinePostgres(databaseUrl, rowProblems) : await examineSqlite(file, rowProblems);
    const what = databaseUrl ? 'PostgreSQL' : `SQLite, ${sizeInWords(statSync(file).size)}`;
    return [...findings('database', faults(examination), `${what}, version ${examination.version}, whole`), ...upgrade(examination)];
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
