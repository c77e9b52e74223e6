import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { type AppOptions, buildApp } from '../src/app.ts';
import type { Db, OpenOptions } from '../src/platform/db/db.ts';
import { databaseFile, openDb } from '../src/platform/db/open.ts';
import { readSettings, type Settings } from '../src/platform/settings.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { onCleanup } from './cleanup.ts';
import { databaseOf, migratedDatabase, query } from './postgres.ts';
import { queueLimits, taskTime } from './queue-fixtures.ts';

export interface Site {
  app: Awaited<ReturnType<typeof buildApp>>;
  db: Db;
  settings: Settings;
}

const unlimited = Number.POSITIVE_INFINITY;
/** Without load shedding by time, tests do not fail on a busy machine. */
export const withoutLoadShedding = {
  connectionsPerAddress: unlimited,
  requestsPerAddress: unlimited,
  sliceWait: unlimited,
  late: unlimited,
};

/** Opens the app on a database, by default a new one of the engine under test, without rate limits, limits per address or time-based load shedding, and with cheap password hashes unless `fullPasswordCost` is set. Jobs run when a test calls `app.jobs.runDue()`. Both are closed after the file's tests. */
export async function openSite({
  pages,
  logger,
  loadLimits,
  worker = false,
  fullPasswordCost = false,
  queueLimits: changedQueues,
  lockPatience,
  walInterval,
  features,
  prepare,
  ...changes
}: Partial<Settings> &
  Pick<AppOptions, 'pages' | 'logger' | 'loadLimits' | 'worker' | 'queueLimits' | 'features'> &
  Pick<OpenOptions, 'lockPatience' | 'walInterval'> & {
    fullPasswordCost?: boolean;
    prepare?: (db: Db) => Promise<unknown>;
  } = {}): Promise<Site> {
  const settings = {
    ...readSettings({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', AVATAR_SERVICE_URL: 'off' }),
    ...(changes.dataDir === undefined && (await createDatabase({ migrated: true }))),
    ...changes,
  };
  const db = await openDb(settings, { lockPatience, walInterval });
  await prepare?.(db);
  const app = await buildApp({
    settings,
    db,
    worker,
    loadLimits: { ...withoutLoadShedding, ...loadLimits },
    taskTime,
    queueLimits: { ...queueLimits, ...changedQueues },
    ...(!fullPasswordCost && { passwordCost: cheapPasswords }),
    ...(features && { features }),
    ...(pages && { pages }),
    ...(logger && { logger }),
  });
  onCleanup(async () => {
    await app.close();
    await db.close().catch(() => {}); // a test may already have closed it
  });
  return { app, db, settings };
}

/** Opens the app of another process on the site's database. */
export const openProcess = ({ settings }: Site): Promise<Site> => openSite(settings);

/** Runs a recurring job now, whenever it is due. */
export async function runRecurring({ app, db }: Site, kind: string): Promise<void> {
  expect(await db.run`update jobs set run_at = 0 where kind = ${kind}`).toBe(1);
  await app.jobs.runDue();
}

/**
 * Returns settings that select an empty database of the engine under test, which is deleted after the file's tests. `migrated` creates the tables by copying
 * the result of the migrations, which take longer.
 */
export async function createDatabase({ migrated = false } = {}): Promise<Pick<Settings, 'dataDir' | 'databaseUrl'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-test-'));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  if (inject('engine') === 'postgres') return { dataDir, databaseUrl: await createPostgresDatabase(migrated) };
  if (migrated) copyFileSync(await (migratedFile ??= createMigratedFile()), databaseFile(dataDir));
  return { dataDir, databaseUrl: undefined };
}

/** A file with all tables, which the worker creates once. */
let migratedFile: Promise<string> | undefined;

async function createMigratedFile(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-migrated-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openDb({ dataDir })).close();
  return databaseFile(dataDir);
}

let databases = 0;

async function createPostgresDatabase(migrated: boolean): Promise<string> {
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${++databases}`;
  const url = inject('postgresUrl');
  await query(url, `create database ${name} template ${migrated ? migratedDatabase : 'template1'} strategy file_copy`);
  // Callbacks run in reverse order, so the app's connections are already closed; `force` closes those left by a failed test.
  onCleanup(() => query(url, `drop database ${name} with (force)`));
  return databaseOf(url, name);
}
