import pg from 'pg';
import { DatabaseUnusable } from '../db.ts';
import type { Ask } from './schema.ts';

const name = pg.escapeIdentifier;

/** Throws a DatabaseUnusable with the GRANTs for the tables and sequences that the role cannot use. */
export async function requireTableRights(ask: Ask): Promise<void> {
  const { rows } = await ask(lacking);
  if (rows.length === 0) return;
  const { role, schema } = rows[0];
  const byRights = Map.groupBy(rows, ({ kind, rights }) => `${rights} on ${kind === 'S' ? 'sequence' : 'table'}`);
  const grants = Array.from(byRights, ([rights, objects]) => {
    const isAll = objects.length === objects[0].total;
    const named = isAll
      ? rights.replace(/(table|sequence)$/, `all $1s in schema ${name(schema)}`)
      : `${rights} ${objects.map((object) => `${name(schema)}.${name(object.name)}`).join(', ')}`;
    return `grant ${named} to ${name(role)};`;
  });
  throw new DatabaseUnusable(
    `The role "${role}" lacks rights in the PostgreSQL database. Run as the owner of the tables: ${grants.join(' ')}`,
  );
}

/** Throws a DatabaseUnusable if the role cannot run migrations: it must create tables, and own those that exist. */
export async function requireMigrationRights(ask: Ask): Promise<void> {
  const problem = await migrationRightsProblem(ask);
  if (problem) throw new DatabaseUnusable(problem);
}

/** Returns the rights that the role lacks to run migrations, as a sentence with the GRANTs; undefined if it lacks none. */
export async function migrationRightsProblem(ask: Ask): Promise<string | undefined> {
  const { rows } = await ask(migrating);
  const { role, schema, database, creates, temporary, owner, transfers } = rows[0];
  const grants = [
    ...(creates ? [] : [`grant create on schema ${name(schema)} to ${name(role)};`]),
    ...(temporary ? [] : [`grant temporary on database ${name(database)} to ${name(role)};`]),
    ...(transfers ?? (owner === null ? [] : [`grant ${name(owner)} to ${name(role)};`])),
  ];
  if (grants.length === 0) return undefined;
  return `The tables of the PostgreSQL database must be created or upgraded, but the role "${role}" lacks rights. Run as a superuser or the owner: ${grants.join(' ')}`;
}

/** The owner of the tables. Objects of others, such as the tables of another program, are not those of the site. */
const ownerOfTables = "(select relowner from pg_class where oid = to_regclass('schema_version'))";

/**
 * Lists tables, views and sequences with the rights that the role lacks, and the number of objects of the kind. Leaves out those of extensions, and the sequences of
 * identity columns, which need no right.
 */
const lacking = `
  select kind, name, rights, total, current_user as role, current_schema() as schema from (
    select c.relname as name, case when c.relkind = 'S' then 'S' else 'r' end as kind,
      count(*) over (partition by c.relkind = 'S')::int as total,
      concat_ws(', ',
        case when c.relkind <> 'S' and not has_table_privilege(c.oid, 'select') then 'select' end,
        case when c.relkind in ('r', 'p') and c.relname <> 'schema_version' and not has_table_privilege(c.oid, 'insert') then 'insert' end,
        case when c.relkind in ('r', 'p') and c.relname <> 'schema_version' and not has_table_privilege(c.oid, 'update') then 'update' end,
        case when c.relkind in ('r', 'p') and c.relname <> 'schema_version' and not has_table_privilege(c.oid, 'delete') then 'delete' end,
        case when c.relkind = 'S' and not has_sequence_privilege(c.oid, 'usage') then 'usage' end) as rights
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and c.relowner = ${ownerOfTables}
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i'))
  ) listed where rights <> '' order by name`;

/** Returns the owner of the tables if the role is not a member of it. If that is a superuser, `transfers` has the statements that change the owner instead. */
const migrating = `
  select current_user as role, current_schema() as schema, current_database() as database,
    has_schema_privilege(current_schema(), 'create') as creates, has_database_privilege(current_database(), 'temporary') as temporary,
    owned.owner, owned.transfers
  from (values (true)) one left join lateral (
    select r.rolname::text as owner,
      case when r.rolsuper then array(
        select format('alter %s %I.%I owner to %I;', case c.relkind when 'v' then 'view' else 'table' end, current_schema(), c.relname, current_user)
        from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and c.relowner = r.oid order by c.relname
      ) end as transfers
    from pg_roles r where r.oid = ${ownerOfTables} and not pg_has_role(r.oid, 'usage')
  ) owned on true`;
