import fc from 'fast-check';
import { hostileTexts, oddJson } from './hostile-texts.ts';

/*
 * Generates valid and invalid requests from the site's OpenAPI document. Fields follow their schema most of the time, so that many
 * requests pass the first check.
 */

/** A request template. The sender replaces `someId` and adds the caller's token. */
export interface GeneratedRequest {
  method: string;
  path: string;
  who: 'member' | 'visitor' | 'nobody';
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** The operation of the document, `POST /api/posts`. */
  operation: string;
}

interface Schema {
  $ref?: string;
  type?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  'x-text'?: string;
}

interface Operation {
  parameters?: Array<{ name: string; in: string; schema: Schema }>;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Placeholder that the sender replaces with an existing id. */
export const someId = '\u0001id\u0001';

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
);

const oddBytes = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.constantFrom(
    Buffer.from('{"text":"\xff\xfe"}', 'latin1'),
    Buffer.from('{"text":"x"}', 'utf16le'),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.alloc(1_100_000, 0x20),
  ),
);

const wrongType = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.dictionary(anyText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
);

const rightText: Record<string, fc.Arbitrary<string>> = {
  plain: fc.oneof(fc.constantFrom('Text', 'ada', ' trimmed ', '𝒳'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })),
  verbatim: fc.constantFrom('correct horse battery', 'another password'),
  email: fc.oneof(
    fc.emailAddress(),
    fc.uuid().map((id) => `${id}@example.org`),
  ),
  link: fc.oneof(fc.webUrl(), fc.domain()),
  calendarDate: fc.constantFrom('2020-01-01', '2019-06-30T10:00:00Z', '2999-01-01'),
};

function right(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(right));
  if (schema['x-text']) return rightText[schema['x-text']] as fc.Arbitrary<string>;
  if (schema.type === 'array') return fc.array(right(schema.items ?? {}), { maxLength: 5 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 });
  return fc.oneof(rightText.plain as fc.Arbitrary<string>, fc.uuid());
}

const field = (schema: Schema) =>
  fc.oneof({ weight: 9, arbitrary: right(schema) }, { weight: 2, arbitrary: anyText }, { weight: 1, arbitrary: wrongType });

/** Keys outside the schema: owners, ids and prototypes. */
const extraKeys = fc.dictionary(
  fc.constantFrom('user', '_id', 'id', 'user_id', 'likes', 'created_at', '__proto__', 'constructor', 'toJSON', ''),
  fc.oneof(fc.constant(someId), anyText, fc.jsonValue({ maxDepth: 1 })),
  { maxKeys: 2 },
);

function bodyOf(schema: Schema): fc.Arbitrary<string | Uint8Array | undefined> {
  const fields = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, field(property)]));
  const whole = fc.tuple(fc.record(fields), extraKeys).map(([own, extra]) =>
    JSON.stringify(own)
      .replace(/^\{/, () => `{${inside(extra)}`)
      .replace(/,\}$/, '}'),
  );
  return fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.constantFrom(...oddJson) },
    { weight: 1, arbitrary: oddBytes },
    { weight: 1, arbitrary: fc.constantFrom('', undefined) },
  );
}

/** The object's members as JSON, each followed by a comma. Keeps `__proto__`, which an object literal drops. */
const inside = (object: Record<string, unknown>) =>
  Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'},`)
    .join('');

const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 })
  .map((text) => text.trim());

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16', 'application/json;', 'APPLICATION/JSON', 'application/json\t', ' application/json', 'application/json,text/plain', 'text/json', 'text/plain',
      'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/problem+json', '', '/', 'application', '*/*',
    ),
  },
  { weight: 1, arbitrary: headerText },
); // biome-ignore format: a compact list

const headers = fc.record(
  {
    'content-type': contentType,
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'nonsense'),
    'transfer-encoding': fc.constant('chunked'),
    'idempotency-key': fc.oneof(fc.uuid(), headerText),
    'x-auth-token': headerText,
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'user-agent': headerText,
    accept: fc.oneof(fc.constantFrom('*/*', 'text/html', 'application/xml'), headerText),
    origin: fc.constantFrom('https://other.example', 'null'),
    host: fc.constantFrom('localhost', 'a b', 'other.example', '[::1]', '%', ''),
    'if-none-match': headerText,
    range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'lines=1'),
    cookie: headerText,
    expect: fc.constantFrom('100-continue', 'a miracle'),
    'x-forwarded-host': headerText,
    'x-forwarded-proto': fc.constantFrom('https', 'ftp', 'javascript', ''),
  },
  { requiredKeys: [] },
);

/** Few headers, always with the content type. */
const fewHeaders = fc.tuple(headers, fc.array(fc.nat(15), { maxLength: 3 })).map(([all, chosen]) => {
  const entries = Object.entries(all);
  const few = entries.filter(([name], index) => name === 'content-type' || chosen.includes(index));
  return Object.fromEntries(few) as Record<string, string>;
});

const query = (known: string[]) =>
  fc
    .dictionary(
      fc.oneof(fc.constantFrom(...known, 'limit', '__proto__', 'a[b]'), fc.string({ unit: 'binary', maxLength: 8 })),
      fc.oneof(fc.constantFrom('1', '0', '-1', '1e3', '100', 'likes', '', Buffer.alloc(16, 255).toString('base64url')), anyText),
      { maxKeys: 3 },
    )
    .map((parameters) =>
      new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString(),
    );

/** A path segment: an id, encoded text, or malformed bytes. */
const part = fc.oneof(
  { weight: 6, arbitrary: fc.constant(someId) },
  { weight: 2, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%ff',
      '%c0%ae',
      '%00',
      '..',
      '.',
      '%2e%2e',
      ';',
      '*',
      '~',
      '01890000-0000-7000-8000-000000000000',
      'octocat',
      `${'a'.repeat(5000)}`,
    ),
  },
);

/** Paths of pages; `{…}` is replaced by a generated segment. */
const pages = [
  '/',
  '/dev',
  '/dev/login',
  '/dev/profiles',
  '/dev/profile/{id}',
  '/dev/posts/{id}',
  '/dev/posts',
  '/dev/dashboard',
  '/dev/formatter',
  '/{any}',
  '/dev/{any}',
  '/assets/{any}',
  '/api/{any}',
];

/** Requests for every operation of the document, for pages, and for unknown paths. */
export function requestsOf(document: Document): fc.Arbitrary<GeneratedRequest> {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      path,
      method: method.toUpperCase(),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody && bodyOf(resolve(requestBody.content['application/json']?.schema ?? {})),
    })),
  );
  const all = [...described, ...pages.map((path) => ({ path, method: 'GET', query: ['cursor'], body: undefined }))];
  return fc.constantFrom(...all).chain(({ path, method, query: known, body }) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'),
          },
        ),
        parts: fc.array(part, { minLength: 3, maxLength: 3 }),
        search: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: query(known) }),
        headers: fewHeaders,
        body: body ?? fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: bodyOf({}) }),
        who: fc.constantFrom('member' as const, 'member' as const, 'member' as const, 'visitor' as const, 'nobody' as const),
      })
      .map(({ parts, search, ...rest }) => {
        let next = 0;
        return {
          ...rest,
          operation: `${method} ${path}`,
          path: path.replaceAll(/\{\w+\}/g, () => parts[next++] ?? '') + (search && `?${search}`),
        };
      }),
  );
}
