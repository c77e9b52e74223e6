import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPackages } from '../../src/cli/doctor/packages.ts';
import { run, runHere, startSite } from '../program.ts';

/* The start and `doctor` report the same faults in the same words. */

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-checks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function faultsOf(environment: Record<string, string>): Promise<string[]> {
  const { out } = await runHere(['doctor', '--offline', '--json'], environment);
  const { findings } = JSON.parse(out) as { findings: Array<{ state: string; message: string }> };
  return findings.filter(({ state }) => state === 'fault').map(({ message }) => message);
}

test('the start logs each fault that doctor reports and with which the site can run', async () => {
  const DATA_DIR = join(folder, 'open');
  mkdirSync(DATA_DIR);
  chmodSync(DATA_DIR, 0o755);
  const token = join(folder, 'token');
  writeFileSync(token, 'secret');
  chmodSync(token, 0o644);
  const environment = { DATA_DIR, PORT: '0', GITHUB_TOKEN_FILE: token, PUBLIC_URL: 'https://dev.example' };
  const faults = await faultsOf(environment);
  expect(faults).toEqual([
    expect.stringMatching(/^All users of this machine can read the secret/),
    expect.stringMatching(/TRUST_PROXY is not set/),
    expect.stringMatching(/chmod 700/),
  ]);
  const site = await startSite(environment);
  const lines = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":40'));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(faults);
  await site.stop();
});

test('the start refuses what doctor reports as a reason not to start, in the same words', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const wrong: Array<Record<string, string>> = [
    { DATA_DIR: file },
    { DATA_DIR: join(file, 'below') },
    { DATA_DIR: '~ada/data' },
    { DATA_DIR: '' },
    { DATA_DIR: folder, PUBLIC_URL: 'https://dev.example/dev' },
    { DATA_DIR: folder, PUBLIC_URL: 'https://dev.example/dev', PORT: 'many' },
  ];
  for (const environment of wrong) {
    const faults = await faultsOf({ PORT: '0', ...environment });
    const { code, out, err } = await run(['start'], { PORT: '0', ...environment });
    expect({ code, out }, err).toEqual({ code: 1, out: '' });
    const lines = err.trim().split('\n');
    expect(lines.map((line) => line.replace(/\.$/, ''))).toEqual(faults.map((message) => message.replace(/\.$/, '')));
  }
});

/** A program that needs the library `encoder`, which has one of these packages for each platform. */
function installation(name: string, installed: string[]): string {
  const root = join(folder, name);
  const names = ['encoder-linux-x64', 'encoder-libs-linux-x64', 'encoder-linuxmusl-x64', 'encoder-libs-linuxmusl-x64', 'encoder-win32-x64'];
  const write = (path: string, manifest: object) => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest));
  };
  write('.', { name: 'program', dependencies: { encoder: '1' } });
  for (const each of installed)
    write(`node_modules/${each}`, {
      name: each,
      ...(each === 'encoder' && { optionalDependencies: Object.fromEntries(names.map((other) => [other, '1'])) }),
    });
  return join(root, 'package.json');
}

test.for<[installed: string[], missing: string[]]>([
  [['encoder', 'encoder-linux-x64', 'encoder-libs-linux-x64'], []],
  [['encoder', 'encoder-linuxmusl-x64', 'encoder-libs-linuxmusl-x64'], []],
  [[], ['encoder']],
  [['encoder'], ['encoder-linux-x64', 'encoder-libs-linux-x64']],
  [['encoder', 'encoder-linux-x64'], ['encoder-libs-linux-x64']],
  [
    ['encoder', 'encoder-win32-x64'],
    ['encoder-linux-x64', 'encoder-libs-linux-x64'],
  ],
])('with %j installed, doctor misses %j', ([installed, missing]) => {
  const manifest = installation(`program-${installed.join('-')}`, installed);
  const found = checkPackages(manifest, { platform: 'linux', arch: 'x64' });
  const messages = missing.map((name) => `The package ${name} is not installed. Install again on this machine, without --omit=optional.`);
  expect(found.filter(({ state }) => state === 'fault').map(({ message }) => message)).toEqual(messages);
});
