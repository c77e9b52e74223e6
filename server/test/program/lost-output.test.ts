import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onCleanup } from '../cleanup.ts';
import { freePort } from '../program.ts';

const program = fileURLToPath(new URL('../../start.js', import.meta.url));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the site with this standard output, and waits until it answers. */
async function start(stdout: 'pipe' | number, environment: Record<string, string> = {}) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: newFolder(), AVATAR_SERVICE_URL: 'off', ...environment };
  const child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', stdout, 'pipe'] });
  onCleanup(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr?.on('data', (text) => (errors += text));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  };
  return { child, url, port, errors: () => errors, stop };
}

/** Resolves when the site listens. It cannot say so here. */
async function answers(url: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response) return response.status;
  }
}

describe('a site whose output cannot be written', () => {
  test('serves, says so once on standard error, and stops, if the disk of its log is full', async () => {
    const full = openSync('/dev/full', 'w');
    const site = await start(full, { LOG_LEVEL: 'debug' });
    closeSync(full);
    expect(await answers(site.url)).toBe(200);
    for (let count = 0; count < 5; count++) expect((await fetch(`${site.url}/dev`)).status).toBe(200);
    expect(await site.stop()).toEqual([0, null]);
    expect(site.errors()).toBe('Log lines are lost: standard output cannot be written (ENOSPC).\n');
  });

  test('exits with 1 if it cannot start', async () => {
    const full = openSync('/dev/full', 'w');
    const env = { PATH: process.env.PATH, PORT: 'none', DATA_DIR: newFolder() };
    const child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', full, full] });
    closeSync(full);
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  test('serves and stops if the reader of its log has gone', async () => {
    const site = await start('pipe', { LOG_LEVEL: 'debug' });
    site.child.stdout?.destroy();
    expect(await answers(site.url)).toBe(200);
    for (let count = 0; count < 5; count++) expect((await fetch(`${site.url}/dev`)).status).toBe(200);
    expect(await site.stop()).toEqual([0, null]);
    expect(site.errors()).toBe('Log lines are lost: standard output cannot be written (EPIPE).\n');
  });

  test('serves and stops if the reader of its log reads nothing', async () => {
    const site = await start('pipe', { LOG_LEVEL: 'trace' });
    site.child.stdout?.pause();
    expect(await answers(site.url)).toBe(200);
    // More than the site lets wait.
    for (let count = 0; count < 300; count++) await (await fetch(`${site.url}/api/${'x'.repeat(8000)}`)).arrayBuffer();
    expect(await site.stop()).toEqual([0, null]);
    expect(site.errors()).toBe('Log lines are lost: standard output cannot be written (its reader is too slow).\n');
  });
});
