import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Nobody outside this process can know it. */
const mark = randomBytes(32).toString('hex');

/** Statuses with which a `Response` may not even have an empty body. */
const withoutBody = new Set([204, 205, 304]);

/** `fetch` for the API of this very app, without a socket. What is asked for is asked in the visitor's name: from the same address. */
export function inProcess(app: FastifyInstance, { ip }: FastifyRequest): typeof fetch {
  return async (path, init) => {
    const reply = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(path),
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-in-process': mark },
      remoteAddress: ip,
    });
    const body = withoutBody.has(reply.statusCode) ? null : new Uint8Array(reply.rawPayload);
    return new Response(body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
  };
}

/** Whether the request comes from a page that is being made here, and was let in with it. */
export const isInProcess = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['x-in-process'] === mark;
