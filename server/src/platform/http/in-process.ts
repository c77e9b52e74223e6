import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Random secret that marks requests injected by this process. Outside clients cannot guess it. */
const mark = randomBytes(32).toString('hex');

/** The subset of `Response` that pages use. An in-process response needs no streams or `Headers`, which cost more than most responses. */
export type ApiResponse = Pick<Response, 'status' | 'ok' | 'text'> & { headers: Pick<Headers, 'get'> };

/** Sends a request to the API, like `fetch`. */
export type Transport = (path: string, init?: RequestInit) => Promise<ApiResponse>;

/** Returns a transport that calls this app's API without a socket, from the address of the visitor's request. Each response with content waits for a time slice (load/time-slices.ts), because rendering follows. */
export function inProcess(app: FastifyInstance, request: FastifyRequest): Transport {
  return async (path, init) => {
    const { statusCode, headers, payload } = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: path,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-in-process': mark },
      remoteAddress: request.ip,
    });
    if (statusCode !== 304) await app.timeSlice(request);
    return {
      status: statusCode,
      ok: statusCode >= 200 && statusCode < 300,
      headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
      text: async () => payload,
    };
  };
}

/** Whether the request comes from a page rendered by this process, whose own request has already passed the limits. */
export const isInProcess = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['x-in-process'] === mark;
