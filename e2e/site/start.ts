import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Playwright's global set-up: the sites run (serve.ts), and their addresses stand in the environment of every worker. */
export default async function start(): Promise<() => Promise<void>> {
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
