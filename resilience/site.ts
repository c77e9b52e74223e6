import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Db } from '../server/src/platform/db/db.ts';
import { ourMigrations } from '../server/src/platform/db/migrations.ts';
import { databaseFile, openDb } from '../server/src/platform/db/open.ts';
import { openPostgres } from '../server/src/platform/db/postgres/postgres.ts';
import { openSqlite } from '../server/src/platform/db/sqlite/sqlite.ts';
import { startPostgres } from '../server/test/postgres.ts';

export const program = join(import.meta.dirname, '../server/start.js');

/** Settings as environment variables. */
export type Environment = Record<string, string | undefined>;

/** A server process. */
export interface RunningSite {
  url: string;
  port: number;
  pid: number;
  /** Returns true until the process exits. */
  alive(): boolean;
  /** Log lines of level error or fatal. */
  errors(): string[];
  /** Log lines of level warn. */
  warnings(): string[];
  /** Resolves when the process exits. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM; resolves with the shutdown time in milliseconds and the exit code. */
  stop(): Promise<{ took: number; code: number | null }>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the server, on a free port unless `PORT` is set, and waits until it listens. `command` may run it inside another program. */
export async function startSite(environment: Environment, command = [process.execPath, program, 'start']): Promise<RunningSite> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      LOG_LEVEL: 'error',
      PORT: '0',
      TRUST_PROXY: 'loopback',
      AVATAR_SERVICE_URL: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const ended = new Promise<Awaited<RunningSite['ended']>>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  void ended.then(() => process.off('exit', killed));
  const lines: string[] = [];
  const url = await listeningUrl(child, lines);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    alive: () => child.exitCode === null && child.signalCode === null,
    errors: () => lines.filter((line) => line.startsWith('{"level":50') || line.startsWith('{"level":60')),
    warnings: () => lines.filter((line) => line.startsWith('{"level":40')),
    ended,
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const { code } = await ended;
      return { took: performance.now() - began, code };
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function listeningUrl(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = '';
    const read = (chunk: Buffer) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        const address = /^Dev Connector is at (http:\S+)/.exec(line)?.[1];
        if (address) resolve(address.replace('localhost', '127.0.0.1'));
        lines.push(line);
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The site exited (${code}) before it listened:\n${lines.join('\n')}${rest}`)));
  });
}

export type Engine = 'sqlite' | 'postgres';

/** Creates an empty, migrated database of this engine and returns its settings. */
export async function createDatabase(engine: Engine, cleanup: (task: () => unknown) => void): Promise<Environment> {
  const settings = await databaseSettings(engine, cleanup);
  await (await databaseOf(settings)).close();
  return settings;
}

/** Returns settings for a database of this engine that does not exist yet. */
export async function databaseSettings(engine: Engine, cleanup: (task: () => unknown) => void): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-resilience-'));
  cleanup(() => rmSync(folder, { recursive: true, force: true }));
  return { DATA_DIR: folder, ...(engine === 'postgres' && { DATABASE_URL: await postgresUrl(cleanup) }) };
}

/** Opens a new database as it was after migration `version`, for data that later versions no longer accept. */
export async function openOldDatabase({ DATA_DIR = '', DATABASE_URL }: Environment, version: number): Promise<Db> {
  const folder = join(DATA_DIR, 'migrations');
  mkdirSync(folder);
  for (const name of readdirSync(ourMigrations))
    if (Number(name.slice(0, 4)) <= version) copyFileSync(new URL(name, ourMigrations), join(folder, name));
  const migrations = pathToFileURL(`${folder}/`);
  return DATABASE_URL ? openPostgres(DATABASE_URL, { migrations }) : openSqlite(databaseFile(DATA_DIR), { migrations });
}

async function postgresUrl(cleanup: (task: () => unknown) => void): Promise<string> {
  const { url, remove } = await startPostgres();
  cleanup(remove);
  return url;
}

/** Opens the database of a site, which may be running. */
export const databaseOf = ({ DATA_DIR = '', DATABASE_URL }: Environment) => openDb({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });

/** Returns a free port, for a site that restarts on the same port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
