import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Asked {
  token?: string;
  /** JSON of it is sent; a string or bytes are sent as they are. */
  body?: unknown;
  /** Where the call seems to come from: the sites here believe the loopback's forwarding header. */
  from?: string;
  headers?: Record<string, string>;
  /** Milliseconds to wait for an answer; without it, a minute. */
  patience?: number;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  json(): any;
}

export type Call = (method: string, path: string, asked?: Asked) => Promise<Reply>;

/** Calls one site over kept-alive connections, `connections` at most. A call that gets no answer rejects with what the socket said. */
export function caller(url: string, connections = 64): Call & { close(): void } {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' });
  const call: Call = (method, path, { token, body, from, headers, patience = 60_000 } = {}) =>
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
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) });
          });
        },
      );
      sent.setTimeout(patience, () => sent.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })));
      sent.on('error', reject); // a second one may follow the first
      sent.end(bytes);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** The `index`th of sixteen million addresses: each caller has its own, so that no limit on one address hides what is looked for. */
export const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** The value at this part of a list of numbers, in its order: 0.5 is the median. */
export function quantile(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const milliseconds = (number: number): string => `${number < 10 ? number.toFixed(1) : Math.round(number)} ms`;
