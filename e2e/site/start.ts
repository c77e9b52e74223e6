import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Playwright's global setup: starts the sites (serve.ts) and passes their URLs to the workers in SITES. */
export default async function start(): Promise<() => Promise<void>> {
  const env = { ...process.env, NODE_ENV: 'production' }; // as `npm start`; React's development build renders more slowly
  const server = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), { stdio: 'inherit', env });
  process.env.SITES = await new Promise<string>((resolve, reject) => {
    server.once('message', (sites) => resolve(JSON.stringify(sites)));
    server.once('exit', (code) => reject(new Error(`The sites exited with code ${code} before they were ready`)));
  });
  return async () => {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.disconnect();
    await exited;
  };
}
