import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, run, startSite } from '../program.ts';

/*
 * Tests the output of `npm pack` in a folder outside the repository. The dependencies in package.json are linked instead of downloaded, so a missing
 * dependency makes a test fail.
 */
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-package-'));
const installed = join(folder, 'node_modules/dev-connector');
const program = join(installed, 'server/start.js');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(): void {
  execFileSync(process.execPath, [join(root, 'tools/pack.ts')], { cwd: root });
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  );
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  mkdirSync(dirname(installed), { recursive: true });
  cpSync(join(folder, 'package'), installed, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
}

beforeAll(install, 180_000); // builds the pages and the package

test('runs from its tarball and restores a backup after the data folder was deleted', { timeout: 180_000 }, async () => {
  const siteFolder = mkdtempSync(join(folder, 'siteFolder-'));
  const first = await startSite({}, { program, cwd: siteFolder });
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = (await (await call(first.url, '/api/users', '', account)).json()) as { token: string };
  await call(first.url, '/api/posts', token, { text: 'From a package' });
  const feed = await (await call(first.url, '/api/posts', token)).text();
  const pdf = await (await call(first.url, '/resume.pdf')).bytes(); // rendered in a worker thread with fonts from other packages
  expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
  const page = await (await call(first.url, '/dev')).text();
  await call(first.url, /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/no-script-found');

  const backup = join(folder, 'backup.db');
  const data = { DATA_DIR: join(siteFolder, 'data') };
  expect(await run(['backup', backup], data, program)).toMatchObject({ code: 0, err: '' });
  await first.stop();
  rmSync(join(siteFolder, 'data'), { recursive: true });
  expect(await run(['restore', backup], data, program)).toMatchObject({ code: 0, err: '' });

  const second = await startSite({}, { program, cwd: siteFolder });
  expect(await (await call(second.url, '/api/posts', token)).text()).toBe(feed);
  await second.stop();
});

test('contains every command', async () => {
  const { out } = await run(['--help'], {}, program);
  const commands = out.match(/^ {2}[a-z]+(?= {2})/gm)?.map((line) => line.trim()) ?? [];
  expect(commands).toContain('doctor');
  const cli = pathToFileURL(join(installed, 'dist/server/src/cli/cli.js'));
  const script = `import { main } from ${JSON.stringify(cli)}; for (const command of ${JSON.stringify(commands)}) await main([command, '--help']);`;
  const file = join(folder, 'help.mjs');
  writeFileSync(file, script);
  const help = await run([], {}, file);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(commands.filter((command) => !help.out.includes(`dev-connector ${command}`))).toEqual([]);
  expect(await run(['openapi'], {}, program)).toMatchObject({ code: 0, err: '' });
});

test('lists its libraries with their checksums', () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(installed, 'dist/sbom.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(components.map(({ purl }: { purl: string }) => decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)?.[1] ?? ''))).toEqual(
    expect.arrayContaining(Object.keys(dependencies)),
  );
  expect(components.filter(({ hashes }: { hashes?: object }) => !hashes)).toEqual([]);
});

test('contains neither sources nor tests', () => {
  const list = execFileSync(
    'tar',
    ['-tzf', join(folder, `dev-connector-${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}.tgz`)],
    { encoding: 'utf8' },
  );
  const files = list
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''));
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'package.json',
      'dist/server/src/platform/db/migrations/0001-network.sql',
    ]),
  );
  expect(files.filter((file) => /\.ts$|(^|\/)test|\.map$/.test(file))).toEqual([]);
});

test('names libraries that are not installed, and fails only where they are needed', async () => {
  for (const name of ['sharp', '@resvg/resvg-js']) rmSync(join(folder, 'node_modules', name));
  const siteFolder = mkdtempSync(join(folder, 'siteFolder-'));
  const faults = [
    'The package @resvg/resvg-js is not installed, so link previews have no pictures. Install again on this machine, without --omit=optional.',
    'The package sharp is not installed, so members cannot upload pictures. Install again on this machine, without --omit=optional.',
  ];
  const { out } = await run(['doctor', '--offline', '--json'], { DATA_DIR: join(siteFolder, 'data'), PORT: '0' }, program);
  const { findings } = JSON.parse(out) as { findings: Array<{ state: string; message: string }> };
  expect(findings.filter(({ state }) => state === 'fault').map(({ message }) => message)).toEqual(faults);

  const site = await startSite({}, { program, cwd: siteFolder });
  const log = (level: number) =>
    site
      .output()
      .split('\n')
      .filter((line) => line.startsWith(`{"level":${level}`));
  expect(log(40).map((line) => JSON.parse(line).msg)).toEqual(faults);
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = (await (await call(site.url, '/api/users', '', account)).json()) as { token: string };
  await call(site.url, '/dev');
  const image = new FormData();
  image.append('file', new Blob([Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')]), 'pixel.gif');
  const upload = () => fetch(`${site.url}/api/media`, { method: 'POST', headers: { 'x-auth-token': token }, body: image });
  expect((await upload()).status).toBe(500);
  expect((await fetch(`${site.url}/dev/og.png`)).status).toBe(500);
  await expect
    .poll(() => log(50).map((line) => JSON.parse(line).err.message))
    .toEqual([expect.stringContaining('A worker cannot start'), expect.stringContaining('A worker cannot start')]);
  await site.stop();
});
