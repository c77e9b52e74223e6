import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

test('explains saved settings that cannot be used', async () => {
  for (const [content, message] of [
    ['{', `${file} cannot be read: `],
    ['{"PORT": 80}', `${file} cannot be read: it does not contain settings. Delete it; the next start of the site writes it again`],
    ['{"PORT": "many"}', 'PORT must be a whole number'],
  ] as const) {
    writeFileSync(file, content);
    for (const command of [['invite'], ['user', 'list'], ['jobs', 'list'], ['site', 'get'], ['backup', join(folder, 'never.db')]])
      expect(await runHere(command, { DATA_DIR })).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  }
  const { code, out } = await runHere(['doctor', '--offline'], { DATA_DIR });
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('fault  settings   PORT must be a whole number') });
});
