import {
  describeRates,
  type Endpoint,
  type ErrorName,
  type ErrorStatus,
  errors,
  fieldCodes,
  type ProblemItem,
  problem,
  problemOf,
  rateOf,
  rates,
  traffic,
} from '@dev-connector/contract';
import { version } from '../../platform/version.ts';
import { cursor, exampleOf } from './examples.ts';

const problemType = 'application/problem+json';

/** Errors that any request may cause; documented once, in the default response of all operations. */
const commonErrors: ErrorName[] = [
  'malformedRequest',
  'malformedUrl',
  'routeNotFound',
  'methodNotAllowed',
  'requestTimeout',
  'urlTooLong',
  'headersTooLarge',
  'unexpected',
];

/** Errors of parsing a body. */
const jsonErrors = ['malformedJson', 'bodyTooComplex', 'bodyTooLarge', 'notJson', 'bodyEncoded'] as const;
const reportErrors = ['malformedJson', 'bodyTooComplex', 'bodyTooLarge', 'notReport', 'bodyEncoded'] as const;
const uploadErrors = ['uploadMalformed', 'uploadTooLarge', 'notMultipart', 'bodyEncoded'] as const;

/** Generates the OpenAPI 3.1 document of the endpoints from the schemas that validate requests. `title` is the name of the site. */
export function openapi(endpoints: Endpoint[], title: string): object {
  const schemas = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  const problemSchema = toComponent(problem, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `Responses with status 400 and above are \`${problemType}\` (RFC 9457) with at least one item in \`errors\`: \`msg\` is a message for users, and \`field\` names the invalid field. The top-level \`msg\` repeats the first message. After a 429, 502, 503 or 504, retry the request after the seconds in \`Retry-After\`.`,
    },
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      responses: {
        Problem: {
          description: 'Errors that any request may cause',
          headers: requestId,
          content: { [problemType]: { schema: problemSchema, examples: examplesOf(commonErrors) } },
        },
      },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
    },
  };
}

/** The parts of JSON Schema used here. */
interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  type?: string;
  anyOf?: Schema[];
  enum?: string[];
  'x-required'?: string;
}

function operation(endpoint: Endpoint, schemas: Map<string, object>): object {
  const {
    summary,
    tag,
    hasEtag,
    hasTotal,
    isUpload,
    access,
    params,
    query,
    headers,
    body,
    bodies,
    isBodyOptional,
    reply,
    type = 'application/json',
  } = endpoint;
  const example = reply &&
    Object.keys((reply as Schema).properties ?? reply).length > 0 &&
    type === 'application/json' && { example: exampleOf(reply) };
  return {
    summary,
    tags: [tag],
    ...(access !== 'anyone' && { security: [{ token: [] }, ...(access === 'optional' ? [{}] : [])] }),
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...parameters('header', headers),
      ...(hasEtag ? [ifNoneMatch] : []),
    ],
    ...(body && {
      requestBody: {
        required: !isBodyOptional,
        content: {
          [isUpload ? 'multipart/form-data' : 'application/json']: {
            schema: toComponent(withNulls(body), schemas),
            example: exampleOf(body),
          },
        },
      },
    }),
    ...(bodies && {
      requestBody: {
        content: Object.fromEntries(
          Object.entries(bodies).map(([type, schema]) => [type, { schema: toComponent(schema, schemas), example: exampleOf(schema) }]),
        ),
      },
    }),
    responses: {
      ...(!reply && { 204: { description: 'Done' } }),
      ...(reply && {
        200: {
          description: 'Done',
          ...((isPaged(query) || hasEtag || hasTotal) && {
            headers: { ...(isPaged(query) && nextPage), ...(hasEtag && entityTag), ...(hasTotal && totalCount) },
          }),
          content: { [type]: { schema: toComponent(reply, schemas), ...example } },
        },
      }),
      ...(hasEtag && { 304: { description: 'Not modified: `If-None-Match` contains the current ETag', headers: entityTag } }),
      ...failures(endpoint),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** Returns the error responses of an endpoint by status, without the common errors. */
function failures(endpoint: Endpoint): object {
  const { method, access, sudo, query, headers, body, bodies, notFound, healthCheck, isUpload, stores, errors: own = [] } = endpoint;
  const names: ErrorName[] = [
    ...own,
    ...(notFound ? [notFound] : []),
    ...(access !== 'anyone' ? (['noToken', 'tokenInvalid'] as const) : []),
    ...(sudo ? (['confirmationNeeded'] as const) : []),
    ...(body && !isUpload ? (['bodyRequired'] as const) : []),
    ...(method === 'GET' ? [] : isUpload ? uploadErrors : bodies ? reportErrors : jsonErrors), // every method but GET parses a body, even if the endpoint ignores it
    ...(stores ? (['storageDayFull', 'storageFull', 'diskFull'] as const) : []),
    ...(healthCheck ? [] : (['unavailable'] as const)),
  ];
  const statuses: Map<ErrorStatus, ErrorName[]> = Map.groupBy(new Set(names), (name) => errors[name].status);
  const anyField = Boolean(body || query || headers);
  if (anyField) statuses.set(400, statuses.get(400) ?? []);
  return {
    ...Object.fromEntries(
      [...statuses].map(([status, names]) => [status, failure(status, names, status === 400 ? { anyField, body } : {})]),
    ),
    429: rateLimited(endpoint),
  };
}

const requestId = {
  'x-request-id': { description: 'With status 500 and above: the id of the request in the log.', schema: { type: 'string' } },
};
const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };
const nextPage = {
  Link: {
    description: 'URL of the next page with `rel="next"` (RFC 8288); absent on the last page.',
    schema: { type: 'string' },
    example: `</api/posts?limit=20&cursor=${cursor}>; rel="next"`,
  },
};

const tagExample = 'W/"x1Y3q0oTq6Zk3vWcB9dLhA+-1.0.0"';
const entityTag = {
  ETag: {
    description: 'Identifies this version of the response (RFC 9110 section 8.8.3).',
    schema: { type: 'string' },
    example: tagExample,
  },
};
const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'ETags of cached responses, separated by commas.',
  schema: { type: 'string' },
  ...optionalExample(tagExample),
};

