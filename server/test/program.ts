import { spawn } from 'node:child_process';
import { Console } from 'node:console';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { main } from '../src/cli/cli.ts';
import type { Settings } from '../src/platform/settings.ts';
import { onCleanup } from './cleanup.ts';

export interface ProcessResult {
  code: number | null;
  out: string;
  err: string;
}

/** Returns a port that no program uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

type Environment = Record<string, string | undefined>;

const launcher = fileURLToPath(new URL('../start.js', import.meta.url));

/** Runs `dev-connector` in a separate process with only these settings, without a terminal, optionally as another user. */
export function run(
  args: string[],
  environment: Environment = {},
  program = launcher,
  user: { uid?: number } = {},
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [program, ...args], {
    env: cleanEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const outcome: ProcessResult = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (outcome.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (outcome.err += text));
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ ...outcome, code })));
}

/**
 * Runs `dev-connector` in this process with only these settings, which saves half a second of CPU time. One at a time, and only for commands that end without
 * reading standard input.
 */
export async function runHere(args: string[], environment: Environment = {}): Promise<ProcessResult> {
  const outcome: ProcessResult = { code: null, out: '', err: '' };
  const collect = (name: 'out' | 'err') =>
    new Writable({ decodeStrings: false, write: (text, _encoding, done) => done(void (outcome[name] += text)) });
  const [out, err] = [collect('out'), collect('err')];
  const { env, exitCode, stdout } = process;
  const { console: ownConsole } = globalThis;
  process.env = cleanEnvironment(environment);
  globalThis.console = new Console(out, err);
  Object.defineProperty(process, 'stdout', { configurable: true, value: out });
  try {
    await main(args);
    outcome.code = Number(process.exitCode);
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    globalThis.console = ownConsole;
    Object.defineProperty(process, 'stdout', { configurable: true, value: stdout });
  }
  return outcome;
}

export interface Started {
  url: string;
  /** The output so far. */
  output(): string;
  /** Stops the process and expects it to exit with code 0. */
  stop(): Promise<unknown>;
}

/** Starts the site as a process on a free port and waits until it prints its URL. */
export async function startSite(environment: Environment, { program = launcher, cwd = process.cwd() } = {}): Promise<Started> {
  const env = cleanEnvironment({ PORT: '0', ...environment });
  const site = spawn(process.execPath, [program, 'start'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onCleanup(() => site.kill('SIGKILL')); // after a failed test; the process would otherwise keep Vitest running
  const exited = once(site, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    site.stdout.on('data', (text) => {
      output += text;
      const address = /is at (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    exited.then(() => reject(new Error(`The site exited:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    async stop() {
      site.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    },
  };
}

/** Sends a request to a started site and expects status 200. */
export async function call(url: string, path: string, token = '', body?: object): Promise<Response> {
  const headers = { 'x-auth-token': token, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  expect(reply.status, path).toBe(200);
  return reply;
}

/** The variables that a process needs, without settings from the environment of the test run. */
const cleanEnvironment = (environment: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  AVATAR_SERVICE_URL: 'off', // tests contact no other hosts
  ...environment,
});

/** Environment variables that select this database. */
export const databaseEnvironment = ({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): Environment => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});
