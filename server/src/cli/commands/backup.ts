import { resolve } from 'node:path';
import { backUp } from '../../platform/db/backup.ts';
import { copyAll } from '../../platform/db/copy.ts';
import { databaseFile } from '../../platform/db/open.ts';
import { inspect } from '../../platform/db/sqlite/file.ts';
import { printNote } from '../../platform/log/escape.ts';
import { siteEnvironment } from '../../platform/process/settings-file.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { command, output } from '../command.ts';
import { requireDatabase } from '../database.ts';
import { formatCounts, formatElapsed, formatSize } from '../figures.ts';
import { type Progress, showProgress } from '../progress.ts';

const help = `Copies all data of the site to one file, as a consistent snapshot. The site can keep running.

  dev-connector backup FILE [--force] [--json]

  --force   replace FILE if it exists
  --json    print a summary as JSON

FILE is a SQLite database, even if the site uses PostgreSQL. It is checked before it gets its final name, so a file of that name is
a complete backup. It contains e-mail addresses and password hashes: only its owner can read it, and copies elsewhere should be
encrypted. To restore it, run "dev-connector restore FILE".`;

export const backup = command({
  help,
  positionals: ['FILE'],
  options: { force: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ force = false, json }, [file = '']) {
    const start = performance.now();
    const settings = readSettings(siteEnvironment());
    requireDatabase(settings, 'read');
    const progress = showProgress();
    const { version, rows, bytes, movedTo } = await copy(settings, file, force, progress).finally(progress.end);
    const text = `Backed up ${formatCounts(rows)} to ${file} (${formatSize(bytes)}, checked) in ${formatElapsed(start)}.`;
    if (movedTo) printNote(`The data of this database was moved to ${movedTo}. This backup has the data from before the move.`);
    output(json, { file: resolve(file), bytes, version, rows, movedTo }, text);
  },
});

async function copy({ databaseUrl, dataDir }: Settings, file: string, replace: boolean, progress: Progress) {
  const onProgress = (done: number, total: number) => progress(done < total ? 'Copying' : 'Checking', done, done < total ? total : 0);
  if (!databaseUrl) return backUp(databaseFile(dataDir), file, { replace, onProgress, onNote: printNote });
  const [{ fromPostgres }, { toSqlite }] = await Promise.all([
    import('../../platform/db/postgres/copy.ts'),
    import('../../platform/db/sqlite/copy.ts'),
  ]);
  const movedTo = await toSqlite(file, { replace }, (target) =>
    fromPostgres(databaseUrl, { alone: false }, async (source) => {
      await copyAll(source, target, (action, table, rows) => progress(`${action} ${table}, ${rows.toLocaleString('en')} rows`));
      return (await source.identity()).moved_to;
    }),
  );
  return { ...inspect(file), movedTo };
}
