import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Settings } from '../src/settings.ts';

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

type Environment = Record<string, string | undefined>;

const launcher = fileURLToPath(new URL('../start.js', import.meta.url));

/** Runs `dev-connector` as people do: a process of its own, with these settings and no others, perhaps of another user; nothing is a terminal. */
export function run(words: string[], environment: Environment = {}, program = launcher, user: { uid?: number } = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...words], { env: clean(environment), stdio: ['ignore', 'pipe', 'pipe'], ...user });
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (outcome.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (outcome.err += text));
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ ...outcome, code })));
}

export interface Started {
  url: string;
  /** What it has printed. */
  said(): string;
  /** Asks it to stop, and waits until it has, without a complaint. */
  stop(): Promise<unknown>;
}

/** Starts the site as people do, on a free port, and waits until it says where it is. */
export async function startSite(environment: Environment, { program = launcher, cwd = process.cwd() } = {}): Promise<Started> {
  const env = clean({ PORT: '0', ...environment });
  const site = spawn(process.execPath, [program, 'start'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(site, 'exit');
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    site.stdout.on('data', (text) => {
      said += text;
      const address = /is at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    gone.then(() => reject(new Error(`The site ended:\n${said}`)));
  });
  return {
    url,
    said: () => said,
    async stop() {
      site.kill('SIGTERM');
      expect(await gone).toEqual([0, null]);
    },
  };
}

/** Asks a site that was started so; whatever is not 200 fails the test. */
export async function call(url: string, path: string, token = '', body?: object): Promise<Response> {
  const headers = { 'x-auth-token': token, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  expect(reply.status, path).toBe(200);
  return reply;
}

/** PATH and what else a process needs, and none of the settings that whoever runs the tests may have. */
const clean = (environment: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  ...environment,
});

/** The environment that names this database. */
export const named = ({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): Environment => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});
