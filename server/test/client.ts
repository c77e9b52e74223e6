import { problem } from '@dev-connector/contract';
import { Ajv } from 'ajv';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { expectReplyShape } from './reply-shape.ts';
import type { Site } from './site.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  /** The body as it came. */
  raw: string;
  /** The body read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape, right and wrong
  body: any;
}

type Headers = Record<string, string>;

/** Calls the app as one visitor; with a token, as that member. */
export interface Client {
  get(url: string, headers?: Headers): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  put(url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  delete(url: string, headers?: Headers): Promise<Answer>;
}

export function clientOf({ app }: Pick<Site, 'app'>, token?: string): Client {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body: unknown, headers: Headers = {}) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return send(app, {
      method,
      url,
      ...payload,
      headers: { ...payload.headers, ...(token !== undefined && { 'x-auth-token': token }), ...headers },
    });
  };
  return {
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body, headers) => call('PUT', url, body, headers),
    delete: (url, headers) => call('DELETE', url, undefined, headers),
  };
}

/** One request as it is given. Whichever test asked, what comes back with 400 or above is held to the problem shape, and no
 * e-mail address may come back but in the account of its owner. */
export async function send(app: Site['app'], request: InjectOptions): Promise<Answer> {
  const reply = await app.inject(request);
  const answer = {
    status: reply.statusCode,
    headers: reply.headers as Answer['headers'],
    raw: reply.payload,
    body: reply.payload !== '' && /json/.test(String(reply.headers['content-type'])) ? JSON.parse(reply.payload) : undefined,
  };
  if (request.method !== 'HEAD') expectProblemShape(answer);
  expectReplyShape(request.method ?? 'GET', String(request.url), answer);
  // Everyone here is @example.something, and only their own account, and the download of their own data, may say so.
  if (!/^GET \/api\/(auth|users\/me\/data)(\?|$)/.test(`${request.method} ${request.url}`))
    expect(answer.raw).not.toMatch(/@example\.(org|com)/);
  return answer;
}

const isProblem = new Ajv().compile({
  ...problem,
  additionalProperties: false,
  properties: {
    ...problem.properties,
    errors: { ...problem.properties.errors, items: { ...problem.properties.errors.items, additionalProperties: false } },
  },
});
/** What an answer must never let out: a stack, a file's path, SQL, a library's error code. */
const inside =
  /\n\s+at |node_modules|\.ts\b|file:\/\/|\b(select|insert into|update|delete from) .+ (from|values|set|where)\b|SQLITE_|FST_ERR|ECONN|relation "/i;

/** Holds an answer of 400 and above to RFC 9457 as api.md has it. */
export function expectProblemShape({ status, headers, raw, body }: Answer): void {
  if (status < 400) return;
  expect(headers['content-type'], raw).toMatch(/^application\/problem\+json\b/);
  expect(isProblem(body), `${raw} ${JSON.stringify(isProblem.errors)}`).toBe(true);
  expect(body.status).toBe(status);
  expect(body.title).not.toBe('');
  expect(raw).not.toMatch(inside);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
}

/** To match an answer that refuses: its status and its one error. */
export const refusal = (status: number, msg: string, field?: string) => ({
  status,
  body: { errors: [{ msg, ...(field !== undefined && { field }) }] },
});
