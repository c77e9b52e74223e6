import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeCommunity } from '../../src/demo/community.ts';
import { insertCommunity } from '../../src/demo/insert-community.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { fakeGithub } from '../fake-github.ts';
import { fakeHost } from '../fake-host.ts';
import { runHere } from '../program.ts';
import { openSite } from '../site.ts';

/* Each test adds one fault to a healthy installation and expects doctor to report exactly that fault. */

const github = await fakeGithub();
onCleanup(() => github.stop());

interface Finding {
  check: string;
  state: 'ok' | 'fault' | 'note';
  message: string;
}

/** A data folder with a small community. */
async function installation(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-doctor-'));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  const db = await openDb({ dataDir });
  await insertCommunity(db, makeCommunity({ members: 5, posts: 20, seed: 1 }));
  await db.close();
  return dataDir;
}

async function examine(environment: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await runHere(['doctor', '--json', ...args], { PORT: '0', GITHUB_API_URL: github.url, ...environment });
  expect(err).toBe('');
  const found: Finding[] = JSON.parse(out).findings;
  return { code, found, faults: found.filter(({ state }) => state === 'fault') };
}

async function expectFault(environment: Record<string, string>, check: string, message: RegExp): Promise<void> {
  const { code, faults } = await examine(environment);
  expect(faults).toEqual([expect.objectContaining({ check, state: 'fault', message: expect.stringMatching(message) })]);
  expect(code).toBe(1);
}

/** Changes the database behind the program's back, without foreign keys. */
function corrupt(dataDir: string, sql: string): void {
  const database = new DatabaseSync(databaseFile(dataDir), { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
}

const dataDir = await installation();

test('reports no fault in a healthy installation or before the first start', async () => {
  const { code, found, faults } = await examine({ DATA_DIR: dataDir });
  expect(faults).toEqual([]);
  expect(code).toBe(0);
  expect(found.map(({ check }) => check)).toEqual([
    'program',
    'pages',
    'packages',
    'settings',
    'folder',
    'disk',
    'temporary',
    'résumé',
    'database',
    'jobs',
    'address',
    'code host',
    'clock',
    'avatars',
    'mail',
  ]);
  expect(await examine({ DATA_DIR: join(dataDir, 'later') })).toMatchObject({ code: 0, faults: [] });
});

test('reports parked jobs, and notes what a stopped process has left', async () => {
  const folder = await installation();
  const db = await openDb({ dataDir: folder });
  const insert = (id: string, lease: string | null, failedAt: number | null) => db.run`
    insert into jobs (id, kind, payload, run_at, lease, failed_at, created_at) values (${id}, 'test', '{}', ${1000}, ${lease}, ${failedAt}, ${1000})`;
  await insert('1', null, 2000);
  expect((await examine({ DATA_DIR: folder })).faults).toEqual([
    {
      check: 'jobs',
      state: 'fault',
      message: expect.stringMatching(/^1 job failed too often and will not run again\. See "dev-connector jobs list"/),
    },
  ]);
  await db.run`delete from jobs`;
  await insert('2', 'gone', null);
  await db.close();
  const { found, faults } = await examine({ DATA_DIR: folder });
  expect(faults).toEqual([]);
  expect(found.filter(({ check }) => check === 'jobs').map(({ message }) => message)).toEqual([
    '1 due, 0 scheduled',
    '1 job did not finish because a process ended; the site runs them again',
    expect.stringMatching(/^a job has been due for \d+ minutes; jobs run only while the site runs$/),
  ]);
});

test('prints a line per check and a summary without --json', async () => {
  const { code, out } = await runHere(['doctor', '--offline'], { PORT: '0', DATA_DIR: dataDir });
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {5}program {4}Dev Connector .+\n((ok|note) .+\n)+No faults found\.\n$/);
});

test('reports all invalid settings together', async () => {
  const { code, faults } = await examine({ DATA_DIR: dataDir, PORT: 'many', PUBLIC_URL: 'example.org' });
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^PORT must be a whole number/),
    expect.stringMatching(/^PUBLIC_URL must be a URL/),
  ]);
  expect(code).toBe(1);
});

