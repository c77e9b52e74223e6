import pg from 'pg';
import { batchSizeOf, type Source, type Target } from '../copy.ts';
import { DatabaseUnusable } from '../db.ts';
import { selectIdentity } from '../identity.ts';
import { type Migration, ourMigrations, readMigrations } from '../migrations.ts';
import { refuseAltered } from '../schema.ts';
import { connected, type Send } from './client.ts';
import { dialect, openPostgres } from './postgres.ts';
import { isStandby, postgresDifferences } from './schema.ts';

const application = 'dev-connector copy';

/** Lists the migrations that have run; not copied. */
const versionTable = 'schema_version';

/** Runs `work` on a snapshot of a database. With `alone`, throws if other clients are connected, because their later writes would not be copied. */
export function fromPostgres<T>(url: string, { alone }: { alone: boolean }, work: (source: Source) => Promise<T>): Promise<T> {
  const migrations = readMigrations(dialect, ourMigrations);
  return connected(url, application, async (send) => {
    if (!(await isStandby(send))) await refuseAlteration(send, migrations); // the comparison creates temporary tables
    await send('begin isolation level repeatable read read only');
    await refuseOtherVersion(send, migrations);
    if (alone) await refuseOthers(send);
    return work(endpoint(send));
  });
}

/** Creates the tables and runs `work` on them in a transaction, which is rolled back if `work` throws. */
export async function toPostgres<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  await (await openPostgres(url)).close(); // creates the tables
  return connected(url, application, async (send) => {
    await refuseAlteration(send, readMigrations(dialect, ourMigrations));
    await send('begin');
    const target = endpoint(send);
    const names = (await target.tables()).map(({ name }) => pg.escapeIdentifier(name));
    await send(`lock table ${names.join(', ')} in share row exclusive mode`); // blocks other writers until the copy is committed
    const result = await work(target);
    await send('commit');
    await send('analyze'); // the next automatic one may be a minute away
    return result;
  });
}

async function refuseOtherVersion(send: Send, migrations: Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.version;
  const lookup = await send(`select to_regclass('${versionTable}') is not null as known`);
  if (!lookup.rows[0].known) throw new DatabaseUnusable('The PostgreSQL database was not created by Dev Connector.');
  const { version } = (await send(`select max(version)::int as version from ${versionTable}`)).rows[0];
  if (version !== newest)
    throw new DatabaseUnusable(
      `The PostgreSQL database is at version ${version}, but this program is at version ${newest}. Use the same version as the site.`,
    );
}

/** Compares the schema in a separate transaction that is rolled back, because the comparison creates temporary tables. */
async function refuseAlteration(send: Send, migrations: Migration[]): Promise<void> {
  await send('begin isolation level read committed read write');
  await refuseOtherVersion(send, migrations);
  refuseAltered('the PostgreSQL database', await postgresDifferences(send, migrations, migrations.at(-1)?.version ?? 0));
  await send('rollback');
}

async function refuseOthers(send: Send): Promise<void> {
  const { rows } = await send(
    "select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  const { others } = rows[0];
  if (others > 0)
    throw new DatabaseUnusable(
      `The PostgreSQL database is in use by ${others} other ${others === 1 ? 'connection' : 'connections'}: stop the site first.`,
    );
}

function endpoint(send: Send): Target {
  const types = new Map<string, string[]>();
  return {
    async tables() {
      const { rows } = await send(listing, [versionTable]);
      for (const { name, types: of } of rows) types.set(name, of);
      return rows.map(({ name, columns, refers_to }) => ({ name, columns, refersTo: refers_to }));
    },
    async *rows(table) {
      const { name, columns } = table;
      await send(`declare copied no scroll cursor for select ${listed(columns)} from ${pg.escapeIdentifier(name)}`);
      for (;;) {
        const { rows } = await send({ text: `fetch ${batchSizeOf(table)} from copied`, rowMode: 'array' });
        if (rows.length === 0) break;
        yield rows;
      }
      await send('close copied');
    },
    identity: async () => (await send(selectIdentity)).rows[0],
    async markMoved(to) {
      await send('rollback');
      await send('update database_identity set moved_to = $1, moved_at = $2', [to, Date.now()]);
    },
    async insert({ name, columns }, rows) {
      // One array per column, so that one prepared statement inserts any number of rows.
      const arrays = columns.map((_, column) => rows.map((row) => row[column]));
      const unnested = (types.get(name) ?? []).map((type, column) => `$${column + 1}::${type}[]`).join(', ');
      await send({
        name: `copy ${name}`,
        text: `insert into ${pg.escapeIdentifier(name)} (${listed(columns)}) select * from unnest(${unnested})`,
        values: arrays,
      });
    },
  };
}

const listed = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Lists the tables with their stored columns, the column types, and the referenced tables. */
const listing = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attname collate "C") as columns,
    array_agg(format_type(a.atttypid, null) order by a.attname collate "C") as types,
    array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f') as refers_to
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> $1
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relname order by c.relname`;
