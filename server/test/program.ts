import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../src/settings.ts';

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

type Environment = Record<string, string | undefined>;

const launcher = fileURLToPath(new URL('../start.js', import.meta.url));

/** Runs `dev-connector` as people do: a process of its own, with these settings and no others; nothing is a terminal. */
export function run(words: string[], environment: Environment = {}, program = launcher): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...words], { env: clean(environment), stdio: ['ignore', 'pipe', 'pipe'] });
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (outcome.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (outcome.err += text));
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ ...outcome, code })));
}

/** PATH and what else a process needs, and none of the settings that whoever runs the tests may have. */
export const clean = (environment: Environment): NodeJS.ProcessEnv => ({
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
