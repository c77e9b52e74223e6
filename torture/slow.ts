import { connect, type Socket } from 'node:net';
import { address, caller } from './calls.ts';
import { Findings, type Proof, withCleanup } from './proof.ts';
import { freshDatabase, type Running, startSite } from './site.ts';

const counts = { long: 2000, short: 60 };
/** Milliseconds in which all of them have to be gone; the short form waits for as long as it takes. */
const limit = 10_000;
/** Milliseconds between two bytes of one client. */
const pause = 500;

interface Client {
  socket: Socket;
  /** Milliseconds from the connection to its end by the server; undefined while it holds. */
  lasted?: number;
  said: string;
}

/** What a slow client sends at first. After that comes a byte now and then, for ever. */
const kinds: Record<string, (index: number) => { first: string; byte: string }> = {
  headers: (index) => ({
    first: `GET /api/profile HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address(index)}\r\nx-slow: `,
    byte: 'a',
  }),
  bodies: (index) => ({
    first: `POST /api/auth HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address(index)}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"email":"`,
    byte: 'a',
  }),
  silence: () => ({ first: '', byte: '' }),
};

/** Slow clients cost nothing: connections that trickle are ended by the server, and others are served meanwhile. */
export const slow: Proof = {
  promise: 'slow clients cost nothing',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const site = await startSite(await freshDatabase('sqlite', afterwards));
      afterwards(() => site.kill());
      const clients = Object.values(kinds).flatMap((kind) =>
        Array.from({ length: counts[size] / Object.keys(kinds).length }, (_, index) => open(site, kind(index))),
      );
      afterwards(() => clients.forEach(({ socket }) => void socket.destroy()));
      const call = caller(site.url);
      afterwards(() => call.close());
      let served = 0;
      const gone = () => clients.filter(({ lasted }) => lasted !== undefined).length;
      const began = performance.now();
      while (gone() < clients.length && performance.now() - began < (size === 'long' ? 3 * limit : 600_000)) {
        const reply = await call('GET', '/readyz').catch(() => undefined);
        findings.check(reply?.status === 200, `Somebody else was answered with ${reply?.status} meanwhile`);
        served++;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const slowest = Math.max(...clients.map(({ lasted }) => lasted ?? Number.POSITIVE_INFINITY));
      findings.check(gone() === clients.length, `${clients.length - gone()} of ${clients.length} connections still hold`);
      findings.check(size === 'short' || slowest <= limit, `The last was gone after ${(slowest / 1000).toFixed(1)} s`);
      const answers = new Set(clients.map(({ said }) => /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 'nothing'));
      for (const answer of answers) findings.check(['408', '429', '503', 'nothing'].includes(answer), `A slow client was told ${answer}`);
      findings.figure(
        `${clients.length} connections that trickle headers or bodies, or say nothing: all gone after ${(slowest / 1000).toFixed(1)} s, told ${[...answers].sort().join(' or ')}; ${served} calls of others served meanwhile`,
      );
      return findings;
    }),
};

function open({ port }: Running, { first, byte }: { first: string; byte: string }): Client {
  let began = performance.now();
  const socket = connect(port, '127.0.0.1');
  const client: Client = { socket, said: '' };
  let trickling: NodeJS.Timeout | undefined;
  socket.once('connect', () => {
    began = performance.now();
    if (byte === '') return;
    socket.write(first);
    trickling = setInterval(() => socket.writable && socket.write(byte), pause);
  });
  socket.on('data', (chunk) => (client.said += chunk));
  socket.on('error', () => {});
  socket.once('close', () => {
    clearInterval(trickling);
    client.lasted = performance.now() - began;
  });
  return client;
}
