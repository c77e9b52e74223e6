import { expect, inject, test } from 'vitest';
import { openDb } from '../../src/platform/db/open.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { newId } from '../../src/platform/id.ts';
import { openSiteDatabase, rememberDatabase } from '../../src/platform/process/known-database.ts';
import { onCleanup } from '../cleanup.ts';
import { withLaterMigration } from '../migrations.ts';
import { query } from '../postgres.ts';
import { runHere } from '../program.ts';
import { createDatabase } from '../site.ts';

/** Creates a role for a new database. Returns the URL for it, and a function that runs statements as the owner. */
async function roleOn(migrated: boolean) {
  const { databaseUrl, dataDir } = await createDatabase({ migrated });
  const url = String(databaseUrl);
  const role = `reader_${newId().replaceAll('-', '')}`;
  const admin = (sql: string) => query(url, sql.replaceAll('ROLE', role));
  await admin('create role ROLE login');
  onCleanup(() => query(inject('postgresUrl'), `drop role ${role}`));
  onCleanup(() => admin('drop owned by ROLE cascade'));
  return { settings: { dataDir, databaseUrl: url.replace('user=postgres', `user=${role}`) }, admin };
}

/** Expects that start and doctor refuse the role, and returns the GRANTs of the message. */
async function refused(settings: { dataDir: string; databaseUrl: string }, admin: (sql: string) => Promise<unknown>): Promise<string> {
  const error: Error = await openDb(settings).then(
    (db) => db.close().then(() => new Error('opened')),
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ name: 'DatabaseUnusable', message: expect.stringContaining('grant ') });
  const { code, out } = await runHere(['doctor', '--offline'], {
    DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl,
    PORT: '0',
  });
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(error.message) });
  const grants = error.message.slice(error.message.indexOf(': grant ') + 2);
  await admin(grants);
  return grants;
}

test('a role without rights on tables is refused with the GRANT that helps', async () => {
  const { settings, admin } = await roleOn(true);
  expect(await refused(settings, admin)).toMatch(/grant select, insert, update, delete on table/);
  await (await openDb(settings)).close(); // without the right to create tables, because none is missing
});

test('a role without one right on one table or sequence is refused with the GRANT that helps', async () => {
  const { settings, admin } = await roleOn(true);
  await admin('grant all on all tables in schema public to ROLE; revoke update on posts from ROLE; create sequence extra');
  expect(await refused(settings, admin)).toMatch(
    /^grant usage on all sequences in schema "public" to "[^"]+"; grant update on table "public"."posts" to "[^"]+";$/,
  );
  await (await openDb(settings)).close();
});

test('a role that may not create tables is refused while a migration is pending', async () => {
  const { settings, admin } = await roleOn(false);
  expect(await refused(settings, admin)).toMatch(/^grant create on schema "public" to "[^"]+";$/);
  await (await openDb(settings)).close();
});

test('a database that is not that of the site is refused without asking for rights', async () => {
  const { settings } = await roleOn(false);
  rememberDatabase(settings.dataDir, { id: 'other', shown: 'postgres://host/other' });
  await expect(openSiteDatabase(settings)).rejects.toThrow(/used the database postgres:\/\/host\/other, but there is no database at/);
  const { out } = await runHere(['doctor', '--offline'], { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl, PORT: '0' });
  expect(out).toMatch(/fault.*but there is no database at/);
});

test('tables of other programs in the same schema are of no importance', async () => {
  const { settings, admin } = await roleOn(true);
  await admin('grant all on all tables in schema public to ROLE; grant all on all sequences in schema public to ROLE');
  await admin('create role stranger_ROLE; create table foreign_rows (n integer); alter table foreign_rows owner to stranger_ROLE');
  onCleanup(() => admin('drop owned by stranger_ROLE cascade; drop role stranger_ROLE'));
  await (await openDb(settings)).close();
});

test('a role that must migrate the tables of a superuser is refused with the statements that make them its own', async () => {
  const { settings, admin } = await roleOn(true);
  await admin('grant all on all tables in schema public to ROLE; grant all on all sequences in schema public to ROLE');
  await admin('grant create on schema public to ROLE');
  const openLater = () =>
    openPostgres(settings.databaseUrl, { migrations: withLaterMigration('alter table posts add column later integer') });
  const error: Error = await openLater().then(
    () => new Error('opened'),
    (thrown) => thrown,
  );
  expect(error.message).toMatch(/: alter table public\.\w+ owner to reader_\w+; /);
  await admin(error.message.slice(error.message.indexOf(': alter ') + 2));
  await (await openLater()).close();
});
