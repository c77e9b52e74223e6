import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Nobody outside this process can know it. */
const mark = randomBytes(32).toString('hex');

/** What is read of an API's answer; a `Response` has it. One that never left the process needs no streams and no `Headers`, which cost more than most answers. */
export type Answer = Pick<Response, 'status' | 'ok' | 'text'> & { headers: Pick<Headers, 'get'> };

/** Carries a request to the API, as `fetch` does. */
export type Transport = (path: string, init?: RequestInit) => Promise<Answer>;

/** The API of this very app, without a socket. What is asked for is asked in the visitor's name: from the same address. */
export function inProcess(app: FastifyInstance, { ip }: FastifyRequest): Transport {
  return async (path, init) => {
    const { statusCode, headers, payload } = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: path,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-in-process': mark },
      remoteAddress: ip,
    });
    return {
      status: statusCode,
      ok: statusCode >= 200 && statusCode < 300,
      headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
      text: async () => payload,
    };
  };
}

/** Whether the request comes from a page that is being made here, and was let in with it. */
export const isInProcess = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['x-in-process'] === mark;
