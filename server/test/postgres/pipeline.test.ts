import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseBusy } from '../../src/platform/db/db.ts';
import { pipelinedPool } from '../../src/platform/db/postgres/pipeline.ts';
import { onCleanup } from '../cleanup.ts';
import { createDatabase } from '../site.ts';

/* Connections shared by many concurrent statements. Other tests use them through the site; these cover rare failures. */

async function open({ max, timeout = 60_000 }: { max: number; timeout?: number }) {
  const { databaseUrl = '' } = await createDatabase();
  const pool = pipelinedPool({ connectionString: databaseUrl }, { max, idleTimeout: timeout });
  onCleanup(pool.close);
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  onCleanup(() => watcher.end());
  const connections = async () =>
    (await watcher.query('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')).rows;
  return { ...pool, watcher, connections };
}

const echo = (value: number) => ({ name: 'echo', text: 'select $1::int as value', values: [value] });
const broken = { name: 'broken', text: 'select 1 / $1::int as value', values: [0] };

test('returns the right result to each concurrent statement, and an error fails only its own statement', async () => {
  const { query, connections } = await open({ max: 3 });
  const pending = Array.from({ length: 300 }, (_, index) => (index % 50 === 7 ? query(broken) : query(echo(index))));
  const responses = await Promise.allSettled(pending);
  for (const [index, response] of responses.entries()) {
    if (index % 50 === 7) expect(response).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    else expect(response).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: index }] } });
  }
  expect(await connections()).toHaveLength(3);
});

test('uses one connection for sequential statements', async () => {
  const { query, connections } = await open({ max: 3 });
  for (const index of [1, 2, 3, 4, 5]) expect((await query(echo(index))).rows).toEqual([{ value: index }]);
  expect(await connections()).toHaveLength(1);
});

test('a lost connection fails its statements in flight, and the next statement opens another', async () => {
  const { query, watcher, connections } = await open({ max: 1 });
  await query(echo(1));
  const lost = Promise.allSettled([query({ text: 'select pg_sleep(600)' }), query(echo(2))]);
  await watcher.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect(await lost).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect((await query(echo(3))).rows).toEqual([{ value: 3 }]);
  expect(await connections()).toHaveLength(1);
});

test('closes idle connections, and the next statement opens another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // otherwise a busy machine exceeds the timeout while it connects
  onTestFinished(() => void vi.useRealTimers());
  const { query, connections } = await open({ max: 2, timeout: 50 });
  await Promise.all([query(echo(1)), query(echo(2))]);
  expect(await connections()).toHaveLength(2);
  vi.advanceTimersByTime(50);
  await expect.poll(connections).toEqual([]);
  expect((await query(echo(3))).rows).toEqual([{ value: 3 }]);
});

test('completes statements in flight on close', async () => {
  const { query, close } = await open({ max: 2 });
  const pending = Array.from({ length: 20 }, (_, index) => query(echo(index)));
  await close();
  const responses = (await Promise.all(pending)).map(({ rows }) => rows[0].value);
  expect(responses).toEqual(pending.map((_, index) => index));
  await expect(query(echo(1))).rejects.toThrow('closed');
});

/** Starts a server that sends what `greet` writes and then stays silent. */
async function silentServer(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => greet(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
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

test('statements fail when the server stops responding, and close does not wait for it', async () => {
  const silent = await silentServer((socket) => socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])));
  const { query, close } = pipelinedPool(silent, { max: 2, idleTimeout: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => query(echo(index))));
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  const last = Promise.allSettled([query(echo(1))]);
  await close();
  expect(await last).toMatchObject([{ status: 'rejected' }]);
});

test('a statement fails with the reason why its connection could not be opened', async () => {
  const full = await silentServer((socket) => socket.end(message('E', 'SFATAL\0C53300\0Msorry, too many clients already\0\0')));
  const { query, close } = pipelinedPool(full, { max: 2, idleTimeout: 60_000 });
  onCleanup(close);
  await expect(query(echo(1))).rejects.toMatchObject({ code: '53300' });
});

test('rejects statements when the queue is full', async () => {
  const silent = await silentServer((socket) => socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])));
  const { query, close } = pipelinedPool(silent, { max: 2, idleTimeout: 200 });
  const outcomes = await Promise.allSettled(Array.from({ length: 2100 }, (_, index) => query(echo(index))));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseBusy);
  expect(refused).toHaveLength(100);
  await close();
});
