import {
  describeRates,
  type Endpoint,
  type ErrorName,
  type ErrorStatus,
  errors,
  problem,
  rateOf,
  rates,
  reasons,
  traffic,
} from '@dev-connector/contract';
import { version } from './version.ts';

/** The OpenAPI 3.1 document of these endpoints, made from the very schemas that validate. */
export function openapi(endpoints: Endpoint[]): object {
  const schemas = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  const problemSchema = named(problem, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dev Connector',
      version,
      description: 'Every answer of 400 and above is `application/problem+json` (RFC 9457).',
    },
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      responses: { Problem: { description: 'What went wrong', content: { 'application/problem+json': { schema: problemSchema } } } },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
    },
  };
}

/** The little of JSON Schema that is looked into here. */
type Schema = { title?: string; properties?: Record<string, object>; required?: string[] };

function operation(endpoint: Endpoint, schemas: Map<string, object>): object {
  const { summary, tag, who, params, query, headers, body, reply, type = 'application/json', notFound, errors: names = [] } = endpoint;
  const failures: ErrorName[] = [
    ...names,
    ...(notFound ? [notFound] : []),
    ...(who === 'member' ? (['noToken', 'tokenInvalid'] as const) : []),
  ];
  const statuses: Map<ErrorStatus, ErrorName[]> = Map.groupBy(failures, (name) => errors[name].status);
  if (body || query || headers) statuses.set(400, statuses.get(400) ?? []);
  return {
    summary,
    tags: [tag],
    ...(who === 'member' && { security: [{ token: [] }] }),
    parameters: [...parameters('path', params), ...parameters('query', query), ...parameters('header', headers)],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: named(body, schemas) } } } }),
    responses: {
      200: { description: 'Done', content: { [type]: { schema: named(reply, schemas) } } },
      ...Object.fromEntries([...statuses].map(([status, of]) => [status, failure(status, of)])),
      ...(!endpoint.unlimited && { 429: tooMany(endpoint) }),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function failure(status: ErrorStatus, names: ErrorName[]): object {
  const description = names.map((name) => errors[name].msg).join(' · ') || 'A field is wrong';
  return {
    description,
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(names[0] && { example: { title: reasons[status], status, errors: [{ msg: errors[names[0]].msg }] } }),
      },
    },
  };
}

/** With `Retry-After`, and how often is not too often. */
function tooMany(endpoint: Endpoint): object {
  const { content } = failure(429, ['tooMany']) as { content: object };
  const rate = rateOf(endpoint);
  return {
    description: describeRates(rate ? rates[rate] : traffic),
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
    content,
  };
}

function parameters(where: 'path' | 'query' | 'header', schema: Schema | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required?.includes(name) ?? false),
    schema: property,
  }));
}

/** A titled object becomes a component, referred to wherever it stands. */
function named(schema: object, schemas: Map<string, object>): object {
  const { title, ...rest } = schema as Schema & { type?: string; items?: object };
  const inner = {
    ...rest,
    ...(rest.properties && {
      properties: Object.fromEntries(Object.entries(rest.properties).map(([name, property]) => [name, named(property, schemas)])),
    }),
    ...(rest.items && { items: named(rest.items, schemas) }),
  };
  if (!title || rest.type !== 'object') return title ? { title, ...inner } : inner;
  schemas.set(title, inner);
  return { $ref: `#/components/schemas/${title}` };
}
