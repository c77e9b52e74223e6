import { createServer } from 'node:http';

/*
 * The limit, a process of its own: bare node:http that answers with the very bytes that our site answered with, and does nothing else. A body is read and
 * thrown away.
 */

/** What the site was seen to answer, by method and address. */
export type Replies = Record<string, { status: number; headers: Array<[string, string]>; body: string }>;

process.once('message', (recorded: Replies) => {
  const replies = new Map(
    Object.entries(recorded).map(([request, { status, headers, body }]) => [
      request,
      { status, headers: headers.flat(), body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const reply = replies.get(`${request.method} ${request.url}`);
    if (!reply) return void response.writeHead(404).end();
    const answer = () => response.writeHead(reply.status, reply.headers).end(reply.body);
    if (request.method === 'GET') answer();
    else request.resume().on('end', answer);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
process.on('disconnect', () => process.exit());
