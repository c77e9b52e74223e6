import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import type { TestResponse } from './client.ts';
import type { Site } from './site.ts';

const starts = new WeakMap<Site['app'], Promise<unknown>>();

/** Returns the address of the app. The first call starts listening on a free port. */
export async function listen({ app }: Pick<Site, 'app'>): Promise<AddressInfo> {
  const start = starts.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 });
  starts.set(app, start);
  await start;
  return app.server.address() as AddressInfo;
}

/** Opens a TCP connection to the app from a local address. */
export async function connect(site: Pick<Site, 'app'>, localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = await listen(site);
  const socket = createConnection({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  return socket;
}

/** Sends raw bytes and reads until the server closes the connection. Returns undefined if the server sends nothing. */
export async function sendBytes(site: Pick<Site, 'app'>, bytes: string | Buffer, localAddress?: string): Promise<TestResponse | undefined> {
  const socket = await connect(site, localAddress);
  const chunks: Uint8Array[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  // If the server closes while we still send, the connection may be reset. Use the data received before.
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return chunks.length > 0 ? parse(`${Buffer.concat(chunks)}`) : undefined;
}

/** Reads the next response with a JSON body, or with 204, from a connection that stays open. */
export async function readResponse(socket: Socket): Promise<TestResponse> {
  let text = '';
  for (;;) {
    const [chunk] = await once(socket, 'data');
    text += chunk;
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    const body = text.indexOf('\r\n\r\n') + 4;
    if (body >= 4 && text.startsWith('HTTP/1.1 204 ')) return parse(text);
    if (length !== undefined && body >= 4 && Buffer.byteLength(text.slice(body)) >= Number(length)) return parse(text);
  }
}

/** Parses the first response in the received text. */
function parse(text: string): TestResponse {
  const [head = '', raw = ''] = text.split(/\r\n\r\n([\s\S]*)/);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(line.split(' ')[1]),
    headers,
    raw,
    body: /json/.test(headers['content-type'] ?? '') ? JSON.parse(raw) : undefined,
  };
}
