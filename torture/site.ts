import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../server/src/db/open.ts';
import { startPostgres } from '../server/test/postgres.ts';

const program = join(import.meta.dirname, '../server/start.js');

/** Settings of a site, as its environment has them. */
export type Environment = Record<string, string>;

/** A real process of the real server. */
export interface Running {
  url: string;
  port: number;
  pid: number;
  /** Whether it has not ended yet. */
  alive(): boolean;
  /** Lines that it logged as errors. */
  errors(): string[];
  /** Resolves when it has ended, with how. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Asks it to stop as a process manager does; resolves with how long that took (milliseconds) and its exit code. */
  stop(): Promise<{ took: number; code: number | null }>;
  /** Ends it as a power cut would: nothing of it runs any more. */
  kill(): Promise<void>;
}

/** Starts the server with these settings, on a port of its own unless they name one, and waits until it says where it is. */
export async function startSite(environment: Environment): Promise<Running> {
  const child = spawn(process.execPath, [program, 'start'], {
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), LOG_LEVEL: 'error', PORT: '0', TRUST_PROXY: 'loopback', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const ended = new Promise<Awaited<Running['ended']>>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  void ended.then(() => process.off('exit', killed));
  const lines: string[] = [];
  const url = await whereItIs(child, lines);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    alive: () => child.exitCode === null && child.signalCode === null,
    errors: () => lines.filter((line) => line.startsWith('{"level":50') || line.startsWith('{"level":60')),
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

function whereItIs(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      const parts = (said + chunk).split('\n');
      said = parts.pop() ?? '';
      for (const line of parts) {
        const address = /^Dev Connector is at (http:\S+)/.exec(line)?.[1];
        if (address) resolve(address.replace('localhost', '127.0.0.1'));
        lines.push(line);
      }
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The site ended (${code}) instead of starting:\n${lines.join('\n')}${said}`)));
  });
}

export type Engine = 'sqlite' | 'postgres';

/** Settings that name a fresh, migrated database of this engine, gone with `afterwards`. */
export async function freshDatabase(engine: Engine, afterwards: (undo: () => unknown) => void): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-torture-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  const settings: Environment = { DATA_DIR: folder, ...(engine === 'postgres' && { DATABASE_URL: await postgresUrl(afterwards) }) };
  await (await databaseOf(settings)).close();
  return settings;
}

async function postgresUrl(afterwards: (undo: () => unknown) => void): Promise<string> {
  const { url, remove } = await startPostgres();
  afterwards(remove);
  return url;
}

/** The database of a site, beside the site or while it does not run. */
export const databaseOf = ({ DATA_DIR = '', DATABASE_URL }: Environment) => openDb({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });

/** A port that is free now, for a site that must come back where it was. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
