import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDb } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { startPostgres } from '../postgres.ts';
import { runHere } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-standby-'));
onCleanup(() => rmSync(folder, { recursive: true, force: true }));
chmodSync(folder, 0o755); // the server may run as another user

/** Starts a server in recovery: a copy of a stopped primary with a database of the site. */
async function standby() {
  const primary = join(folder, 'primary');
  const server = await startPostgres({ safe: true, dataFolder: primary });
  const db = await openDb({ databaseUrl: server.url, dataDir: folder });
  await db.run`insert into site (id, version, identity) values ('site', 1, ${'{"name":"Standby"}'})`;
  await db.close();
  await server.remove();
  writeFileSync(join(primary, 'standby.signal'), '');
  const copy = await startPostgres({ safe: true, dataFolder: primary });
  onCleanup(() => copy.remove());
  return copy.url;
}

test('backup, move and doctor read a standby, and a start waits for the primary', async () => {
  const databaseUrl = await standby();
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: '0' };
  expect(await runHere(['backup', join(folder, 'backup.db')], environment)).toMatchObject({ code: 0, err: '' });
  const doctor = await runHere(['doctor', '--offline'], environment);
  expect(doctor.out).toMatch(/note +database +the server is a read-only standby/);
  expect(doctor.out).not.toMatch(/fault +database/);
  const moved = await runHere(['move', '--to', `sqlite:${join(folder, 'moved.db')}`], environment);
  expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('could not be marked as moved') });
  await expect(openDb({ databaseUrl, dataDir: folder })).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message: expect.stringContaining('read-only standby'),
  });
});