test('reports a secret file that other users can read', async () => {
  const file = join(dataDir, 'token');
  writeFileSync(file, 'secret');
  chmodSync(file, 0o644);
  await expectFault({ DATA_DIR: dataDir, GITHUB_TOKEN_FILE: file }, 'settings', /GITHUB_TOKEN_FILE.+chmod 600/);
});

test('does not print secrets in URLs', async () => {
  const keepAlive = `${github.url}/ping?key=hunter2`;
  for (const settings of [
    { GITHUB_API_URL: 'https://ada:hunter2@127.0.0.1:1' },
    { PUBLIC_URL: 'https://ada:hunter2@dev.example' },
    { KEEP_ALIVE_URL: keepAlive },
  ]) {
    const { out, err } = await runHere(['doctor', '--json'], { PORT: '0', GITHUB_API_URL: github.url, DATA_DIR: dataDir, ...settings });
    expect(out + err).not.toContain('hunter2');
  }
});

test('reports a missing file only if it would be read', async () => {
  const missing = join(dataDir, 'missing');
  expect(await examine({ DATA_DIR: dataDir, GITHUB_TOKEN: 'x', GITHUB_TOKEN_FILE: missing, PORT_FILE: missing })).toMatchObject({
    faults: [],
  });
  await expectFault({ DATA_DIR: dataDir, GITHUB_TOKEN_FILE: missing }, 'settings', /GITHUB_TOKEN_FILE cannot be read/);
});

