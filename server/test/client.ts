import { errors, fieldCodes, problem } from '@dev-connector/contract';
import { Ajv } from 'ajv';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { expectResponseSchema } from './response-schema.ts';
import type { Site } from './site.ts';

export interface TestResponse {
  status: number;
  headers: Record<string, string | undefined>;
  /** The unparsed body. */
  raw: string;
  /** The body parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect replies of any shape, including wrong ones
  body: any;
}

type Headers = Record<string, string>;

/** An HTTP client of the app, signed in if created with a token. */
export interface Client {
  get(url: string, headers?: Headers): Promise<TestResponse>;
  post(url: string, body?: unknown, headers?: Headers): Promise<TestResponse>;
  put(url: string, body?: unknown, headers?: Headers): Promise<TestResponse>;
  patch(url: string, body?: unknown, headers?: Headers): Promise<TestResponse>;
  delete(url: string, headers?: Headers): Promise<TestResponse>;
}

export function clientOf({ app }: Pick<Site, 'app'>, token?: string): Client {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: unknown, headers: Headers = {}) => {
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
    patch: (url, body, headers) => call('PATCH', url, body, headers),
    delete: (url, headers) => call('DELETE', url, undefined, headers),
  };
}

/** Sends a request. Checks that an error response has the problem shape, that other responses match their schema, and that none contains an
 * e-mail address except in the account of its owner. */
export async function send(app: Site['app'], request: InjectOptions): Promise<TestResponse> {
  const reply = await app.inject(request);
  const response = {
    status: reply.statusCode,
    headers: reply.headers as TestResponse['headers'],
    raw: reply.payload,
    body: reply.payload !== '' && /json/.test(String(reply.headers['content-type'])) ? JSON.parse(reply.payload) : undefined,
  };
  if (request.method !== 'HEAD') expectProblemShape(response);
  expectResponseSchema(request.method ?? 'GET', String(request.url), response);
  // All test members use @example.org or .com. Only their own account and data download may contain the address, others a masked one.
  if (!/^(GET \/api\/(auth|users\/me\/data)|PATCH \/api\/account)(\?|$)/.test(`${request.method} ${request.url}`))
    expect(response.raw).not.toMatch(/(?<!\*{3})@example\.(org|com)/);
  return response;
}

const isProblem = new Ajv({ validateFormats: false }).compile({
  ...problem,
  additionalProperties: false,
  properties: {
    ...problem.properties,
    errors: { ...problem.properties.errors, items: { ...problem.properties.errors.items, additionalProperties: false } },
  },
});
/** Internals that must never appear in a response: a stack trace, a file path, SQL, an error code of a library. */
const internals =
  /\n\s+at |node_modules|\.ts\b|file:\/\/|\b(select|insert into|update|delete from) .+ (from|values|set|where)\b|SQLITE_|FST_ERR|ECONN|relation "/i;

/** Checks that an error response is a problem document (RFC 9457) and reveals no internals. */
export function expectProblemShape({ status, headers, raw, body }: TestResponse): void {
  if (status < 400) return;
  expect(headers['content-type'], raw).toMatch(/^application\/problem\+json\b/);
  expect(isProblem(body), `${raw} ${JSON.stringify(isProblem.errors)}`).toBe(true);
  expect(body.status).toBe(status);
  expect(body.title).not.toBe('');
  expect(body.msg, raw).toBe(body.errors[0].msg);
  expect(body.code, raw).toBe(body.errors.length > 1 ? 'invalidRequest' : body.errors[0].code);
  for (const { code } of body.errors) expect([...Object.keys(errors), ...fieldCodes]).toContain(code);
  expect(raw).not.toMatch(internals);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
}

/** Matches an error response with a single error. */
export const errorResponse = (status: number, msg: string, field?: string) => ({
  status,
  body: { errors: [{ msg, ...(field !== undefined && { field }) }] },
});
