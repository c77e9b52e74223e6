import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface CallOptions {
  token?: string;
  /** Sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  /** Client address in `X-Forwarded-For`, which sites here trust from loopback. */
  from?: string;
  headers?: Record<string, string>;
  /** Milliseconds without traffic before the call fails; one minute by default. */
  timeout?: number;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first megabytes of the body. */
  text: string;
  /** Length of the whole body. */
  bytes: number;
  /** Parses the body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  json(): any;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** Bytes of a body that a reply has as text, so that this process survives answers of any size. */
const textBytes = 8_000_000;

/** Calls one site over at most `connections` keep-alive connections. A call without an answer rejects with the socket's error. */
export function caller(url: string, connections = 64, localAddress?: string): Call & { close(): void } {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo', ...(localAddress && { localAddress }) });
  const call: Call = (method, path, { token, body, from, headers, timeout = 60_000 } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(token !== undefined && { 'x-auth-token': token }),
            ...(from !== undefined && { 'x-forwarded-for': from }),
            ...(bytes !== undefined && { 'content-type': 'application/json' }),
            ...(bytes !== undefined && !headers?.['transfer-encoding'] && { 'content-length': Buffer.byteLength(bytes) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length <= textBytes) chunks.push(chunk);
          });
          response.on('error', reject);
          const answer = () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes: length, json: () => JSON.parse(text) });
          };
          response.once('end', answer);
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            response.once('data', () => {
              answer();
              sent.destroy(); // it would not end
            });
          }
        },
      );
      sent.setTimeout(timeout, () => sent.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })));
      // Not `once`: a second error may follow. `reused` lets a caller repeat a request that met a closing keep-alive connection.
      sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket })));
      sent.end(bytes);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** The `index`th of 16 million addresses. Callers with different addresses do not share a rate limit. */
export const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** An address of an attacker: in /48 networks and in /24 networks in turn. */
export const addressIn = (network: number, index: number): string =>
  network % 2 ? `2001:db8:${network.toString(16)}:${index}::1` : `10.${network}.0.${index + 1}`;

/** Returns a quantile of the numbers: part 0.5 is the median. */
export function quantile(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const milliseconds = (number: number): string => `${number < 10 ? number.toFixed(1) : Math.round(number)} ms`;