test('reports an untrusted proxy, a proxy range that is too wide and a public URL with a path', async () => {
  await expectFault({ DATA_DIR: dataDir, PUBLIC_URL: 'https://dev.example.org' }, 'settings', /TRUST_PROXY is not set/);
  const proxied = { DATA_DIR: dataDir, PUBLIC_URL: 'https://dev.example.org' };
  expect(await examine({ ...proxied, TRUST_PROXY: '127.0.0.1' })).toMatchObject({ faults: [] });
  await expectFault({ ...proxied, TRUST_PROXY: '0.0.0.0/0' }, 'settings', /must not trust all addresses/);
  await expectFault({ ...proxied, TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://example.org/dev' }, 'settings', /must end after the host/);
});

test('reports an invalid résumé', async () => {
  const file = join(dataDir, 'resume.json');
  writeFileSync(file, '{"work": [{"startDate": "Jan 2010"}]}');
  await expectFault({ DATA_DIR: dataDir, RESUME_FILE: file }, 'résumé', /basics\.name/);
});

const notes = async (environment: Record<string, string>) =>
  (await examine({ DATA_DIR: dataDir, ...environment }, '--offline')).found.filter(({ state }) => state === 'note');

test('notes that the site shows the sample résumé', async () => {
  expect(await notes({})).toEqual([
    { check: 'résumé', state: 'note', message: 'the site shows the sample résumé; set RESUME_FILE to your own' },
  ]);
  const file = join(dataDir, 'own.json');
  writeFileSync(file, '{"basics": {"name": "Ada"}}');
  expect(await notes({ RESUME_FILE: file })).toEqual([]);
  writeFileSync(file, '{"basics": {"name": "Ada"}, "work": [{"company": "Acme", "startDate": "Jan 2010", "team": 4}]}');
  expect((await notes({ RESUME_FILE: file })).map(({ message }) => message)).toEqual([
    'work[0].team (line 1, column 91): not shown on page and PDF. Not a field of JSON Resume',
    'work[0].startDate (line 1, column 71): "Jan 2010" is read as 2010-01',
  ]);
});

test.for<[environment: Record<string, string>, reason?: string]>([
  [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  [{ TRUST_PROXY: '127.0.0.1' }, 'TRUST_PROXY is set'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:0' }],
  [{ HOST: '127.0.0.1' }],
])('notes a missing PUBLIC_URL if others can reach the site: %j', async ([environment, reason]) => {
  const message = `${reason}, so others can reach the site, but PUBLIC_URL is not set`;
  const expected = reason ? [{ check: 'settings', state: 'note', message: expect.stringContaining(message) }] : [];
  expect((await notes(environment)).filter(({ check }) => check === 'settings')).toEqual(expected);
});

test('reports an identity of the site that is not valid', async () => {
  const edited = await installation();
  corrupt(edited, `insert into site (id, version, identity) values ('site', 1, '{"accent": "red"}')`);
  await expectFault({ DATA_DIR: edited }, 'database', /The identity of the site in the database is not valid: Accent must be a colour/);
});

test('reports a data folder that others can read, is a file or cannot be created', async () => {
  const open = await installation();
  chmodSync(open, 0o755);
  await expectFault({ DATA_DIR: open }, 'folder', /chmod 700/);
  await expectFault({ DATA_DIR: databaseFile(dataDir) }, 'folder', /which is not a folder/);
  await expectFault({ DATA_DIR: join(databaseFile(dataDir), 'below') }, 'folder', /but .+dev-connector\.db is not a folder/);
  expect(await examine({ DATA_DIR: join(dataDir, 'not', 'there') })).toMatchObject({ faults: [] });
});

test('reports a damaged database and a file that is not a database', async () => {
  const damaged = await installation();
  const database = new DatabaseSync(databaseFile(damaged), { defensive: false });
  const { rootpage } = database.prepare("select rootpage from sqlite_schema where name = 'posts'").get() as { rootpage: number };
  database.close();
  const descriptor = openSync(databaseFile(damaged), 'r+');
  writeSync(descriptor, Buffer.alloc(2000, 0x5a), 0, 2000, (rootpage - 1) * 4096);
  closeSync(descriptor);
  await expectFault({ DATA_DIR: damaged }, 'database', /dev-connector\.db is damaged: .+Keep a copy, and restore a backup/);
  const none = await installation();
  writeFileSync(databaseFile(none), 'Dear diary, this is no database at all.');
  await expectFault({ DATA_DIR: none }, 'database', /is not a database of SQLite, or its first page is damaged: file is not a database/);
});

test('reports rows with missing references', async () => {
  const orphaned = await installation();
  corrupt(orphaned, 'delete from users where id = (select user_id from posts limit 1)');
  await expectFault({ DATA_DIR: orphaned }, 'database', /rows reference missing rows/);
});

test('reports counts that differ from the number of rows', async () => {
  const miscounted = await installation();
  corrupt(miscounted, 'update posts set like_count = like_count + 1 where id in (select id from posts limit 3)');
  await expectFault({ DATA_DIR: miscounted }, 'database', /3 posts have a wrong count of likes or comments/);
});

test.for([
  ['1 profile with a list of skills', "update profiles set skills = '{}' where id = (select min(id) from profiles)"],
  ['1 profile with a list of skills', "update profiles set skills = '[1]' where id = (select min(id) from profiles)"],
  ['1 experience with a day', "update experiences set from_date = '2020-02-30' where id = (select min(id) from experiences)"],
  ['1 education with a day', "update educations set to_date = 'later' where id = (select min(id) from educations)"],
  ['1 account with a date', 'update users set created_at = 9223372036854775807 where id = (select min(id) from users)'],
  ['1 post with a date', 'update posts set created_at = -8640000000000001 where id = (select min(id) from posts)'],
] as const)('reports %s that the site cannot show', async ([problem, sql]) => {
  const wrong = await installation();
  corrupt(wrong, sql);
  await expectFault({ DATA_DIR: wrong }, 'database', new RegExp(`^${problem} that the site cannot show`));
});

test('reports posts with a date in the future', async () => {
  const early = await installation();
  corrupt(early, `update posts set created_at = ${Date.now() + 3_600_000} where id = (select max(id) from posts)`);
  await expectFault({ DATA_DIR: early }, 'database', /which is in the future/);
});

test('reports a database of a newer version', async () => {
  const newer = await installation();
  corrupt(newer, 'pragma user_version = 9999');
  await expectFault({ DATA_DIR: newer }, 'database', /is at version 9999, but this program knows only version \d+/);
});

test('reports a WAL that has grown too large', async () => {
  const grown = await installation();
  writeFileSync(`${databaseFile(grown)}-wal`, '');
  truncateSync(`${databaseFile(grown)}-wal`, 100_000_000);
  await expectFault({ DATA_DIR: grown }, 'database', /-wal has grown to 100 MB/);
});

test('reports a disk without space for a copy of the database', async () => {
  const large = await installation();
  truncateSync(databaseFile(large), 8e12); // a sparse file: only a copy would need the space
  const { faults } = await examine({ DATA_DIR: large });
  expect(faults).toContainEqual({ check: 'disk', state: 'fault', message: expect.stringMatching(/Only .+ is free/) });
});

test('reports a port used by another program, but not by the site itself', async () => {
  const otherProgram = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => otherProgram.once('listening', resolve));
  const { port } = otherProgram.address() as AddressInfo;
  await expectFault({ DATA_DIR: dataDir, PORT: String(port) }, 'address', /is in use by another program/);
  await expectFault({ DATA_DIR: dataDir, METRICS_PORT: String(port) }, 'metrics', /^METRICS_PORT cannot be used: .*EADDRINUSE/);
  otherProgram.close();

  const metricsPort = port; // free again
  const site = await openSite({ metricsPort });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const ours = (site.app.server.address() as AddressInfo).port;
  const environment = { DATA_DIR: site.settings.dataDir, PORT: String(ours), METRICS_PORT: String(metricsPort) };
  const { faults, found } = await examine(environment);
  expect(faults).toEqual([]);
  expect(found).toContainEqual({ check: 'metrics', state: 'ok', message: `the site serves metrics on port ${metricsPort}` });
  expect(found).toContainEqual({ check: 'address', state: 'ok', message: `the site runs on 127.0.0.1:${ours}` });
});

test('reports a host address of another machine', async () => {
  await expectFault({ DATA_DIR: dataDir, HOST: '192.0.2.1' }, 'address', /HOST 192\.0\.2\.1 or PORT 0 cannot be used/);
});

test('reports a code host that is down, rejects the token or returns errors', async () => {
  await expectFault({ DATA_DIR: dataDir, GITHUB_API_URL: 'http://127.0.0.1:1' }, 'code host', /cannot be reached/);
  github.answers(401);
  await expectFault({ DATA_DIR: dataDir, GITHUB_TOKEN: 'stale' }, 'code host', /rejects GITHUB_TOKEN/);
  github.answers(503);
  await expectFault({ DATA_DIR: dataDir }, 'code host', /responds with status 503/);
  const requestCount = github.requests.length;
  expect(await examine({ DATA_DIR: dataDir }, '--offline')).toMatchObject({ code: 0, faults: [] });
  expect(github.requests).toHaveLength(requestCount);
});

test('notes an avatar service that cannot be reached, and reports one that returns errors', async () => {
  github.answers(200, {});
  const stopped = await fakeHost(() => {});
  await stopped.stop();
  const { code, found, faults } = await examine({ DATA_DIR: dataDir, AVATAR_SERVICE_URL: stopped.url });
  expect({ code, faults }).toEqual({ code: 0, faults: [] });
  expect(found).toContainEqual({
    check: 'avatars',
    state: 'note',
    message: expect.stringMatching(/cannot be reached \(.+\), so new members have initials only\. .+ set AVATAR_SERVICE_URL=off/),
  });
  github.answer = (response, { url }) => response.writeHead(url?.startsWith('/avatar/') ? 503 : 200).end('{}');
  await expectFault({ DATA_DIR: dataDir, AVATAR_SERVICE_URL: `${github.url}/avatar` }, 'avatars', /responds with status 503/);
});

test('reports a wrong clock', async () => {
  github.answer = (response) => response.setHeader('date', new Date(Date.now() - 7_200_000).toUTCString()).end('{}');
  await expectFault({ DATA_DIR: dataDir }, 'clock', /clock is 7\d\d\d s ahead/);
  github.answer = (response) => response.setHeader('date', new Date(Date.now() + 7_200_000).toUTCString()).end('{}');
  await expectFault({ DATA_DIR: dataDir }, 'clock', /clock is 7\d\d\d s behind/);
  github.answer = (response) => response.end('{}');
});

test('does not change any file', async () => {
  const examined = await installation();
  const state = () =>
    Object.fromEntries(
      readdirSync(examined).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(examined, name)))
          .digest('hex'),
      ]),
    );
  const before = state();
  await examine({ DATA_DIR: examined });
  expect(state()).toEqual(before);
});
