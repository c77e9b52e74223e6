import { expect, inject, test } from 'vitest';
import { signUp, writePost } from '../community.ts';
import { named, run } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const post = await writePost(await signUp(site, 'Ada'));

async function databaseFaults(environment: object): Promise<string[]> {
  const { out, err } = await run(['doctor', '--json', '--offline'], { PORT: '0', ...named(site.settings), ...environment });
  expect(err).toBe('');
  const { findings } = JSON.parse(out);
  return findings
    .filter(({ check, state }: { check: string; state: string }) => check === 'database' && state === 'fault')
    .map(({ says }: { says: string }) => says);
}

/** The tests' PostgreSQL never waits for the disk, which is a fault anywhere else. */
const careless = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => expect.stringContaining(`${name} = off`));

test('a PostgreSQL that does not wait for its disk', async () => {
  expect(await databaseFaults({})).toEqual(careless);
});

test('counts that are not those of the rows', async () => {
  await site.db.run`update posts set comment_count = 7 where id = ${post}`;
  expect(await databaseFaults({})).toEqual([...careless, expect.stringContaining('1 post has a wrong count of likes or comments')]);
});

test('a database of a newer program, and one that is not there', async () => {
  await site.db.run`insert into schema_version (version) values (9999)`;
  expect((await databaseFaults({}))[0]).toMatch(/is at version 9999/);
  const gone = inject('postgresUrl').replace('/postgres?', '/gone?');
  expect(await databaseFaults({ DATABASE_URL: gone })).toEqual([expect.stringContaining('cannot be used: database "gone" does not exist')]);
});
