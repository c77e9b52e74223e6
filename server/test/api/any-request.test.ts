import * as contract from '@dev-connector/contract';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { expectProblemShape, send } from '../client.ts';
import { fakeGithub } from '../fake-github.ts';
import { createMembers, malformedIds, password, saveProfile, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/*
 * Property-based test: the server answers each generated request, valid or not, with a success or a problem with a 4xx status, and stays up.
 * The generators know the type of each field, so that many requests pass validation.
 */

const github = await fakeGithub();
const site = await openSite({ githubApiUrl: github.url });
const endpoints = Object.values(contract)
  .map((item) => item as unknown as contract.Endpoint)
  .filter((item) => item.method && item.path && !item.isStream);
/** Endpoints that end the session or delete the account: each call is made by a new member. */
const endsSession = ['DELETE /api/profile', 'DELETE /api/auth', 'PUT /api/auth/password'];

let ada: TestMember;
let others: TestMember[];
let ids: string[];
/** Returns the statuses that the OpenAPI document lists for this endpoint. */
let documented: (method: string, path: string) => number[];
beforeAll(async () => {
  const { paths, components } = (await send(site.app, { method: 'GET', url: contract.readOpenapi.path })).body;
  const anywhere = Object.values<{ value: { status: number } }>(components.responses.Problem.content['application/problem+json'].examples);
  documented = (method, path) => {
    const { responses } = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    return [...Object.keys(responses).map(Number), ...anywhere.map(({ value }) => value.status)];
  };
  [ada, ...others] = (await createMembers(site, 150)) as [TestMember, ...TestMember[]];
  await saveProfile(ada);
  ids = [ada._id, await writePost(ada), await writePost(others[0] as TestMember)];
  ids.push((await ada.post(`/api/posts/comment/${ids[1]}`, { text: 'Hi' })).body[0]._id);
});

interface Field {
  type?: string;
  title?: string;
  'x-text'?: contract.TextKind;
  'x-list'?: contract.ListLimits;
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('\0', '\ud800', '\u200b', '0', '__proto__', "'; drop table posts; --", '$1', '{{id}}', 'x'.repeat(70_000)),
);
const wrongType = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const valid: Record<contract.TextKind, fc.Arbitrary<string>> = {
  plain: fc.constantFrom('Text', 'ada', ' trimmed ', '𝒳'),
  multiline: fc.constantFrom('Text', 'two\nlines', ' trimmed ', '𝒳'),
  markdown: fc.constantFrom('Text', '    code', 'two\r\nlines\f', '\ufeff# Title', '𝒳'),
  verbatim: fc.constantFrom(password, 'another password'),
  email: fc.emailAddress(),
  anyEmail: fc.emailAddress(),
  link: fc.oneof(fc.webUrl(), fc.domain()),
  linkOrMail: fc.webUrl(),
  calendarDate: fc.constantFrom('2020-01-01', '2019-06-30T10:00:00Z', '2999-01-01'),
};

/** A JSON Resume with valid and invalid values. */
const anyDate = fc.oneof(fc.constantFrom('2020', '2020-02', '2020-02-30', '0000', '9999-12-31'), anyText);
const entries = fc.array(
  fc.record(
    { name: anyText, position: anyText, institution: anyText, studyType: anyText, startDate: anyDate, endDate: anyDate },
    { requiredKeys: [] },
  ),
);
const resume = fc
  .record(
    {
      basics: fc.record(
        { label: anyText, url: fc.oneof(fc.webUrl(), anyText), summary: anyText, 'x-company': wrongType },
        { requiredKeys: [] },
      ),
      work: entries,
      education: entries,
      skills: fc.array(fc.record({ name: anyText, keywords: fc.array(anyText) }, { requiredKeys: [] })),
      [`__proto__`]: wrongType,
    },
    { requiredKeys: ['basics'] },
  )
  .map((document) => JSON.stringify(document));

function validValue(field: Field): fc.Arbitrary<unknown> {
  if (field.title === 'Résumé') return resume;
  if (field['x-list']) return fc.oneof(fc.constant('Go, C'), fc.array(anyText, { maxLength: 120 }), anyText);
  return field.type === 'boolean' ? fc.boolean() : valid[field['x-text'] ?? 'plain'];
}

const bodyOf = (schema: contract.TSchema | undefined) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record(
          Object.fromEntries(
            Object.entries((schema as { properties?: Record<string, Field> } | undefined)?.properties ?? {}).map(([name, field]) => [
              name,
              fc.oneof({ weight: 8, arbitrary: validValue(field) }, { weight: 1, arbitrary: anyText }, { weight: 1, arbitrary: wrongType }),
            ]),
          ),
        )
        .map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant('') },
  );

