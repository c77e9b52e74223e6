import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseBusy } from '../../src/db/db.ts';
import { lines } from '../../src/db/postgres-pipeline.ts';
import { afterwards } from '../cleanup.ts';
import { freshDatabase } from '../site.ts';

/* Connections that many statements share at once. Through the site they serve every read; here they are put through what a site seldom meets. */

async function open({ most, patience = 60_000 }: { most: number; patience?: number }) {
  const { databaseUrl = '' } = await freshDatabase();
  const shared = lines({ connectionString: databaseUrl }, { most, patience });
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

test('a connection that nobody uses is closed, and the next statement gets another', async () => {
  const { query, others } = await open({ most: 2, patience: 50 });
  await Promise.all([query(echo(1)), query(echo(2))]);
  await expect.poll(others).toEqual([]);
  expect((await query(echo(3))).rows).toEqual([{ value: 3 }]);
});

test('what is under way when it closes is answered', async () => {
  const { query, close } = await open({ most: 2 });
  const asked = Array.from({ length: 20 }, (_, index) => query(echo(index)));
  await close();
  const answers = (await Promise.all(asked)).map(({ rows }) => rows[0].value);
  expect(answers).toEqual(asked.map((_, index) => index));
  await expect(query(echo(1))).rejects.toThrow('closed');
});

/** Something that speaks the protocol as far as `greet` goes, and then says nothing any more. */
async function greeter(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => greet(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { host: '127.0.0.1', port, user: 'u', database: 'd', ssl: false };
}

const message = (type: string, body: string) => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
};

test('a database that is gone without a word fails what waits for it, and is not waited for when all closes', async () => {
  const silent = await greeter((socket) => socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])));
  const { query, close } = lines(silent, { most: 2, patience: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => query(echo(index))));
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  const last = Promise.allSettled([query(echo(1))]);
  await close();
  expect(await last).toMatchObject([{ status: 'rejected' }]);
});

test('a statement says why its connection could not be opened', async () => {
  const full = await greeter((socket) => socket.end(message('E', 'SFATAL\0C53300\0Msorry, too many clients already\0\0')));
  const { query, close } = lines(full, { most: 2, patience: 60_000 });
  afterwards(close);
  await expect(query(echo(1))).rejects.toMatchObject({ code: '53300' });
});

test('more than can be answered soon is refused', async () => {
  const silent = await greeter((socket) => socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])));
  const { query, close } = lines(silent, { most: 2, patience: 200 });
  const outcomes = await Promise.allSettled(Array.from({ length: 2100 }, (_, index) => query(echo(index))));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseBusy);
  expect(refused).toHaveLength(100);
  await close();
});
