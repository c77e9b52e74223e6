import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shownAddress } from '../db/address.ts';
import { type Restored, restore as restoreFile } from '../db/backup.ts';
import { copyAll } from '../db/copy.ts';
import { databaseFile } from '../db/open.ts';
import { requireRights } from '../process/data-folder.ts';
import { readSettings } from '../settings.ts';
import { CommandFailure, command, print, printJson } from './command.ts';
import { countsInWords, secondsSince } from './figures.ts';
import { type Progress, showProgress } from './progress.ts';

const help = `Brings a backup back: what is in FILE becomes what the site holds. Stop the site first.

  dev-connector restore FILE [--force] [--json]

  --force   where the data folder has a database, put it aside under another name, and go on
  --json    what was restored, as JSON

It goes to the folder that DATA_DIR names (./data), or, where DATABASE_URL is set, to that PostgreSQL database, which must be empty.
A file that is damaged, or that a newer program made, is refused; one of an older program is brought up to date at the next
start. FILE stays as it is.`;

export const restore = command({
  help,
  words: ['FILE'],
  options: { force: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ force = false, json }, [file = '']) {
    const began = performance.now();
    const settings = readSettings();
    requireRights(settings, 'write');
    const { databaseUrl, dataDir } = settings;
    if (databaseUrl && force) throw new CommandFailure('--force is for a data folder. Name an empty PostgreSQL database instead.');
    const progress = showProgress();
    const work = databaseUrl ? toPostgres(file, databaseUrl, progress) : toFolder(file, databaseFile(dataDir), force, progress);
    const { version, rows, replaced } = await work.finally(progress.end);
    const target = databaseUrl ? shownAddress(databaseUrl) : resolve(databaseFile(dataDir));
    if (json) {
      printJson({ file: resolve(file), target, version, rows, ...(replaced && { replaced: resolve(replaced) }) });
      return undefined;
    }
    print(`Restored ${countsInWords(rows)} to ${databaseUrl ? target : dataDir} in ${secondsSince(began)}.`);
    if (replaced) print(`What was there before is now ${replaced}.`);
    return undefined;
  },
});

function toFolder(file: string, target: string, replace: boolean, progress: Progress): Promise<Restored> {
  return restoreFile(file, target, {
    replace,
    onProgress: (done, total) => (done < total ? progress('Copying', done, total) : progress('Checking')),
  });
}

async function toPostgres(file: string, url: string, progress: Progress): Promise<Restored> {
  const [copying, { fromSqlite }] = await Promise.all([import('../db/copy-postgres.ts'), import('../db/copy-sqlite.ts')]);
  // A backup of an older program is brought up to date on the way, and stays as it is: that happens to a copy.
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-restore-'));
  try {
    const copy = join(folder, 'copy.db');
    const contents = await restoreFile(file, copy);
    await copying.toPostgres(url, (target) =>
      fromSqlite(copy, (source) =>
        copyAll(source, target, (what, table, rows) => progress(`${what} ${table}, ${rows.toLocaleString('en')} rows`)),
      ),
    );
    return contents;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
