import type { AddressInfo } from 'node:net';
import { createServer, connect as openSocket } from 'node:net';
import { onCleanup } from '../cleanup.ts';

/** The start of the message BackendKeyData, which has the id of the process. */
const backendKey = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Starts a pooler with `pool_mode = session` in front of the server of a URL: it tells another process id. Returns its URL. */
export async function startPooler(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const server = createServer((client) => {
    const upstream = openSocket(`${url.searchParams.get('host')}/.s.PGSQL.5432`);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      if (typeof chunk === 'string') return; // no encoding is set
      const at = chunk.indexOf(backendKey);
      if (at >= 0) chunk.writeInt32BE(1, at + backendKey.length);
      client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  onCleanup(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `postgres://127.0.0.1:${(server.address() as AddressInfo).port}${url.pathname}?user=${url.searchParams.get('user')}`;
}
