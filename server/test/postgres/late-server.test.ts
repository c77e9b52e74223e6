import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onCleanup } from '../cleanup.ts';
import { type Postgres, query, startPostgres } from '../postgres.ts';
import { freePort } from '../program.ts';

const program = fileURLToPath(new URL('../../start.js', import.meta.url));

/** Starts the site as a process, and returns its address and output. */
async function start(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-late-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, AVATAR_SERVICE_URL: 'off' };
  const child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onCleanup(() => child.kill('SIGKILL'));
  let output = '';
  let onOutput = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
      onOutput();
    });
  /** Resolves when the output has this text. */
  const printed = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      onOutput = () => text.test(output) && resolve();
      onOutput();
      child.once('close', () => reject(new Error(`The site exited: ${output}`)));
    });
  const url = `http://127.0.0.1:${port}`;
  return { child, url, printed };
}

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

test('a start waits for a server that is late, and says for what', async () => {
  await postgres.end('SIGINT');
  const site = await start(postgres.url);
  await waitsWith(site, /Waiting for the database.*cannot be reached.*Start PostgreSQL/);
  await postgres.start();
  await serves(site);
});

test('a start waits while the server has no connection left', async () => {
  await query(postgres.url, 'create role few login connection limit 0');
  await query(postgres.url, 'create database few owner few');
  const site = await start(postgres.url.replace('/postgres?', '/few?').replace('user=postgres', 'user=few'));
  await waitsWith(site, /Waiting for the database.*too many connections for role.*DATABASE_CONNECTIONS/);
  await query(postgres.url, 'alter role few connection limit 20');
  await serves(site);
});

async function waitsWith({ url, printed }: Awaited<ReturnType<typeof start>>, reason: RegExp): Promise<void> {
  await printed(reason);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('content-type')).toContain('application/problem+json');
  expect(ready.headers.get('retry-after')).toBe('5');
  expect((await fetch(`${url}/api/posts/public`)).status).toBe(503);
  const page = await fetch(`${url}/dev`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('The site is starting');
}

async function serves({ child, url, printed }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await printed(/Dev Connector is at/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}
