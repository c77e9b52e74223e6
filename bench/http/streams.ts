import { createHash, randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { openDb } from '../../server/src/platform/db/open.ts';
import { newId } from '../../server/src/platform/id.ts';
import { sqliteCommunity } from './community.ts';
import { processorTime, residentMegabytes, type Server, startSite } from './processes.ts';
import { environment, table } from './report.ts';

/** Numbers of streams, below the limits of the site. Each address is in another network. */
const [perAccount, perAddress] = [10, 100];
/** Streams that are opened at the same time. */
const concurrency = 100;
/** Posts whose delivery is measured, one per second, and connections and seconds of the other requests. */
const [posts, readers, seconds] = [20, 8, 8];

interface Client {
  socket: Socket;
  /** Called when an event arrives. */
  onEvent: () => void;
}

/** Measures the memory of open streams, the time until each has received a new post, and what they cost other requests, on SQLite. */
export async function streams(folder: string, count: number): Promise<string> {
  const dataDir = await sqliteCommunity({ members: Math.ceil(count / perAccount), posts: 1000 }, `${folder}/streams`);
  const tokens = await createSessions(dataDir, Math.ceil(count / perAccount));
  const site = await startSite({ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' });
  const clients: Client[] = [];
  try {
    const [author = ''] = tokens;
    const memory = residentMegabytes(site.pid);
    while (clients.length < count)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(concurrency, count - clients.length) }, (_, index) => open(site, tokens, clients.length + index)),
        )),
      );
    const perStream = ((residentMegabytes(site.pid) - memory) * 1024) / count;
    await read(site, author); // compiles the code
    const withStreams = await read(site, author);
    const began = processorTime(site.pid);
    const times: number[] = [];
    for (let post = 0; post < posts; post++) times.push(...(await deliver(site, author, clients)));
    const perEvent = (processorTime(site.pid) - began) / (posts * count);
    for (const { socket } of clients) socket.destroy();
    await setTimeout(2000);
    const without = await read(site, author);
    times.sort((a, b) => a - b);
    const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]?.toFixed(0)} ms`;
    const rows = [
      ['memory per stream', `${perStream.toFixed(1)} kB`],
      ['a post until a stream has it, p50', at(0.5)],
      ['p99', at(0.99)],
      ['maximum', at(1)],
      ['processor time per event and stream', `${(perEvent * 1000).toFixed(1)} µs`],
      ['feed, with open streams', withStreams],
      ['feed, without streams', without],
    ];
    return `${environment()}, ${count} streams\n\n${table(['figure', 'value'], rows)}`;
  } finally {
    for (const { socket } of clients) socket.destroy();
    await site.stop();
  }
}

async function createSessions(dataDir: string, count: number): Promise<string[]> {
  const db = await openDb({ dataDir });
  const users = await db.all<{ id: string }>`select id from users order by id limit ${count}`;
  const tokens = users.map(() => randomBytes(32).toString('base64url'));
  await db.transaction(async (tx) => {
    for (const [index, { id }] of users.entries())
      await tx.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at)
        values (${newId()}, ${createHash('sha256')
          .update(tokens[index] ?? '')
          .digest('base64url')}, ${id}, ${Date.now()}, ${Date.now()})`;
  });
  await db.close();
  return tokens;
}

/** Opens the `index`th stream, and resolves at its first event. */
function open({ port }: Server, tokens: string[], index: number): Promise<Client> {
  const from = Math.floor(index / perAddress);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const client: Client = { socket, onEvent: () => resolve(client) };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('event: ')) client.onEvent();
      else if (!chunk.includes('HTTP/1.1 200') && !chunk.includes(': ')) reject(new Error(chunk.toString()));
    });
    socket.write(
      `GET /api/events?feeds=latest HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${tokens[index % tokens.length]}\r\nx-forwarded-for: 10.1.${from}.1\r\n\r\n`,
    );
  });
}

const call = (site: Server, token: string, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${site.port}${path}`, { ...init, headers: { 'x-auth-token': token, 'content-type': 'application/json' } });

/** Writes a post; returns the milliseconds until each stream has it, from the beginning of the request. */
async function deliver(site: Server, token: string, clients: Client[]): Promise<number[]> {
  const began = performance.now();
  const received = clients.map(
    (client) =>
      new Promise<number>((resolve) => {
        client.onEvent = () => resolve(performance.now() - began);
      }),
  );
  await call(site, token, '/api/posts', { method: 'POST', body: JSON.stringify({ text: 'Hello' }) });
  const times = await Promise.all(received);
  await setTimeout(Math.max(0, 1000 - (performance.now() - began)));
  return times;
}

/** Reads the feed for some seconds. */
async function read(site: Server, token: string): Promise<string> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const reader = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await (await call(site, token, '/api/posts?embed=')).arrayBuffer();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return `${(times.length / seconds).toFixed(0)} requests/s, p99 ${p99.toFixed(1)} ms`;
}
