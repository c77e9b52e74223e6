import { createServer } from 'node:http';

/*
 * The baseline, which runs as a separate process: bare node:http that sends the recorded responses of the site. It discards request
 * bodies.
 */

/** Recorded responses by method and URL. */
export type RecordedResponses = Record<string, { status: number; headers: Array<[string, string]>; body: string }>;

process.once('message', (recorded: RecordedResponses) => {
  const responses = new Map(
    Object.entries(recorded).map(([request, { status, headers, body }]) => [
      request,
      { status, headers: headers.flat(), body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const recordedResponse = responses.get(`${request.method} ${request.url}`);
    if (!recordedResponse) return void response.writeHead(404).end();
    const send = () => response.writeHead(recordedResponse.status, recordedResponse.headers).end(recordedResponse.body);
    if (request.method === 'GET') send();
    else request.resume().on('end', send);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
process.on('disconnect', () => process.exit());
