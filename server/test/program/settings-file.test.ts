import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere, startSite } from '../program.ts';

/* Commands use the settings of the site that they look after, without its environment. */

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-saved-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const DATA_DIR = join(folder, 'data');
const file = join(DATA_DIR, 'settings.json');
const invite = async (environment: Record<string, string> = {}) => {
  const { code, out, err } = await runHere(['invite', '--json'], { DATA_DIR, ...environment });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out).link as string;
};

test('prints links with the PUBLIC_URL of the site, unless the command has another', async () => {
  const site = await startSite({ DATA_DIR, PUBLIC_URL: 'https://dev.example', TRUST_PROXY: '127.0.0.1', REGISTRATION: 'invited' });
  expect(await invite()).toMatch('https://dev.example/dev/register#');
  expect(await invite({ PUBLIC_URL: 'https://other.example' })).toMatch('https://other.example/dev/register#');
  expect((await runHere(['invite'], { DATA_DIR })).err).not.toContain('REGISTRATION');
  await site.stop();
  const { out } = await runHere(['doctor', '--offline', '--json'], { DATA_DIR });
  expect(JSON.parse(out).findings).toContainEqual({
    check: 'settings',
    state: 'ok',
    message: 'set: PORT, DATA_DIR, PUBLIC_URL, REGISTRATION, TRUST_PROXY, AVATAR_SERVICE_URL',
  });
});

test('prints links with the address at which the site listens, and saves the settings without secrets, readable only by their owner', async () => {
  const token = join(folder, 'token');
  writeFileSync(token, 'hunter2', { mode: 0o600 });
  const resume = join(folder, 'own.json');
  writeFileSync(resume, '{"basics": {"name": "Ada"}}');
  const secrets = { GITHUB_TOKEN: 'hunter2', METRICS_TOKEN_FILE: token, KEEP_ALIVE_URL: 'http://127.0.0.1:1/ping?key=hunter2' };
  const site = await startSite({ DATA_DIR, RESUME_FILE: resume, LOG_LEVEL: 'fatal', ...secrets });
  expect(await invite()).toMatch(`http://localhost:${new URL(site.url).port}/dev/register#`);
  await site.stop();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    PORT: new URL(site.url).port,
    RESUME_FILE: resume,
    METRICS_TOKEN_FILE: token,
    AVATAR_SERVICE_URL: 'off', // program.ts sets it
  });
});

test('does not use saved settings to start the site', async () => {
  writeFileSync(file, '{"PORT": "1", "HOST": "192.0.2.1"}');
  await (await startSite({ DATA_DIR })).stop();
});

test.for(['', '{', '{"PORT": 80}', '"text"', '\0\0\0\0'])(
  'ignores saved settings that are empty or broken, with a note: %j',
  async (content) => {
    writeFileSync(file, content);
    expect(await runHere(['invite'], { DATA_DIR })).toMatchObject({
      code: 0,
      out: expect.stringContaining('/dev/register#'),
      err: expect.stringContaining(`${file} is ignored, because it cannot be read: `),
    });
    const { out } = await runHere(['doctor', '--offline'], { DATA_DIR });
    expect(out).toMatch(/^note {3}settings {3}.+settings\.json is ignored/m);
  },
);

test('a start writes settings that were broken again, and deletes what a crash left', async () => {
  writeFileSync(file, '{');
  const leftover = `${file}.4194305.part`; // no process can have this id on Linux
  const recent = `${file}.4194306.part`;
  for (const path of [leftover, recent]) writeFileSync(path, '{');
  utimesSync(leftover, 0, 0);
  await (await startSite({ DATA_DIR })).stop();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ PORT: expect.any(String) });
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(recent)).toBe(true); // another process in another container may be writing it
  rmSync(recent);
});

test.skipIf(process.platform !== 'linux')(
  'settings that cannot be written leave the old ones, nothing else, and a running site',
  async () => {
    writeFileSync(file, '{"PORT": "1"}');
    rmSync(file);
    mkdirSync(file); // a rename onto a folder fails after the new content has been written
    await (await startSite({ DATA_DIR })).stop();
    expect(readdirSync(DATA_DIR).filter((name) => name.endsWith('.part'))).toEqual([]);
    rmSync(file, { recursive: true });
  },
);

test('explains saved settings that cannot be used', async () => {
  for (const [content, message] of [['{"PORT": "many"}', 'PORT must be a whole number']] as const) {
    writeFileSync(file, content);
    for (const command of [['invite'], ['user', 'list'], ['jobs', 'list'], ['site', 'get'], ['backup', join(folder, 'never.db')]])
      expect(await runHere(command, { DATA_DIR })).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  }
  const { code, out } = await runHere(['doctor', '--offline'], { DATA_DIR });
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('fault  settings   PORT must be a whole number') });
});
