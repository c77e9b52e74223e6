import { rates } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse, type TestResponse } from '../client.ts';
import { sendBytes } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

const path = '/api/csp-reports';
const [legacy, modern] = ['application/csp-report', 'application/reports+json'];
const metricsToken = 'for-prometheus';

/** A site with the lines of its log, parsed. */
async function openLoggedSite(settings: Parameters<typeof openSite>[0] = {}) {
  const lines: string[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
  const site = await openSite({ publicUrl: 'https://dev.example', metricsToken, logger, ...settings });
  const violations = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'policyViolated')
      .map(({ level: _l, time: _t, pid: _p, hostname: _h, event: _e, ...fields }) => fields);
  return { site, lines, violations };
}

const host = { host: 'dev.example' };
const send = (site: Site, type: string, body: unknown): Promise<TestResponse> =>
  clientOf(site).post(path, body, { ...host, 'content-type': type });
const report = (fields: object) => ({ 'csp-report': { 'document-uri': 'https://dev.example/dev/posts', ...fields } });
const countsOf = async (site: Site): Promise<string[]> => {
  const { raw } = await clientOf(site).get('/metrics', { ...host, authorization: `Bearer ${metricsToken}` });
  return raw
    .split('\n')
    .filter((line) => line.startsWith('dev_connector_csp_reports_total{'))
    .toSorted();
};
const msg = 'the content security policy was violated';

test('answers 204 over a socket and logs a violation without private data', async () => {
  const { site, lines, violations } = await openLoggedSite();
  const body = JSON.stringify(
    report({
      'document-uri': 'https://dev.example/dev/search?q=secret-query#secret-fragment',
      referrer: 'https://secret-referrer.example/',
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'original-policy': 'secret-policy',
      'blocked-uri': 'https://cdn.example/secret-file.js?secret',
      'source-file': 'https://dev.example/assets/shell.js?secret',
      'line-number': 7,
      'script-sample': 'secret-sample',
    }),
  );
  const head = `POST ${path} HTTP/1.1\r\nhost: dev.example\r\nconnection: close\r\nuser-agent: secret-browser\r\ncontent-type: ${legacy}`;
  const response = await sendBytes(site, `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  expect(response).toMatchObject({ status: 204, raw: '' });
  expect(violations()).toEqual([
    { directive: 'script-src-elem', blocked: 'https://cdn.example', path: '/dev/search', source: '/assets/shell.js', line: 7, msg },
  ]);
  expect(lines.join('')).not.toContain('secret');
});

test('logs the violations of a batch, with the name of the sink that refused a string', async () => {
  const { site, violations } = await openLoggedSite();
  const violation = (fields: object) => ({
    type: 'csp-violation',
    age: 1,
    url: 'https://dev.example/dev',
    user_agent: 'secret',
    body: { documentURL: 'https://dev.example/dev/posts/019a?x', ...fields },
  });
  const { status } = await send(site, modern, [
    violation({
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      sample: 'Element innerHTML|<img src=x onerror=secret>',
    }),
    violation({ effectiveDirective: 'connect-src', blockedURL: 'wss://other.example:8443/secret', sourceFile: 'https://cdn.example/x.js' }),
    violation({ effectiveDirective: 'img-src', blockedURL: 'https://dev.example/secret' }),
    violation({ effectiveDirective: 'img-src', blockedURL: 'data:image/png;base64,secret' }),
    { type: 'deprecation', body: { id: 'secret' } },
  ]);
  expect(status).toBe(204);
  const common = { path: '/dev/posts/019a', msg };
  expect(violations()).toEqual([
    { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', sink: 'Element innerHTML', ...common },
    { directive: 'connect-src', blocked: 'wss://other.example:8443', source: 'https://cdn.example/x.js', ...common },
    { directive: 'img-src', blocked: 'self', ...common },
    { directive: 'img-src', blocked: 'data', ...common },
  ]);
});

test.for([
  ['https://dev.example', 'report-uri /api/csp-reports; report-to csp', 'csp="/api/csp-reports"'],
  ['http://dev.example', 'report-uri /api/csp-reports', undefined],
])('pages of %s tell browsers where to report violations', async ([publicUrl = '', directives = '', endpoints]) => {
  const { site } = await openLoggedSite({ publicUrl });
  for (const page of ['/', '/dev/offline', '/api/docs']) {
    const { headers } = await clientOf(site).get(page, host);
    expect(headers['content-security-policy']).toMatch(new RegExp(`; ${directives}$`));
    expect(headers['reporting-endpoints']).toBe(endpoints);
  }
});

test.for([
  ['chrome-extension://abcdef/content.js', 'inline'],
  ['moz-extension', 'inline'],
  ['safari-web-extension://abcdef/content.js', 'inline'],
  ['webkit-masked-url://hidden/', 'inline'],
  ['', 'chrome-extension://abcdef/picture.png'],
  ['', 'moz-extension'],
])('counts a violation of a browser extension (source %s, blocked %s) without logging it', async ([source, blocked]) => {
  const { site, violations } = await openLoggedSite();
  await send(site, legacy, report({ 'effective-directive': 'img-src', 'source-file': source, 'blocked-uri': blocked }));
  expect(violations()).toEqual([]);
  expect(await countsOf(site)).toEqual(['dev_connector_csp_reports_total{directive="img-src",from="extension"} 1']);
});

test('counts reports by directive, with labels that a client cannot choose', async () => {
  const { site, violations } = await openLoggedSite();
  await send(site, legacy, report({ 'effective-directive': 'font-src' }));
  await send(site, legacy, report({ 'violated-directive': 'font-src https://fonts.example' }));
  await send(site, legacy, report({ 'effective-directive': 'made-up-1' }));
  await send(site, legacy, report({ 'effective-directive': 'made-up-2"} 7\n' }));
  await send(site, legacy, report({ 'effective-directive': 'font-src', 'document-uri': 'https://other.example/dev/posts' }));
  expect(await countsOf(site)).toEqual([
    'dev_connector_csp_reports_total{directive="font-src",from="invalid"} 1',
    'dev_connector_csp_reports_total{directive="font-src",from="site"} 2',
    'dev_connector_csp_reports_total{directive="other",from="site"} 2',
  ]);
  expect(violations().map(({ directive }) => directive)).toEqual(['font-src', 'other']);
});

const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
test.for<[string, unknown]>([
  ['null', null],
  ['a number', 1],
  ['a text', 'csp-report'],
  ['an empty object', {}],
  ['an empty list', []],
  ['a list of lists', deep(20)],
  ['a list of other values', [null, 1, 'x', [], {}]],
  ['a report that is no object', { 'csp-report': 1 }],
  ['a report of lists', { 'csp-report': { 'document-uri': [], 'effective-directive': {}, 'blocked-uri': null, 'line-number': '1' } }],
  ['a report without an address', { 'csp-report': { 'blocked-uri': 'inline' } }],
  ['addresses that are invalid', report({ 'document-uri': 'http://[', 'blocked-uri': 'http://[', 'source-file': '//' })],
  ['a page without an address', report({ 'document-uri': 'about:srcdoc' })],
  [
    'long texts',
    report({ 'document-uri': `https://dev.example/${'x'.repeat(5000)}`, 'blocked-uri': `https://${'x'.repeat(5000)}.example` }),
  ],
  ['a lone surrogate', report({ 'source-file': 'https://dev.example/\ud800', 'script-sample': '\ud800|' })],
  ['a prototype', JSON.parse('{"__proto__": {"type": "csp-violation"}, "constructor": {"prototype": {}}}')],
  ['a report with an unknown line', report({ 'source-file': 'https://dev.example/x', 'line-number': 1e300 })],
])('answers 204 to %s', async ([, body]) => {
  const { site, lines } = await openLoggedSite();
  for (const type of [legacy, modern]) expect(await send(site, type, body)).toMatchObject({ status: 204, raw: '' });
  expect(Math.max(0, ...lines.map((line) => line.length))).toBeLessThan(1000);
});

