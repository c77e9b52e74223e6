import { existsSync, statSync } from 'node:fs';
import { readStored, SiteUnusable } from '../../features/site/store.ts';
import { checkPostgres, checkSqlite, type Examination } from '../../platform/db/check.ts';
import { DatabaseUnavailable, DatabaseUnusable, type Reader } from '../../platform/db/db.ts';
import { databaseFile } from '../../platform/db/open.ts';
import { rightsProblem } from '../../platform/process/data-folder.ts';
import { wrongDatabase } from '../../platform/process/known-database.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatSize } from '../figures.ts';
import { findInconsistentRows } from './accounting.ts';
import { checkEmails } from './emails.ts';
import { type Finding, findings } from './finding.ts';
import { checkJobs } from './jobs.ts';

/** Checks that the database is reachable, intact, consistent and of this program's version. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && rightsProblem(dataDir, 'read')) return []; // checkFolder reports this
  const file = databaseFile(dataDir);
  if (!databaseUrl && !existsSync(file)) {
    const wrong = wrongDatabase(settings, undefined);
    if (wrong) return findings('database', [wrong], '');
    return [{ check: 'database', state: 'note', message: `none in ${dataDir} yet; the first start creates it` }];
  }
  try {
    let rows: Finding[] = [];
    const notes: Finding[] = [];
    const checkRows = async (db: Reader) => {
      rows = [...(await checkEmails(db)), ...(await checkJobs(db))];
      return [...(await findInconsistentRows(db)), ...(await siteProblems(db))];
    };
    const examination = databaseUrl
      ? await checkPostgres(databaseUrl, checkRows)
      : await checkSqlite(file, checkRows, (message) => notes.push({ check: 'database', state: 'note', message }));
    const description = databaseUrl ? 'PostgreSQL' : `SQLite, ${formatSize(statSync(file).size)}`;
    const wrong = wrongDatabase(settings, examination);
    return [
      ...findings(
        'database',
        [...(wrong ? [wrong] : []), ...faults(examination)],
        `${description}, version ${examination.version}, intact`,
      ),
      ...upgrade(examination),
      ...(examination.notes ?? []).map((message): Finding => ({ check: 'database', state: 'note', message })),
      ...notes,
      ...rows,
    ];
  } catch (error) {
    if (error instanceof DatabaseUnusable || error instanceof DatabaseUnavailable) return findings('database', [error.message], '');
    const where = databaseUrl ? 'The PostgreSQL database of DATABASE_URL' : file;
    return findings('database', [`${where} cannot be used: ${(error as Error).message}.`], '');
  }
}

async function siteProblems(db: Reader): Promise<string[]> {
  try {
    await readStored(db);
    return [];
  } catch (error) {
    if (error instanceof SiteUnusable) return [error.message];
    throw error;
  }
}

function faults({ version, newest, problems }: Examination): string[] {
  return version > newest
    ? [`The database is at version ${version}, but this program knows only version ${newest}. Start the newer program again.`, ...problems]
    : problems;
}

function upgrade({ version, newest }: Examination): Finding[] {
  if (version >= newest) return [];
  return [{ check: 'database', state: 'note', message: `version ${version}; the next start upgrades it to version ${newest}` }];
}
