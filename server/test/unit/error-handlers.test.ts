import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

/* Runs the real process with a preloaded module that causes the error on SIGUSR2. */

const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-error-handlers-'));

function start(fault: string) {
  const preload = `process.once('SIGUSR2', () => { ${fault} })`;
  const main = `import { run } from ${JSON.stringify(new URL('../../src/main.ts', import.meta.url).href)}; await run(async () => {});`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, '--input-type=module', '--eval', main],
    { env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** Returns the next output line that contains `text`. */
  const waitForLine = async (text: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The process exited without printing ${text}`);
      if (value.includes(text)) return value;
    }
  };
  return { child, exited, waitForLine };
}

test('logs an unhandled rejection and keeps running', { timeout: 60_000 }, async () => {
  const { child, exited, waitForLine } = start("Promise.reject(new Error('stray promise'))");
  const address = /http:\S+/.exec(await waitForLine('Dev Connector is at'))?.[0] ?? '';
  child.kill('SIGUSR2');
  expect(JSON.parse(await waitForLine('stray promise'))).toMatchObject({
    level: 50,
    msg: 'unhandled promise rejection',
    err: { message: 'stray promise' },
  });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await exited).toBe(0);
});

test('logs an uncaught exception and exits with 1', { timeout: 60_000 }, async () => {
  const { child, exited, waitForLine } = start("throw new Error('stray exception')");
  await waitForLine('Dev Connector is at');
  child.kill('SIGUSR2');
  expect(JSON.parse(await waitForLine('stray exception'))).toMatchObject({ level: 60, err: { message: 'stray exception' } });
  expect(await exited).toBe(1);
});

test('logs an error during shutdown and exits with 1', { timeout: 60_000 }, async () => {
  const { child, exited, waitForLine } = start(
    "process.getBuiltinModule('node:sqlite').DatabaseSync.prototype.close = () => { throw new Error('will not close') }; console.log('patched')",
  );
  await waitForLine('Dev Connector is at');
  child.kill('SIGUSR2');
  await waitForLine('patched');
  child.kill('SIGINT');
  expect(JSON.parse(await waitForLine('will not close'))).toMatchObject({ level: 50, msg: 'error during shutdown' });
  expect(await exited).toBe(1);
});

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});
