import pg from 'pg';
import { expect, test } from 'vitest';
import { lines } from '../../src/db/postgres-lines.ts';
import { afterwards } from '../afterwards.ts';
import { freshDatabase } from '../site.ts';

/* Connections that many statements share at once. Through the site they serve every read; here they are put through what a site seldom meets. */

async function open(options: { most: number; idleAfter?: number }) {
  const { databaseUrl = '' } = await freshDatabase();
  const shared = lines({ connectionString: databaseUrl }, options);
  afterwards(shared.close);
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  afterwards(() => watcher.end());
  const others = async () =>
    (await watcher.query('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')).rows;
  return { ...shared, watcher, others };
}

const echo = (value: number) => ({ name: 'echo', text: 'select $1::int as value', values: [value] });
const broken = { name: 'broken', text: 'select 1 / $1::int as value', values: [0] };

test('each of many statements at once gets its own answer, and one that fails fails alone', async () => {
  const { query, others } = await open({ most: 3 });
  const asked = Array.from({ length: 300 }, (_, index) => (index % 50 === 7 ? query(broken) : query(echo(index))));
  const answers = await Promise.allSettled(asked);
  for (const [index, answer] of answers.entries()) {
    if (index % 50 === 7) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    else expect(answer).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: index }] } });
  }
  expect(await others()).toHaveLength(3);
});

test('one at a time needs one connection', async () => {
  const { query, others } = await open({ most: 3 });
  for (const index of [1, 2, 3, 4, 5]) expect((await query(echo(index))).rows).toEqual([{ value: index }]);
  expect(await others()).toHaveLength(1);
});

test('a connection that breaks fails what it had under way, and the next statement gets another', async () => {
  const { query, watcher, others } = await open({ most: 1 });
  await query(echo(1));
  const lost = Promise.allSettled([query({ text: 'select pg_sleep(600)' }), query(echo(2))]);
  await watcher.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect(await lost).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect((await query(echo(3))).rows).toEqual([{ value: 3 }]);
  expect(await others()).toHaveLength(1);
});

test('a connection that nobody uses is closed, one with a statement under way is not', async () => {
  const { query, others } = await open({ most: 2, idleAfter: 50 });
  await Promise.all([query(echo(1)), query(echo(2))]);
  await expect.poll(others).toEqual([]);
  expect((await query({ text: 'select 4 as value from pg_sleep(0.5)' })).rows).toEqual([{ value: 4 }]);
});

test('what is under way when it closes is answered', async () => {
  const { query, close } = await open({ most: 2 });
  const asked = Array.from({ length: 20 }, (_, index) => query(echo(index)));
  await Promise.all([close(), ...asked]);
  expect((await asked[19])?.rows).toEqual([{ value: 19 }]);
});
