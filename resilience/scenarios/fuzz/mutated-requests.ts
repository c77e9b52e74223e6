import { connect } from 'node:net';
import fc from 'fast-check';
import { address } from '../../calls.ts';
import type { RunningSite } from '../../site.ts';

/** Valid requests to mutate. */
const seeds = [
  'GET /api/profile?limit=5 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  'POST /api/auth HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 45\r\n\r\n{"email":"ada@example.org","password":"12345"}',
  'PUT /api/posts/like/01890000-0000-7000-8000-000000000000 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /dev/profiles HTTP/1.0\r\nconnection: close\r\n\r\n',
];

type Mutation = (text: string) => string;

const mutation: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(12),
    fc.oneof(
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
      fc.constantFrom(
        '\r\n',
        '\n',
        '\0',
        ' ',
        ':',
        'content-length: 0\r\n',
        'transfer-encoding: chunked\r\n',
        'host: other.example\r\n',
        '\r\n\r\n',
        'x'.repeat(20_000),
        `x: ${'y'.repeat(9000)}\r\n`,
      ),
    ),
  )
  .map(([place, removed, inserted]) => (text: string) => {
    const at = Math.floor(place * text.length);
    return text.slice(0, at) + inserted + text.slice(at + removed);
  });

const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([seed, mutations]) => mutations.reduce((text, mutate) => mutate(text), seed));

/** Sends mutated bytes, each on a new connection. Every answer must be HTTP below 500, or 505; no answer is fine too. */
export async function sendMutated({ port }: RunningSite, count: number, seed: number) {
  const waiting = fc.sample(mutated, { numRuns: count, seed });
  const distinct = new Set<string>();
  const wrong: Array<{ bytes: string; received: string }> = [];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let bytes = waiting.pop(); bytes !== undefined; bytes = waiting.pop()) {
        const received = await exchange(port, bytes.replace('\r\n', `\r\nx-forwarded-for: ${address(500_000 + waiting.length)}\r\n`));
        const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
        if (statuses.some((status) => status >= 400)) distinct.add(bytes);
        if (statuses.some((status) => status >= 500 && status !== 505) || (received !== '' && statuses.length === 0))
          wrong.push({ bytes, received });
      }
    }),
  );
  return { sent: count, distinct: distinct.size, wrong: wrong.slice(0, 5) };
}

/** Sends the bytes, half-closes, and reads until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('error', () => {});
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
