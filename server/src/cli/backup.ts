import { resolve } from 'node:path';
import { backUp } from '../db/backup.ts';
import { copyAll } from '../db/copy.ts';
import { databaseFile } from '../db/open.ts';
import { inspect } from '../db/sqlite-file.ts';
import { readSettings, type Settings } from '../settings.ts';
import { command, print, printJson } from './command.ts';
import { requireDatabase } from './database.ts';
import { countsInWords, secondsSince, sizeInWords } from './figures.ts';
import { type Progress, showProgress } from './progress.ts';

const help = `Copies everything that the site holds to one file, as it is at this moment. The site goes on meanwhile.

  dev-connector backup FILE [--force] [--json]

  --force   replace FILE where it is there already
  --json    what was copied, as JSON

FILE is a SQLite database, also where the site runs on PostgreSQL. It is read through and checked before it takes its name, so a file
of that name is a whole backup. It holds e-mail addresses and password hashes: its owner alone may read it, and
who keeps it elsewhere should encrypt it. "dev-connector restore FILE" brings it back.`;

export const backup = command({
  help,
  words: ['FILE'],
  options: { force: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ force = false, json }, [file = '']) {
    const began = performance.now();
    const settings = readSettings();
    requireDatabase(settings, 'read');
    const progress = showProgress();
    const { version, rows, bytes } = await copy(settings, file, force, progress).finally(progress.end);
    if (json) printJson({ file: resolve(file), bytes, version, rows });
    else print(`Backed up ${countsInWords(rows)} to ${file} (${sizeInWords(bytes)}, checked) in ${secondsSince(began)}.`);
    return undefined;
  },
});

async function copy({ databaseUrl, dataDir }: Settings, file: string, replace: boolean, progress: Progress) {
  const onProgress = (done: number, total: number) => progress(done < total ? 'Copying' : 'Checking', done, done < total ? total : 0);
  if (!databaseUrl) return backUp(databaseFile(dataDir), file, { replace, onProgress });
  const [{ fromPostgres }, { toSqlite }] = await Promise.all([import('../db/copy-postgres.ts'), import('../db/copy-sqlite.ts')]);
  await toSqlite(file, { replace }, (target) =>
    fromPostgres(databaseUrl, { alone: false }, (source) =>
      copyAll(source, target, (what, table, rows) => progress(`${what} ${table}, ${rows.toLocaleString('en')} rows`)),
    ),
  );
  return inspect(file);
}
