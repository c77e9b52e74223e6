import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ourMigrations } from '../../src/platform/db/migrations.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { connected } from '../../src/platform/db/postgres/client.ts';
import { readPostgresState } from '../../src/platform/db/postgres/schema.ts';
import { openSiteDatabase, rememberDatabase, shownDatabase } from '../../src/platform/process/known-database.ts';
import { call, databaseEnvironment, run, runHere, startSite } from '../program.ts';
import { createDatabase } from '../site.ts';

const file = (dataDir: string) => join(dataDir, 'dev-connector.db');

async function findings(environment: object): Promise<string> {
  return (await runHere(['doctor', '--offline'], { PORT: '0', ...environment })).out;
}

test('a site without DATABASE_URL refuses its old file after a move, until the file is adopted', { timeout: 180_000 }, async () => {
  const { dataDir } = await createDatabase();
  const { databaseUrl } = await createDatabase();
  await (await openDb({ dataDir })).close();
  const old = join(dataDir, 'before.db');
  copyFileSync(file(dataDir), old);
  expect(await runHere(['move', '--to', String(databaseUrl)], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });

  const refused = await run(['start'], { DATA_DIR: dataDir, PORT: '0' });
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/its data was moved to postgres:.*DATABASE_URL is not set.*run: dev-connector adopt/);
  expect(await findings({ DATA_DIR: dataDir })).toMatch(/fault.*its data was moved to postgres:/);
  expect(await runHere(['user', 'list'], { DATA_DIR: dataDir })).toMatchObject({ code: 1, err: expect.stringContaining('was moved to') });
  await (await startSite(databaseEnvironment({ dataDir, databaseUrl }))).stop();

  // A copy without the mark is another database than the one that the folder noted.
  copyFileSync(old, file(dataDir));
  expect((await run(['start'], { DATA_DIR: dataDir, PORT: '0' })).err).toMatch(/used the database postgres:.*is another database.*adopt/);
  rmSync(file(dataDir));
  expect((await run(['start'], { DATA_DIR: dataDir, PORT: '0' })).err).toMatch(
    /used the database postgres:.*there is no database at.*adopt/,
  );
  copyFileSync(old, file(dataDir));
  expect(await runHere(['adopt'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
  const site = await startSite({ DATA_DIR: dataDir });
  await call(site.url, '/readyz');
  await site.stop();
  expect((await run(['start'], { ...databaseEnvironment({ dataDir, databaseUrl }), PORT: '0' })).err).toMatch(/is another database/);
});

test('a backup of a moved database can be restored and started', async () => {
  const { dataDir } = await createDatabase();
  const { databaseUrl } = await createDatabase();
  await (await openDb({ dataDir })).close();
  expect(await runHere(['move', '--to', String(databaseUrl)], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const backup = join(dataDir, 'backup.db');
  expect(await runHere(['backup', backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(await runHere(['restore', backup, '--force'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  await (await startSite({ DATA_DIR: dataDir })).stop();
});

test('a broken note of the database is ignored', async () => {
  const { dataDir } = await createDatabase();
  for (const text of ['', '{', '[]', '{"id":1}']) {
    writeFileSync(join(dataDir, 'database.json'), text);
    await (await startSite({ DATA_DIR: dataDir })).stop();
  }
});

/** The migrations of a release that gave databases no identity. */
function oldMigrations(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(ourMigrations, folder, { recursive: true, filter: (path) => !/^00(39|[4-9])/.test(basename(path)) });
  return pathToFileURL(`${folder}/`);
}

test('another database is refused before it is created or upgraded', async () => {
  const { dataDir } = await createDatabase();
  rememberDatabase(dataDir, { id: 'other', shown: 'postgres://host/other' });
  const { databaseUrl = '' } = await createDatabase();
  const versionNow = async () => (await connected(databaseUrl, 'test', (send) => readPostgresState(send))).version;
  await expect(openSiteDatabase({ dataDir, databaseUrl })).rejects.toThrow(
    /used the database postgres:\/\/host\/other, but there is no database at/,
  );
  expect(await versionNow()).toBe(0);
  await (await openDb({ dataDir, databaseUrl }, { migrations: oldMigrations() })).close();
  await expect(openSiteDatabase({ dataDir, databaseUrl })).rejects.toThrow(/is another database.*Correct DATABASE_URL/);
  expect(await versionNow()).toBe(38);
  expect(await findings(databaseEnvironment({ dataDir, databaseUrl }))).toMatch(/fault.*is another database/);
});

test('a copy of a release without identities is used where the database was', async () => {
  const { dataDir } = await createDatabase();
  const { databaseUrl } = await createDatabase();
  for (const place of [
    { dataDir, databaseUrl: undefined },
    { dataDir, databaseUrl },
  ]) {
    await (await openDb(place, { migrations: oldMigrations() })).close();
    rememberDatabase(dataDir, { id: 'current', shown: shownDatabase(place) });
    await (await openSiteDatabase(place)).close();
  }
});
