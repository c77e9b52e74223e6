import type pg from 'pg';
import type { DatabaseState } from '../db.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../db.ts';
import { identityTable, selectIdentity } from '../identity.ts';
import type { Migration } from '../migrations.ts';
import { differences, type SchemaObject } from '../schema.ts';

/** Sends a query on one connection. */
export type Ask = (query: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Lists the migrations that have run. */
export const versionTable = 'create table if not exists schema_version (version integer not null)';

/** Reads version and identity, without the need for current migrations or tables. */
export async function readPostgresState(ask: Ask): Promise<DatabaseState> {
  const has = async (table: string) => (await ask('select to_regclass($1) is not null as known', [table])).rows[0].known;
  if (!(await has('schema_version'))) return { version: 0, identity: undefined };
  const { version } = (await ask('select coalesce(max(version), 0) as version from schema_version')).rows[0];
  return { version, identity: (await has(identityTable)) ? (await ask(selectIdentity)).rows[0] : undefined };
}

/** Whether the server is a standby, which cannot be written. */
export const isStandby = async (ask: Ask): Promise<boolean> => (await ask('select pg_is_in_recovery() as standby')).rows[0].standby;

/** Reads the catalogue of the current schema, in the open transaction. */
async function readCatalogue(ask: Ask): Promise<SchemaObject[]> {
  return (await ask(catalogue)).rows;
}

/**
 * Returns the catalogue that the migrations up to `version` create. Runs them on temporary tables in an open read-write transaction and rolls them back, so no
 * other session sees or waits for them.
 */
async function expectedCatalogue(ask: Ask, migrations: Migration[], version: number): Promise<SchemaObject[]> {
  await ask('savepoint before_schema');
  await ask('set local search_path = pg_temp');
  await ask(versionTable);
  for (const step of migrations) if (step.version <= version && step.sql) await ask(step.sql);
  const objects = await readCatalogue(ask);
  await ask('rollback to savepoint before_schema');
  return objects;
}

/** Compares the current schema with the result of the migrations up to `version`. Needs an open read-write transaction. */
export async function postgresDifferences(ask: Ask, migrations: Migration[], version: number): Promise<string[]> {
  const found = await readCatalogue(ask);
  return differences(found, await expectedCatalogue(ask, migrations, version), version);
}

/** Throws if the database or the role is unsuitable: an encoding other than UTF-8, no write access, or a `search_path` that hides the tables. */
export async function refuseUnfit(ask: Ask, { standby: acceptsStandby = false } = {}): Promise<void> {
  const { rows } = await ask(`
    select current_setting('server_encoding') as server, pg_is_in_recovery() as standby,
      current_setting('default_transaction_read_only') as read_only, current_schema() as first, current_setting('search_path') as path,
      (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('schema_version')) as used`);
  const { server, standby, read_only: readOnly, first, path, used } = rows[0];
  if (standby && !acceptsStandby)
    throw new DatabaseUnavailable('The PostgreSQL server is a read-only standby: set DATABASE_URL to the primary, or promote the server.');
  if (readOnly === 'on')
    throw new DatabaseUnusable('PostgreSQL has default_transaction_read_only = on for this database or role: turn it off.');
  if (first === null)
    throw new DatabaseUnusable(`No schema of search_path (${path}) exists for this role: create one, or change search_path.`);
  if (used !== null && used !== first)
    throw new DatabaseUnusable(
      `The tables are in the PostgreSQL schema "${used}", but search_path (${path}) puts the schema "${first}" before it: set search_path to "${used}" for this role.`,
    );
  if (server !== 'UTF8')
    throw new DatabaseUnusable(
      `The PostgreSQL database stores text as ${server}, and must as UTF8: create it with "create database … encoding 'UTF8' template template0".`,
    );
}

/**
 * Lists all objects in the current schema except those of extensions. Omits the schema name, which differs for temporary tables, and NOT NULL constraints, which
 * only newer servers list separately from the columns.
 */
const catalogue = `
  with space as (select current_schema()::regnamespace::oid as oid),
  own as (
    select c.* from pg_class c, space where c.relnamespace = space.oid
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))
  select case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' when 'f' then 'foreign table' else 'type' end as kind,
    c.relname::text as name, null as "table",
    concat_ws(' ', case c.relpersistence when 'u' then 'unlogged' end, case when c.relrowsecurity then 'row security' end,
      case when c.relforcerowsecurity then 'forced' end, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end) as definition
  from own c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
  union all
  select 'column', a.attname::text, c.relname::text,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, l.collname::text,
      'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attgenerated::text, ''), nullif(a.attidentity::text, ''))
  from own c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
  where c.relkind in ('r', 'p', 'f')
  union all
  select 'index', i.relname::text, c.relname::text,
    concat_ws(' ', replace(replace(pg_get_indexdef(i.oid), ' ON pg_temp.', ' ON '), ' ON ' || quote_ident(n.nspname) || '.', ' ON '),
      case when not x.indisvalid then 'invalid' end)
  from own c join pg_namespace n on n.oid = c.relnamespace join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
  where c.relkind in ('r', 'p')
  union all
  select 'constraint', k.conname::text, c.relname::text, concat_ws(' ', pg_get_constraintdef(k.oid), case when not k.convalidated then 'not valid' end)
  from own c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
  union all
  select 'trigger', t.tgname::text, c.relname::text, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled::text)
  from own c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all
  select 'disabled check of', k.conname::text, c.relname::text, string_agg(t.tgenabled::text, '')
  from own c join pg_trigger t on t.tgrelid = c.oid join pg_constraint k on k.oid = t.tgconstraint
  where t.tgisinternal and t.tgenabled <> 'O' group by k.conname, c.relname
  union all
  select 'rule', r.rulename::text, c.relname::text, pg_get_ruledef(r.oid)
  from own c join pg_rewrite r on r.ev_class = c.oid where r.rulename <> '_RETURN'
  union all
  select 'policy', p.polname::text, c.relname::text, concat_ws(' ', p.polcmd::text, pg_get_expr(p.polqual, p.polrelid))
  from own c join pg_policy p on p.polrelid = c.oid
  union all
  select 'inheriting table', h.inhrelid::regclass::text, c.relname::text, '' from own c join pg_inherits h on h.inhparent = c.oid
  union all
  select 'function', p.proname::text, null, pg_get_function_identity_arguments(p.oid)
  from pg_proc p, space where p.pronamespace = space.oid
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select 'operator', o.oprname::text, null, '' from pg_operator o, space where o.oprnamespace = space.oid
    and not exists (select from pg_depend d where d.classid = 'pg_operator'::regclass and d.objid = o.oid and d.deptype = 'e')`;
