import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { startSite } from '../program.ts';

const program = fileURLToPath(new URL('../../start.js', import.meta.url));
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-signals-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the site. `script` runs in each Node process before the program. */
function start(environment: Record<string, string>, script = '', command = [process.execPath, program, 'start']): ChildProcess {
  const [file = '', ...args] = command;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    AVATAR_SERVICE_URL: 'off',
    ...environment,
    ...(script && { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }),
  };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: join(program, '../..'), detached: true });
  onCleanup(() => child.exitCode === null && child.signalCode === null && process.kill(-(child.pid as number), 'SIGKILL'));
  return child;
}

/** Resolves to the exit code and the output. */
async function ended(child: ChildProcess) {
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const [code, signal] = await once(child, 'close');
  return { code, signal, output };
}

const clean = { code: 0, signal: null, output: '' };

/** Imitates an old Node in the first process, so that it starts the one that npm installs. */
const onOldNode = (inNew = '') => `
  if (process.env.NEW) { ${inNew} } else delete globalThis.Temporal;
  process.env.NEW = '1';`;

/** A script that sends a signal to its own process when a method of SQLite is called with such a statement, or fails. */
const onStatement = (signal: string, when: string) => `
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    let error;
    try { return exec.call(this, sql); } catch (thrown) { error = thrown; throw thrown; }
    finally { if (${when}) process.kill(process.pid, '${signal}'); }
  };`;

test.for(signals)('%s ends a start with 0 at its first line', async (signal) => {
  // start.js asks for Temporal after it has set its handlers.
  const script = `const value = Temporal; Object.defineProperty(globalThis, 'Temporal', { get() { process.kill(process.pid, '${signal}'); return value; } });`;
  expect(await ended(start({ DATA_DIR: newFolder() }, script))).toEqual(clean);
});

test.for(signals)('%s ends a start with 0 while modules load', async (signal) => {
  const script = `process.getBuiltinModule('node:module').registerHooks({
    load(url, context, next) { if (url.endsWith('/app.ts')) process.kill(process.pid, '${signal}'); return next(url, context); },
  });`;
  expect(await ended(start({ DATA_DIR: newFolder() }, script))).toEqual(clean);
});

test.for(signals)('%s ends a start with 0 while the Node that npm installs starts', async (signal) => {
  // The new process has no handlers yet.
  const script = onOldNode(`process.kill(process.ppid, '${signal}'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);`);
  expect(await ended(start({ DATA_DIR: newFolder() }, script))).toEqual(clean);
});

test.for(signals)('%s ends a start with 0 during a migration, which the next start repeats', async (signal) => {
  const DATA_DIR = newFolder();
  const script = onStatement(signal, "sql === 'pragma user_version = 9'");
  expect(await ended(start({ DATA_DIR }, script))).toEqual(clean);
  const file = new DatabaseSync(databaseFile(DATA_DIR));
  expect(file.prepare('pragma user_version').get()).toEqual({ user_version: 0 });
  file.close();
  await (await startSite({ DATA_DIR })).stop();
});

test.for(signals)('%s ends a start with 0 while another program locks the database', async (signal) => {
  const DATA_DIR = newFolder();
  await (await openDb({ dataDir: DATA_DIR })).close();
  const other = new DatabaseSync(databaseFile(DATA_DIR));
  onCleanup(() => other.close());
  other.exec('begin immediate');
  const script = onStatement(signal, 'error');
  expect(await ended(start({ DATA_DIR }, script))).toEqual(clean);
});

test.for(signals)('%s ends a start with 0 while the database does not answer', async (signal) => {
  const server = createServer((socket) => socket.on('error', () => {}));
  server.once('connection', () => child.kill(signal));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onCleanup(() => server.close());
  const { port } = server.address() as { port: number };
  const DATABASE_URL = `postgres://user:secret@127.0.0.1:${port}/site`;
  // On a busy machine the site answers before the signal arrives, and would log its address.
  const child = start({ DATA_DIR: newFolder(), DATABASE_URL, LOG_LEVEL: 'warn' });
  expect(await ended(child)).toEqual(clean);
});

test.for(signals)('%s ends a running site with 0, also one on the Node that npm installs', async (signal) => {
  for (const script of ['', onOldNode()]) {
    const child = start({ DATA_DIR: newFolder() }, script);
    const exited = once(child, 'exit');
    let [output, sent] = ['', false];
    child.stdout?.on('data', (text) => {
      output += text;
      if (!sent && output.includes('Dev Connector is at')) sent = child.kill(signal);
    });
    expect(await exited).toEqual([0, null]);
  }
});

/** npm passes on SIGTERM only. A terminal sends the other signals to all processes that it runs. */
const sendToNpm = (npm: ChildProcess, signal: NodeJS.Signals) =>
  signal === 'SIGTERM' ? npm.kill(signal) : process.kill(-(npm.pid as number), signal);

test.for(signals)('%s ends a site with 0 under npm, while it starts and while it runs', async (signal) => {
  const report = `if (process.argv[1]?.endsWith('start.js')) {
    process.getBuiltinModule('node:module').registerHooks({
      load(url, context, next) { if (url.endsWith('/cli.ts')) console.log('begins'); return next(url, context); },
    });
    process.on('exit', (code) => console.log('ended with', code));
  }`;
  for (const when of ['begins', 'Dev Connector is at']) {
    const npm = start({ DATA_DIR: newFolder() }, report, ['npm', 'start', '--ignore-scripts']);
    let [output, sent] = ['', false];
    npm.stdout?.on('data', (text) => {
      output += text;
      if (!sent && output.includes(when)) sent = sendToNpm(npm, signal);
    });
    await once(npm, 'close'); // when no process has its output open
    expect(output).toMatch(/\nended with 0\n$/);
  }
});
