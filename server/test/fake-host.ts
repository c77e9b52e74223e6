import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanup } from './cleanup.ts';

export interface FakeHost {
  url: string;
  /** Received requests in order, such as `GET /users/…`. */
  requests: string[];
  headers: IncomingMessage['headers'][];
  /** Handles the next requests. */
  answer: (response: ServerResponse, request: IncomingMessage) => unknown;
  /** Stops listening, like a host that is down. */
  stop(): Promise<void>;
}

/** Starts a local HTTP server that stands in for another host. */
export async function fakeHost(answer: FakeHost['answer']): Promise<FakeHost> {
  const server = createServer((request, response) => {
    host.requests.push(`${request.method} ${request.url}`);
    host.headers.push(request.headers);
    host.answer(response, request);
  });
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const host: FakeHost = { url: '', requests: [], headers: [], answer, stop };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onCleanup(stop);
  return host;
}