describe('refuses', () => {
  test('other media types, malformed JSON, and bodies above 16 kB', async () => {
    const { site } = await openLoggedSite();
    const notReport = errorResponse(415, 'The request body must be application/csp-report or application/reports+json');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=b'])
      expect(await send(site, type, report({}))).toMatchObject(notReport);
    const raw = { method: 'POST', url: path, headers: { ...host, 'content-type': legacy } } as const;
    expect((await site.app.inject({ ...raw, payload: '{' })).statusCode).toBe(400);
    expect((await site.app.inject({ ...raw, payload: Buffer.from([0xff]) })).statusCode).toBe(400);
    expect((await send(site, legacy, report({ referrer: 'x'.repeat(16 * 1024) }))).status).toBe(413);
    expect(
      (await site.app.inject({ ...raw, headers: { ...raw.headers, 'content-type': `${legacy}; charset=utf-8` }, payload: '{}' }))
        .statusCode,
    ).toBe(204);
    expect((await clientOf(site).get(path, host)).status).toBe(405);
  });

  test('more reports of a network than the limit', async () => {
    const { site } = await openLoggedSite({ rateLimits: 'on', trustProxy: ['127.0.0.1'] });
    const from = (address: string) =>
      clientOf(site).post(path, report({}), { ...host, 'content-type': legacy, 'x-forwarded-for': address });
    for (let count = 0; count < rates.report.address.times; count++) expect((await from('192.0.2.1')).status).toBe(204);
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(204);
  });
});

test('logs a violation once an hour and counts its repetitions', async () => {
  const { site, violations } = await openLoggedSite();
  for (const page of ['posts', 'tags', 'account'])
    await send(
      site,
      legacy,
      report({ 'document-uri': `https://dev.example/dev/${page}`, 'effective-directive': 'img-src', 'blocked-uri': 'data' }),
    );
  const violation = { directive: 'img-src', blocked: 'data', path: '/dev/posts' };
  expect(violations()).toEqual([{ ...violation, msg }]);
  await site.app.close();
  expect(violations()).toEqual([
    { ...violation, msg },
    { ...violation, more: 2, msg: 'repeated' },
  ]);
});

test('logs at most ten different violations of one network and fifty in all', async () => {
  const { site, violations } = await openLoggedSite({ trustProxy: ['127.0.0.1'] });
  const kind = (index: number, address: string) =>
    clientOf(site).post(path, report({ 'blocked-uri': `https://${index}.example/` }), {
      ...host,
      'content-type': legacy,
      'x-forwarded-for': address,
    });
  for (let index = 0; index < 20; index++) await kind(index, '192.0.2.1');
  expect(violations()).toHaveLength(10);
  for (let index = 20; index < 120; index++) await kind(index, `198.51.100.${index}`);
  expect(violations()).toHaveLength(50);
  await site.app.close();
  expect(violations().slice(50)).toEqual([{ more: 70, msg: 'further violations were counted, not logged' }]);
});
