import { dirname, resolve } from 'node:path';
import { type Copied, copyAll, type OnRows, type Source, type Target } from '../../platform/db/copy.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { databaseFile } from '../../platform/db/open.ts';
import { redactUrl } from '../../platform/db/redact-url.ts';
import { printNote } from '../../platform/log/escape.ts';
import { rememberDatabase, shownDatabase } from '../../platform/process/known-database.ts';
import { siteEnvironment } from '../../platform/process/settings-file.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { CommandFailure, command, print, printJson, UsageError } from '../command.ts';
import { requireDatabase } from '../database.ts';
import { formatCounts, formatElapsed } from '../figures.ts';
import { showProgress } from '../progress.ts';

const help = `Copies all data of the site to another database and verifies every row. Stop the site first.

  dev-connector move --to postgres://user@host/database
  DATABASE_URL=postgres://user@host/database dev-connector move --to sqlite:./data/dev-connector.db

  --to ADDRESS   target: a postgres:// address, or sqlite: followed by a file name
  --json         print the rows and the SHA-256 of each table as JSON

The source is the PostgreSQL database of DATABASE_URL if that is set, or else the SQLite file in DATA_DIR. It is marked as moved, so that no
site starts on it by mistake; "dev-connector adopt" undoes this. The target must be empty. If the command fails, the target stays empty. The address can omit the password: PGPASSWORD and ~/.pgpass are used,
as by PostgreSQL's own programs.`;

export const move = command({
  help,
  options: { to: { type: 'string' }, json: { type: 'boolean' } },
  async run({ to, json }) {
    const start = performance.now();
    const target = readTarget(to);
    const settings = readSettings(siteEnvironment());
    requireDatabase(settings, 'read');
    const progress = showProgress();
    const shown = 'url' in target ? redactUrl(target.url) : resolve(target.file);
    const tables = await copy(settings, target, shown, (action, table, rows) =>
      progress(`${action} ${table}, ${rows.toLocaleString('en')} rows`),
    ).finally(progress.end);
    if (json) {
      printJson({ to: shown, tables });
      return;
    }
    const rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows]));
    print(`Copied ${formatCounts(rows)} to ${shown} in ${formatElapsed(start)}; verified all ${Object.keys(tables).length} tables.`);
    print(
      'url' in target
        ? `Start the site with DATABASE_URL set to that address. The file in ${settings.dataDir} is no longer used; keep it as a backup.`
        : 'Name the file dev-connector.db, set DATA_DIR to its folder, and start the site without DATABASE_URL.',
    );
  },
});

type MoveTarget = { url: string } | { file: string };

function readTarget(to: string | undefined): MoveTarget {
  if (to === undefined) throw new UsageError('--to is missing. Set it to the address of the target database.');
  if (/^postgres(ql)?:\/\//.test(to)) return { url: to };
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(to)?.[1];
  if (file) return { file };
  throw new UsageError('--to must be a postgres:// address, or sqlite: followed by a file name.');
}

async function copy({ databaseUrl, dataDir }: Settings, to: MoveTarget, shown: string, onRows: OnRows): Promise<Copied> {
  const postgres = await import('../../platform/db/postgres/copy.ts');
  const sqlite = await import('../../platform/db/sqlite/copy.ts');
  const from = <T>(work: (source: Source) => Promise<T>) =>
    databaseUrl ? postgres.fromPostgres(databaseUrl, { alone: true }, work) : sqlite.fromSqlite(databaseFile(dataDir), work, printNote);
  if ('file' in to) makeFolder(dirname(to.file));
  const into = <T>(work: (target: Target) => Promise<T>) =>
    'url' in to ? postgres.toPostgres(to.url, work) : sqlite.toSqlite(to.file, {}, work);
  // Commit or discard the target while the source is still locked.
  return from(async (source) => {
    const { moved_to: movedTo } = await source.identity();
    if (movedTo)
      throw new CommandFailure(
        `${shownDatabase({ databaseUrl, dataDir })} was already moved to ${movedTo}, which may have newer data. To move this state again, first run: dev-connector adopt`,
      );
    const { tables, id } = await into(async (target) => ({
      tables: await copyAll(source, target, onRows),
      id: (await target.identity()).id,
    }));
    try {
      await source.markMoved(shown);
    } catch (error) {
      printNote(`The source could not be marked as moved (${(error as Error).message}). Make sure that no site starts on it again.`);
    }
    try {
      rememberDatabase(dataDir, { id, shown });
    } catch (error) {
      printNote(`The data folder could not note the new database (${(error as Error).message}).`);
    }
    return tables;
  });
}
