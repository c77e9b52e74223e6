import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../src/app.ts';
import type { Db } from '../src/db/db.ts';
import { openDb } from '../src/db/open.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { afterwards } from './cleanup.ts';

export interface Site {
  app: Awaited<ReturnType<typeof buildApp>>;
  db: Db;
  settings: Settings;
}

/** The real app over a fresh database of the engine under test, without rate limits, shares per address or load shedding by time; both are gone after the file's tests. */
export async function openSite({
  pages,
  logger,
  bounds,
  ...changes
}: Partial<Settings> & Pick<AppOptions, 'pages' | 'logger' | 'bounds'> = {}): Promise<Site> {
  const settings = { ...readSettings({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }), ...(await freshDatabase()), ...changes };
  const db = await openDb(settings);
  const never = Number.POSITIVE_INFINITY;
  // A busy machine is no reason for a test to fail: no load shedding by time either.
  const relaxed = { connectionsPerAddress: never, requestsPerAddress: never, turn: never, late: never };
  const app = await buildApp({ settings, db, bounds: { ...relaxed, ...bounds }, ...(pages && { pages }), ...(logger && { logger }) });
  afterwards(async () => {
    await app.close();
    await db.close().catch(() => {}); // a test may have closed it
  });
  return { app, db, settings };
}

/** Settings that name an empty database of the engine under test, gone after the file's tests. */
export async function freshDatabase(): Promise<Pick<Settings, 'dataDir' | 'databaseUrl'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-test-'));
  afterwards(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl: inject('engine') === 'postgres' ? await createDatabase() : undefined };
}

let databases = 0;

async function createDatabase(): Promise<string> {
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${++databases}`;
  await onServer(`create database ${name}`);
  // What was made last goes first, so the app's connections are closed by then; `force` ends what a failed test left.
  afterwards(() => onServer(`drop database ${name} with (force)`));
  return inject('postgresUrl').replace('/postgres?', `/${name}?`);
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