const query = fc.dictionary(
  fc.oneof(fc.constantFrom('limit', 'cursor', 'embed', '__proto__'), fc.string({ maxLength: 8 })),
  fc.oneof(
    fc.constantFrom('1', '0', 'likes', '', Buffer.alloc(16, 255).toString('base64url')),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
  { maxKeys: 3 },
);
const header = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 });
const headers = fc.record(
  {
    'content-encoding': fc.oneof(
      { weight: 19, arbitrary: fc.constantFrom('', 'identity') },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom('gzip', 'br', 'nonsense'), header) },
    ),
    'content-type': fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: header }),
    'idempotency-key': fc.oneof(fc.uuid(), header),
    'if-none-match': fc.oneof(fc.constantFrom('*', '"a"', 'W/"', ',,'), header),
    'if-modified-since': header,
    range: fc.oneof(fc.constantFrom('bytes=0-1', 'bytes=9-1'), header),
    'user-agent': header,
    accept: header,
  },
  { requiredKeys: ['content-type'] },
);

interface GeneratedRequest extends InjectOptions {
  caller: 'member' | 'visitor' | 'invalidToken';
  url: string;
  /** The path of the endpoint in the contract, with parameters. */
  path: string;
}

const request: fc.Arbitrary<GeneratedRequest> = fc.constantFrom(...endpoints).chain(({ method, path, body }) =>
  fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    url: fc
      .tuple(
        fc.array(
          fc.oneof(
            { weight: 6, arbitrary: fc.nat(3) },
            { weight: 1, arbitrary: fc.constantFrom(unknownId, ...malformedIds, 'octocat') },
            { weight: 1, arbitrary: anyText },
          ),
          { minLength: 2, maxLength: 2 },
        ),
        query,
      )
      .map(([parts, rest]) => {
        let next = 0;
        const part = () => {
          const chosen = parts[next++];
          return encodeURIComponent((typeof chosen === 'number' ? String(ids[chosen]) : String(chosen)).toWellFormed());
        };
        const search = new URLSearchParams(rest).toString();
        return path.replaceAll(/:\w+/g, part) + (search && `?${search}`);
      }),
    headers,
    payload: bodyOf(body),
    caller: fc.constantFrom('member' as const, 'member' as const, 'member' as const, 'visitor' as const, 'invalidToken' as const),
  }),
);

test('answers any request with a success or a documented 4xx problem', async () => {
  let succeeded = 0;
  const property = fc.asyncProperty(request, async ({ caller, path, ...rest }) => {
    const member = endsSession.includes(`${rest.method} ${rest.url.split('?')[0]}`)
      ? ((others.pop() ?? (await createMembers(site, 1))[0]) as TestMember)
      : ada;
    const token = { member: { 'x-auth-token': member.token }, visitor: {}, invalidToken: { 'x-auth-token': 'A'.repeat(43) } }[caller];
    const response = await send(site.app, { ...rest, headers: { ...rest.headers, ...token } });
    expect(response.status, response.raw).toBeLessThan(500);
    expectProblemShape(response);
    expect(documented(rest.method as string, path), `${rest.method} ${path}`).toContain(response.status);
    if (response.status === 200) succeeded++;
  });
  await fc.assert(property, { numRuns: 3000 });
  // Enough requests must pass validation for the test to be meaningful.
  expect(succeeded).toBeGreaterThan(300);
  expect((await ada.get('/api/auth')).status).toBe(200);
  expect((await ada.get('/readyz')).status).toBe(200);
}, 120_000); // 3000 requests can be slow on a busy machine
