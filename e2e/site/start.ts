import { fork, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../web', import.meta.url));

/** Playwright's global set-up: the pages are built, the sites run, and their addresses stand in the environment of every worker. */
export default async function start(): Promise<() => Promise<void>> {
  buildWebIfStale();
  const server = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), { stdio: 'inherit' });
  process.env.SITES = await new Promise<string>((resolve, reject) => {
    server.once('message', (sites) => resolve(JSON.stringify(sites)));
    server.once('exit', (code) => reject(new Error(`The sites ended (${code}) instead of starting`)));
  });
  return async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.disconnect();
    await gone;
  };
}

function buildWebIfStale(): void {
  const built = changedAt(join(web, 'build/server/index.js'));
  const sources = ['../contract/src', '../package-lock.json', 'app', 'public', 'package.json', 'react-router.config.ts', 'vite.config.ts'];
  if (sources.every((source) => changedAt(join(web, source)) < built)) return;
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: web, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The web could not be built');
}

/** When a file, or the youngest file of a folder, was last changed; 0 where there is none. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
