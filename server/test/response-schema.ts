import type { Endpoint } from '@dev-connector/contract';
import * as contract from '@dev-connector/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import type { TestResponse } from './client.ts';

/*
 * Many replies come from a cache of serialized JSON, which no serializer checks against the schema. The tests therefore check every reply.
 */

const isEndpoint = (thing: unknown): thing is Endpoint =>
  typeof thing === 'object' && thing !== null && 'path' in thing && 'reply' in thing;
const ajv = new Ajv({ strict: false, validateFormats: false });
const replies = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .map(({ method, path, reply }) => ({
    method,
    pattern: new URLPattern({ pathname: path }),
    path,
    validate: ajv.compile(closed(reply) as object),
  }));

/** Disallows additional properties in the schema, except in objects without listed properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const named = Object.keys(inner.properties ?? {}).length > 0;
  return inner.type === 'object' && named && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

/** Checks that a successful reply matches the schema of its endpoint exactly. */
export function expectResponseSchema(method: string, url: string, { status, body, raw }: TestResponse): void {
  if (status !== 200 || body === undefined) return;
  const pathname = url.split('?')[0]?.replace(/(.)\/$/, '$1');
  const matching = replies.filter((reply) => reply.method === method && reply.pattern.test({ pathname }));
  // A literal segment takes precedence over a parameter: `me` in /api/profile/me is not an id.
  const [reply] = matching.toSorted((a, b) => parameters(a.path) - parameters(b.path));
  if (reply) expect(validationErrors(reply.validate, body), `${method} ${url}: ${raw.slice(0, 1000)}`).toBeNull();
}

const parameters = (path: string) => path.split(':').length;
const validationErrors = (validate: ValidateFunction, body: unknown) => (validate(body) ? null : (validate.errors ?? []));
