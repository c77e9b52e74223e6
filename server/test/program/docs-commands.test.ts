import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { fakeGithub } from '../fake-github.ts';
import { runHere } from '../program.ts';

/* Runs the commands that the documentation shows with a shell, as a person types them, in a folder with nothing but the site and the files that they name. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(root, 'server/start.js');
const github = await fakeGithub();
onCleanup(() => github.stop());
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of the program in a page's shell blocks, one block after the other. */
function linesOf(page: string): string[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n')).filter((line) => /(^|\s)dev-connector /.test(line) && !line.startsWith('journalctl'));
}

/** Needs a PostgreSQL server of this name. */
const elsewhere = /postgres:\/\//;

/** A placeholder for a row that does not exist, or for a mail server, so the program says that. */
const refused: Record<string, RegExp> = {
  'invite --revoke ID': /ID/,
  'jobs retry ID': /ID/,
  'jobs discard ID': /ID/,
  'mail test': /was not sent|is not set/,
};

const template = join(folder, 'template');

beforeAll(async () => {
  mkdirSync(template);
  const DATA_DIR = join(template, 'data');
  await (await openDb({ dataDir: DATA_DIR })).close();
  expect(await runHere(['demo', '--members', '3', '--posts', '3'], { DATA_DIR })).toMatchObject({ code: 0 });
  const db = await openDb({ dataDir: DATA_DIR });
  await db.run`update users set email = ${'ada@example.org'}, email_key = ${'ada@example.org'} where id = (select min(id) from users)`;
  await db.close();
  expect(await runHere(['backup', join(DATA_DIR, 'dev-connector.db.before-0002')], { DATA_DIR })).toMatchObject({ code: 0 });
  writeFileSync(join(template, 'my-resume.json'), '{"basics": {"name": "Ada"}}');
  writeFileSync(join(template, 'about.txt'), 'About us');
  writeFileSync(join(template, 'smtp-url.txt'), 'smtp://127.0.0.1');
  writeFileSync(join(template, 'links.txt'), 'Source code https://example.org/code');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toFile(join(template, 'logo.png'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const write = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  write('dev-connector', `exec '${process.execPath}' '${program}' "$@"`);
  write('npx', '[ "$1" = --no ] && shift; exec "$@"'); // the command of an installed package
});

/** Runs a line in `sh`. Ends a site when it listens, as Ctrl-C does. */
async function type(line: string, cwd: string) {
  const child = spawn('sh', ['-c', `trap : INT\n${line.replace(/PORT=\d+/g, 'PORT=0')}\nexit $?`], {
    cwd,
    detached: true,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: cwd,
      EDITOR: 'true',
      AVATAR_SERVICE_URL: 'off',
      GITHUB_API_URL: github.url,
      ...(!/PORT=/.test(line) && line.endsWith('start') && { PORT: '0' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onCleanup(() => child.exitCode === null && process.kill(-(child.pid as number), 'SIGKILL'));
  let [out, err, stopped] = ['', '', false];
  child.stdout.on('data', (text) => {
    out += text;
    if (!stopped && out.includes('Dev Connector is at')) stopped = process.kill(-(child.pid as number), 'SIGINT');
  });
  child.stderr.on('data', (text) => (err += text));
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** A restore without --force is for a site whose file is lost. */
function loseDatabase(cwd: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(cwd, `data/dev-connector.db${end}`), { force: true });
}

const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })].filter((page) => linesOf(page).length > 0).sort();

test.for(pages)('the commands in %s work as they are shown', async (page) => {
  const cwd = join(folder, page.replaceAll('/', '-'));
  cpSync(template, cwd, { recursive: true });
  for (const line of linesOf(page).filter((line) => !elsewhere.test(line))) {
    if (line.startsWith('npx dev-connector restore community.db')) loseDatabase(cwd);
    const [reason] = Object.entries(refused).filter(([command]) => line.includes(command));
    const { code, out, err } = await type(line, cwd);
    const shown = `${line}\n${out}${err}`;
    if (reason) expect(err, shown).toMatch(reason[1]);
    expect(code, shown).toBe(reason ? 1 : 0);
  }
});

test('the command that installs the package does so in the current folder, even if a parent folder has packages', async () => {
  const [, command = ''] = /^(npm install .+)$/m.exec(readFileSync(join(root, 'docs/running.md'), 'utf8')) ?? [];
  const cwd = join(folder, 'parent/site');
  for (const path of [join(folder, 'parent/node_modules/other'), join(folder, 'package'), cwd]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), '{"name": "dev-connector", "version": "0.1.0"}');
  execFileSync('tar', ['-czf', join(cwd, 'dev-connector-0.1.0.tgz'), 'package'], { cwd: folder });
  expect(await type(`${command} --offline --no-audit --no-fund`, cwd)).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, 'node_modules'))).toContain('dev-connector');
  expect(readdirSync(join(folder, 'parent/node_modules'))).toEqual(['other']);
});