const totalCount = {
  'X-Total-Count': {
    description: 'Length of the whole list, of which the response contains the start.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
};

const isPaged = (query: Schema | undefined): boolean => query?.properties?.cursor !== undefined;

function failure(
  status: ErrorStatus,
  names: ErrorName[],
  { anyField = false, body }: { anyField?: boolean; body?: Schema | undefined } = {},
): object {
  const missing = missingFields(body);
  const sentences = [
    ...(anyField ? [`A field is invalid (${fieldCodes.map((code) => `\`${code}\``).join(', ')}; several errors: \`invalidRequest\`)`] : []),
    ...names.map((name) => `${errors[name].msg} (\`${name}\`)`),
  ];
  const examples = { ...(missing && { fields: { value: problemOf(400, missing) } }), ...examplesOf(names) };
  const headers = { ...(status > 501 && retryAfter), ...(status >= 500 && requestId) };
  return {
    description: sentences.join(' · '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [problemType]: { schema: { $ref: '#/components/schemas/Problem' }, ...(Object.keys(examples).length > 0 && { examples }) },
    },
  };
}

/** Examples of these errors, by error name. */
function examplesOf(names: ErrorName[]): Record<string, object> {
  const example = (name: ErrorName) => {
    const { status, ...item } = errors[name];
    return { value: problemOf(status, [{ ...item, code: name }]) };
  };
  return Object.fromEntries(names.map((name) => [name, example(name)]));
}

/** Returns the errors of an empty object: one for each required field. */
function missingFields(body: Schema | undefined): ProblemItem[] | undefined {
  const missing = Object.entries(body?.properties ?? {}).flatMap(([field, { 'x-required': msg }]) =>
    msg && body?.required?.includes(field) ? [{ msg, code: 'fieldRequired', field }] : [],
  );
  return missing.length > 0 ? missing : undefined;
}

/** The 429 response, with the rate limit of the endpoint. */
function rateLimited(endpoint: Endpoint): object {
  const { content } = failure(429, ['tooMany']) as { content: object };
  const rate = rateOf(endpoint);
  const description = endpoint.isStatic ? 'Too many requests at the same time.' : describeRates(rate ? rates[rate] : traffic);
  return { description, headers: retryAfter, content };
}

function parameters(location: 'path' | 'query' | 'header', schema: Schema | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const required = location === 'path' || (schema?.required?.includes(name) ?? false);
    const example = exampleOf(property, name);
    return { name, in: location, required, schema: property, ...(required ? { example } : optionalExample(example)) };
  });
}

/** An example of an optional parameter. The reference sends it only if the user selects it, because a cursor or an ETag comes from an earlier response. */
function optionalExample(value: unknown): object {
  return { examples: { default: { value, 'x-disabled': true } } };
}

/** Allows null in the optional fields of a body, where it means that the field is absent. */
const withNulls = ({ properties = {}, required = [], ...body }: Schema): object => ({
  ...body,
  required,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, required.includes(name) ? property : nullable(property)]),
  ),
});

const nullable = ({ type, anyOf, enum: choices, ...rest }: Schema): object => ({
  ...rest,
  ...(choices && { enum: [...choices, null] }),
  ...(type && { type: [type, 'null'] }),
  ...(anyOf && { anyOf: [...anyOf, { type: 'null' }] }),
});

/** Moves objects with a title to the components and returns a reference. */
function toComponent(schema: object, schemas: Map<string, object>): object {
  const { title, ...rest } = schema as Schema & { items?: object };
  const inner = {
    ...rest,
    ...(rest.properties && {
      properties: Object.fromEntries(Object.entries(rest.properties).map(([name, property]) => [name, toComponent(property, schemas)])),
    }),
    ...(rest.items && { items: toComponent(rest.items, schemas) }),
  };
  if (!title || rest.type !== 'object') return title ? { title, ...inner } : inner;
  schemas.set(title, inner);
  return { $ref: `#/components/schemas/${title}` };
}
