import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SiteProxy {
  url: string;
  close(): void;
}

/** Starts a proxy. `handle` gets each request, and answers or forwards it. */
export async function startProxy(handle: (incoming: IncomingMessage, response: ServerResponse) => void): Promise<SiteProxy> {
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards a request to a site. By default the answer is not changed. */
export function forward(
  site: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  { headers = incoming.headers, answerWith = answerUnchanged } = {},
): void {
  const { hostname, port } = new URL(site);
  const { url: path, method } = incoming;
  const forwarded = request({ hostname, port, path, method, headers }, (answer) => answerWith(answer, response));
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

export function answerUnchanged(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}
