import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Restored, restore as restoreFile } from '../../platform/db/backup.ts';
import { copyAll } from '../../platform/db/copy.ts';
import { databaseFile } from '../../platform/db/open.ts';
import { redactUrl } from '../../platform/db/redact-url.ts';
import { temporaryFolder } from '../../platform/db/temporary-folder.ts';
import { printNote } from '../../platform/log/escape.ts';
import { requireRights } from '../../platform/process/data-folder.ts';
import { forgetDatabase } from '../../platform/process/known-database.ts';
import { siteEnvironment } from '../../platform/process/settings-file.ts';
import { readSettings } from '../../platform/settings.ts';
import { CommandFailure, command, print, printJson } from '../command.ts';
import { formatCounts, formatElapsed } from '../figures.ts';
import { type Progress, showProgress } from '../progress.ts';

const help = `Restores a backup: replaces the site's data with the contents of FILE. Stop the site first.

  dev-connector restore FILE [--force] [--json]

  --force   rename an existing database in the data folder and continue
  --json    print a summary as JSON

Restores to the folder DATA_DIR (default ./data), or to the PostgreSQL database DATABASE_URL if that is set, which must be empty.
Rejects files that are damaged or were created by a newer program. The next start upgrades a backup of an older program. FILE is not
changed.`;

export const restore = command({
  help,
  positionals: ['FILE'],
  options: { force: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ force = false, json }, [file = '']) {
    const start = performance.now();
    const settings = readSettings(siteEnvironment());
    requireRights(settings, 'write');
    const { databaseUrl, dataDir } = settings;
    if (databaseUrl && force) throw new CommandFailure('--force works only with a data folder. Use an empty PostgreSQL database instead.');
    const progress = showProgress();
    const work = databaseUrl ? toPostgres(file, databaseUrl, progress) : toFolder(file, databaseFile(dataDir), force, progress);
    const { version, rows, replaced } = await work.finally(progress.end);
    forgetDatabase(dataDir);
    const target = databaseUrl ? redactUrl(databaseUrl) : resolve(databaseFile(dataDir));
    if (json) {
      printJson({ file: resolve(file), target, version, rows, ...(replaced && { replaced: resolve(replaced) }) });
      return;
    }
    print(`Restored ${formatCounts(rows)} to ${databaseUrl ? target : dataDir} in ${formatElapsed(start)}.`);
    if (replaced) print(`Renamed the previous database to ${replaced}.`);
  },
});

function toFolder(file: string, target: string, replace: boolean, progress: Progress): Promise<Restored> {
  return restoreFile(file, target, {
    replace,
    onNote: printNote,
    onProgress: (done, total) => (done < total ? progress('Copying', done, total) : progress('Checking')),
  });
}

async function toPostgres(file: string, url: string, progress: Progress): Promise<Restored> {
  const [copying, { fromSqlite }] = await Promise.all([
    import('../../platform/db/postgres/copy.ts'),
    import('../../platform/db/sqlite/copy.ts'),
  ]);
  // Work on a copy, because a backup of an older program is upgraded before its rows are copied.
  const folder = mkdtempSync(join(temporaryFolder(), 'dev-connector-restore-'));
  try {
    const copy = join(folder, 'copy.db');
    const contents = await restoreFile(file, copy, { onNote: printNote });
    await copying.toPostgres(url, (target) =>
      fromSqlite(copy, (source) =>
        copyAll(source, target, (action, table, rows) => progress(`${action} ${table}, ${rows.toLocaleString('en')} rows`)),
      ),
    );
    return contents;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
