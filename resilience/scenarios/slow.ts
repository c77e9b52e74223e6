import { connect, type Socket } from 'node:net';
import { address, caller } from '../calls.ts';
import { Report, type Scenario, withCleanup } from '../scenario.ts';
import { createDatabase, type RunningSite, startSite } from '../site.ts';

const counts = { long: 2000, short: 60 };
/** Maximum age of a slow connection in milliseconds; the short form does not check it. */
const limit = 10_000;
/** Milliseconds between two bytes of one connection. */
const pause = 500;

interface Client {
  socket: Socket;
  /** Milliseconds until the server closed the connection; undefined while it is open. */
  lasted?: number;
  received: string;
}

/** The first bytes of a slow client, and the byte it repeats. */
const kinds: Record<string, (index: number) => { first: string; byte: string }> = {
  headers: (index) => ({
    first: `GET /api/profile HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address(index)}\r\nx-slow: `,
    byte: 'a',
  }),
  bodies: (index) => ({
    first: `POST /api/auth HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address(index)}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"email":"`,
    byte: 'a',
  }),
  silence: () => ({ first: '', byte: '' }),
};

/** Opens connections that send slowly or nothing: the server closes them and serves other clients. */
export const slow: Scenario = {
  promise: 'slow clients are cheap',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const site = await startSite(await createDatabase('sqlite', cleanup));
      cleanup(() => site.kill());
      const clients = Object.values(kinds).flatMap((kind) =>
        Array.from({ length: counts[size] / Object.keys(kinds).length }, (_, index) => open(site, kind(index))),
      );
      cleanup(() => clients.forEach(({ socket }) => void socket.destroy()));
      const call = caller(site.url);
      cleanup(() => call.close());
      let served = 0;
      const closed = () => clients.filter(({ lasted }) => lasted !== undefined).length;
      const began = performance.now();
      while (closed() < clients.length && performance.now() - began < (size === 'long' ? 3 * limit : 600_000)) {
        const reply = await call('GET', '/readyz').catch(() => undefined);
        report.check(reply?.status === 200, `Another client was answered with ${reply?.status}`);
        served++;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const slowest = Math.max(...clients.map(({ lasted }) => lasted ?? Number.POSITIVE_INFINITY));
      report.check(closed() === clients.length, `${clients.length - closed()} of ${clients.length} connections are still open`);
      report.check(size === 'short' || slowest <= limit, `The last was closed after ${(slowest / 1000).toFixed(1)} s`);
      const answers = new Set(clients.map(({ received }) => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'nothing'));
      for (const answer of answers)
        report.check(['408', '429', '503', 'nothing'].includes(answer), `A slow client was answered with ${answer}`);
      report.figure(
        `${clients.length} connections that send headers or bodies slowly, or nothing: all closed after ${(slowest / 1000).toFixed(1)} s, answered with ${[...answers].sort().join(' or ')}; ${served} calls of another client served`,
      );
      return report;
    }),
};

function open({ port }: RunningSite, { first, byte }: { first: string; byte: string }): Client {
  let began = performance.now();
  const socket = connect(port, '127.0.0.1');
  const client: Client = { socket, received: '' };
  let trickling: NodeJS.Timeout | undefined;
  socket.once('connect', () => {
    began = performance.now();
    if (byte === '') return;
    socket.write(first);
    trickling = setInterval(() => socket.writable && socket.write(byte), pause);
  });
  socket.on('data', (chunk) => (client.received += chunk));
  socket.on('error', () => {});
  socket.once('close', () => {
    clearInterval(trickling);
    client.lasted = performance.now() - began;
  });
  return client;
}
