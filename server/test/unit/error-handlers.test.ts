import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

/* The real process; what goes wrong in it is put there by a module that it loads first. */

const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-last-resort-'));

function start(harm: string) {
  const mine = `process.once('SIGUSR2', () => { ${harm} })`;
  const main = `import { run } from ${JSON.stringify(new URL('../../src/main.ts', import.meta.url).href)}; await run(async () => {});`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(mine)}`, '--input-type=module', '--eval', main],
    { env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** The next line that has this in it. */
  const said = async (text: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The process ended without saying ${text}`);
      if (value.includes(text)) return value;
    }
  };
  return { child, ended, said };
}

test('a promise that fails unheard is logged, and the site goes on', { timeout: 60_000 }, async () => {
  const { child, ended, said } = start("Promise.reject(new Error('stray promise'))");
  const address = /http:\S+/.exec(await said('Dev Connector is at'))?.[0] ?? '';
  child.kill('SIGUSR2');
  expect(JSON.parse(await said('stray promise'))).toMatchObject({
    level: 50,
    msg: 'unhandled promise rejection',
    err: { message: 'stray promise' },
  });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('after an exception that nobody caught the process says so, closes its database and ends with 1', { timeout: 60_000 }, async () => {
  const { child, ended, said } = start("throw new Error('stray exception')");
  await said('Dev Connector is at');
  child.kill('SIGUSR2');
  expect(JSON.parse(await said('stray exception'))).toMatchObject({ level: 60, err: { message: 'stray exception' } });
  expect(await ended).toBe(1);
});

test('what cannot be closed is logged, and the process ends all the same, with 1', { timeout: 60_000 }, async () => {
  const { child, ended, said } = start(
    "process.getBuiltinModule('node:sqlite').DatabaseSync.prototype.close = () => { throw new Error('will not close') }; console.log('harmed')",
  );
  await said('Dev Connector is at');
  child.kill('SIGUSR2');
  await said('harmed');
  child.kill('SIGINT');
  expect(JSON.parse(await said('will not close'))).toMatchObject({ level: 50, msg: 'error during shutdown' });
  expect(await ended).toBe(1);
});

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});
