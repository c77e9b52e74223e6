import { expect, inject, test } from 'vitest';
import { createMember, writePost } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const post = await writePost(await createMember(site, 'Ada'));

async function databaseFaults(environment: object): Promise<string[]> {
  const { out, err } = await runHere(['doctor', '--json', '--offline'], {
    PORT: '0',
    ...databaseEnvironment(site.settings),
    ...environment,
  });
  expect(err).toBe('');
  const { findings } = JSON.parse(out);
  return findings
    .filter(({ check, state }: { check: string; state: string }) => check === 'database' && state === 'fault')
    .map(({ message }: { message: string }) => message);
}

/** The test server does not wait for the disk, which doctor reports as a fault. */
const diskFaults = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => expect.stringContaining(`${name} = off`));

test('reports a server that does not wait for the disk', async () => {
  expect(await databaseFaults({})).toEqual(diskFaults);
});

test('reports counts that differ from the number of rows', async () => {
  await site.db.run`update posts set comment_count = 7 where id = ${post}`;
  expect(await databaseFaults({})).toEqual([...diskFaults, expect.stringContaining('1 post has a wrong count of likes or comments')]);
});

test('reports rows that the site cannot show', async () => {
  await site.db.run`update posts set comment_count = 0 where id = ${post}`;
  await site.db.run`update users set created_at = ${8_640_000_000_000_001}`;
  expect(await databaseFaults({})).toEqual([...diskFaults, expect.stringContaining('1 account with a date that the site cannot show')]);
  await site.db.run`update users set created_at = 0`;
});

test('reports a database of a newer version and a missing database', async () => {
  await site.db.run`insert into schema_version (version) values (9999)`;
  expect((await databaseFaults({}))[0]).toMatch(/is at version 9999/);
  const missing = inject('postgresUrl').replace('/postgres?', '/missing?');
  expect(await databaseFaults({ DATABASE_URL: missing })).toEqual([
    expect.stringContaining(
      'cannot be used, because it does not exist: database "missing" does not exist. Check the name of the database in DATABASE_URL',
    ),
  ]);
});
