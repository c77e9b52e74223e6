import pg from 'pg';
import type { Row, Source, Target } from './copy.ts';
import { DatabaseUnusable } from './db.ts';
import { ourMigrations, readMigrations } from './migrations.ts';
import { dialect, openPostgres } from './postgres.ts';

const portion = 2000; // rows

/** Notes what migrations were run; not data. */
const bookkeeping = 'schema_version';

/** Lends one state of a database to `work`. `alone` refuses one that others are connected to, who could write what would stay behind. */
export function fromPostgres<T>(url: string, { alone }: { alone: boolean }, work: (source: Source) => Promise<T>): Promise<T> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await refuseOtherVersion(client);
    if (alone) await refuseOthers(client);
    return work(end(client));
  });
}

/** Lends an empty database to `work`, with the tables that it needs; its rows are kept when `work` is done, and none of them when it throws. */
export async function toPostgres<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  await (await openPostgres(url, { connections: 1 })).close(); // makes the tables
  return connected(url, async (client) => {
    await client.query('begin');
    const target = end(client);
    const names = (await target.tables()).map(({ name }) => pg.escapeIdentifier(name));
    await client.query(`lock table ${names.join(', ')} in share row exclusive mode`); // nobody writes to it until it is full
    const result = await work(target);
    await client.query('commit');
    return result;
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
  };
  const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: 5000, application_name: 'dev-connector copy' });
  client.on('error', () => {}); // the query under way fails of it, and says so
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    // A file that cannot be written is no fault of the database's.
    if (error instanceof DatabaseUnusable || (error as NodeJS.ErrnoException).syscall === 'open') throw error;
    throw new DatabaseUnusable(`The PostgreSQL database cannot be used: ${(error as Error).message}.`, { cause: error });
  } finally {
    await client.end(); // undoes what is not committed
  }
}

async function refuseOtherVersion(client: pg.Client): Promise<void> {
  const newest = readMigrations(dialect, ourMigrations).at(-1)?.version;
  const there = await client.query(`select to_regclass('${bookkeeping}') is not null as known`);
  if (!there.rows[0].known) throw new DatabaseUnusable('The PostgreSQL database is no database of Dev Connector.');
  const { version } = (await client.query(`select max(version)::int as version from ${bookkeeping}`)).rows[0];
  if (version !== newest)
    throw new DatabaseUnusable(
      `The PostgreSQL database is at version ${version}, and this program at version ${newest}. Use the program that the site runs on.`,
    );
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  const { others } = rows[0];
  if (others > 0)
    throw new DatabaseUnusable(
      `The PostgreSQL database is in use by ${others} other ${others === 1 ? 'connection' : 'connections'}: stop the site first.`,
    );
}

function end(client: pg.Client): Target {
  const types = new Map<string, string[]>();
  return {
    async tables() {
      const { rows } = await client.query(listing, [bookkeeping]);
      for (const { name, types: of } of rows) types.set(name, of);
      return rows.map(({ name, columns, refers_to }) => ({ name, columns, refersTo: refers_to }));
    },
    async *rows({ name, columns }) {
      await client.query(`declare copied no scroll cursor for select ${listed(columns)} from ${pg.escapeIdentifier(name)}`);
      for (;;) {
        const { rows } = await client.query<Row>({ text: `fetch ${portion} from copied`, rowMode: 'array' });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close copied');
    },
    async insert({ name, columns }, rows) {
      // One array a column: as many rows as one likes with one statement of constant text.
      const arrays = columns.map((_, column) => rows.map((row) => row[column]));
      const unnested = (types.get(name) ?? []).map((type, column) => `$${column + 1}::${type}[]`).join(', ');
      await client.query({
        name: `copy ${name}`,
        text: `insert into ${pg.escapeIdentifier(name)} (${listed(columns)}) select * from unnest(${unnested})`,
        values: arrays,
      });
    },
  };
}

const listed = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Tables with their stored columns by name, the columns' types, and the tables referred to. */
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
