import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { shownAddress } from '../db/address.ts';
import { type Copied, copyAll, type OnRows, type Source, type Target } from '../db/copy.ts';
import { databaseFile } from '../db/open.ts';
import { readSettings, type Settings } from '../settings.ts';
import { command, print, printJson, UsageError } from './command.ts';
import { requireDatabase } from './database.ts';
import { countsInWords, secondsSince } from './figures.ts';
import { showProgress } from './progress.ts';

const help = `Copies everything that the site holds to another database, and compares every row of what arrived. Stop the site first.

  dev-connector move --to postgres://user@host/database
  DATABASE_URL=postgres://user@host/database dev-connector move --to sqlite:./data/dev-connector.db

  --to ADDRESS   where to: a postgres:// address, or sqlite: and the name of a file
  --json         rows and SHA-256 of each table, as JSON

It takes what the settings name: the PostgreSQL database of DATABASE_URL, or else the SQLite file in DATA_DIR. The target must be empty,
and gets all or nothing. What was there stays where it was. A password need not stand in the address: PGPASSWORD and ~/.pgpass
are understood, as by PostgreSQL's own programs.`;

export const move = command({
  help,
  options: { to: { type: 'string' }, json: { type: 'boolean' } },
  async run({ to, json }) {
    const began = performance.now();
    const target = readTarget(to);
    const settings = readSettings();
    requireDatabase(settings, 'write');
    const progress = showProgress();
    const tables = await copy(settings, target, (what, table, rows) =>
      progress(`${what} ${table}, ${rows.toLocaleString('en')} rows`),
    ).finally(progress.end);
    const shown = 'url' in target ? shownAddress(target.url) : target.file;
    if (json) {
      printJson({ to: shown, tables });
      return undefined;
    }
    const rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows]));
    print(`Moved ${countsInWords(rows)} to ${shown} in ${secondsSince(began)}; all ${Object.keys(tables).length} tables are equal.`);
    print(
      'url' in target
        ? `Start the site with DATABASE_URL set to that address. The file in ${settings.dataDir} is no longer used; keep it as a backup.`
        : 'Start the site without DATABASE_URL, and with DATA_DIR set to the folder of that file, named dev-connector.db.',
    );
    return undefined;
  },
});

type To = { url: string } | { file: string };

function readTarget(to: string | undefined): To {
  if (to === undefined) throw new UsageError('--to is missing: where shall it all go?');
  if (/^postgres(ql)?:\/\//.test(to)) return { url: to };
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(to)?.[1];
  if (file) return { file };
  throw new UsageError('--to is a postgres:// address, or sqlite: and the name of a file.');
}

async function copy({ databaseUrl, dataDir }: Settings, to: To, onRows: OnRows): Promise<Copied> {
  const postgres = await import('../db/copy-postgres.ts');
  const sqlite = await import('../db/copy-sqlite.ts');
  const from = (work: (source: Source) => Promise<Copied>) =>
    databaseUrl ? postgres.fromPostgres(databaseUrl, { alone: true }, work) : sqlite.fromSqlite(databaseFile(dataDir), work);
  if ('file' in to) mkdirSync(dirname(to.file), { recursive: true, mode: 0o700 }); // a data folder as the first start makes it
  const into = (work: (target: Target) => Promise<Copied>) =>
    'url' in to ? postgres.toPostgres(to.url, work) : sqlite.toSqlite(to.file, {}, work);
  // The target inside: it is kept or given up while the source is still held.
  return from((source) => into((target) => copyAll(source, target, onRows)));
}
