import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startCodeHost } from '../e2e/site/code-host.ts';
import { address, type Call, caller, type Reply } from './calls.ts';
import { fillCommunity } from './community.ts';
import { crowd, type Member } from './members.ts';
import { Findings, type Proof, progress, withCleanup } from './proof.ts';
import { type Document, type Made, requestsOf, someId } from './requests.ts';
import { type Engine, freshDatabase, startSite } from './site.ts';
import { sendMutated } from './wire.ts';

const sizes = { long: { requests: 50_000, members: 4000 }, short: { requests: 1000, members: 300 } };
const batch = 500;
const atOnce = 24;

/** Calls that end the session or the account that makes them. */
const last = ['DELETE /api/profile', 'DELETE /api/auth', 'PUT /api/auth/password', 'DELETE /api/auth/sessions/{id}'];

/** Bad input never breaks it: generated requests over the whole OpenAPI document, on both engines. */
export const fuzz: Proof = {
  promise: 'bad input never breaks it',
  run: async (size) => {
    const findings = new Findings();
    for (const engine of ['sqlite', 'postgres'] as const) await fuzzEngine(engine, sizes[size], findings);
    return findings;
  },
};

function fuzzEngine(engine: Engine, { requests, members }: (typeof sizes)['long'], findings: Findings): Promise<void> {
  return withCleanup(async (afterwards) => {
    const settings = await freshDatabase(engine, afterwards);
    const people = await crowd(settings, members);
    const posts = await fillCommunity(settings, people.slice(0, 40), 40);
    const ids = [...posts, ...people.slice(0, 40).map(({ id }) => id)];
    const site = await startSite({ ...settings, GITHUB_API_URL: await startCodeHost(), RATE_LIMITS: 'off' });
    afterwards(() => site.kill());
    const call = caller(site.url, atOnce);
    afterwards(() => call.close());
    const document = (await call('GET', '/api/openapi.json')).json() as Document;
    const made = requestsOf(document);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const statuses = new Map<number, number>();
    const bad = new Set<string>();
    const succeeded = new Set<string>();
    const operations = new Set<string>();
    let sent = 0;
    let expendable = people.length;

    const ask = async (request: Made, number: number) => {
      // The last members are there to be deleted, the first to stay.
      const leaving = last.includes(request.operation);
      const member = people[leaving && expendable > members / 2 ? --expendable : number % Math.floor(members / 2)] as Member;
      const reply = await send(call, request, member, ids, number);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      operations.add(request.operation);
      if (reply.status >= 400)
        bad.add(
          createHash('sha1')
            .update(
              JSON.stringify([request.method, request.path, request.headers, request.body && Buffer.from(request.body).toString('base64')]),
            )
            .digest('base64'),
        );
      else succeeded.add(request.operation);
      const where = `${engine}, seed ${seed}: ${JSON.stringify(request).slice(0, 400)} got ${reply.status} ${reply.text.slice(0, 200)}`;
      findings.check(reply.status < 500, where);
      // A page that fails shows HTML to a person; all else has the one shape.
      if (reply.status >= 400 && request.method !== 'HEAD' && !/^text\/html/.test(String(reply.headers['content-type'])))
        findings.check(isProblem(reply), `${where}: no problem as RFC 9457 has it`);
      findings.check(!leak.test(reply.text) || request.operation === 'GET /api/openapi.json', `${where}: tells of the inside`);
    };
    for (let round = 0; sent < requests; round++) {
      const waiting = fc.sample(made, { numRuns: Math.min(batch, requests - sent), seed: seed + round });
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request, sent++);
        }),
      );
      progress(`${engine}: ${sent} of ${requests}`);
      if (!site.alive()) break;
    }
    const wild = await sendMutated(site, Math.ceil(requests / 20), seed);
    for (const { bytes, said } of wild.wrong)
      findings.check(false, `${engine}, seed ${seed}: ${JSON.stringify(bytes)} got ${said.slice(0, 200)}`);

    findings.check(site.alive(), `${engine}, seed ${seed}: the process ended`);
    findings.check(
      site.errors().length === 0,
      `${engine}, seed ${seed}: it logged ${site.errors().length} errors, the first: ${site.errors()[0]?.slice(0, 600)}`,
    );
    const missed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const never = missed.filter((operation) => !succeeded.has(operation));
    findings.check(requests < 10_000 || never.length === 0, `${engine}: never answered with success: ${never.join(', ')}`);
    const count = (from: number) =>
      [...statuses].filter(([status]) => status >= from && status < from + 100).reduce((sum, [, times]) => sum + times, 0);
    findings.figure(
      `${engine}: ${sent + wild.sent} generated requests over ${operations.size} operations and pages: ${count(200)} × 2xx, ${count(300)} × 3xx, ${count(400)} × 4xx, ${count(500)} × 5xx; ${bad.size + wild.distinct} distinct bad inputs; the same process to the end`,
    );
  });
}

const nothing: Reply = { status: 0, headers: {}, text: '', json: () => undefined };

/** Sends it, with ids of what exists where ids belong, from an address of its own. */
async function send(call: Call, { method, path, who, headers, body }: Made, member: Member, ids: string[], number: number): Promise<Reply> {
  let next = number;
  const filled = (text: string) =>
    text.replaceAll(someId, () => ids[next++ % ids.length] ?? '').replaceAll('\\u0001id\\u0001', () => ids[next++ % ids.length] ?? '');
  const token = { member: { token: member.token }, visitor: {}, nobody: { token: 'A'.repeat(43) } }[who];
  try {
    return await call(method, filled(path), {
      ...token,
      from: address(number),
      body: typeof body === 'string' ? filled(body) : body,
      headers,
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // An address too long for a request is answered before anybody knows that it is a HEAD, which wants no body.
    if (code === 'HPE_CLOSED_CONNECTION' && method === 'HEAD') return nothing;
    // What Node's own client will not send never reached us; and who refuses a body may close while it is still being sent.
    if (code?.startsWith('ERR_')) return nothing;
    if ((code === 'ECONNRESET' || code === 'EPIPE') && (body?.length ?? 0) > 1000) return nothing;
    return { status: 599, headers: {}, text: `no answer: ${code} ${message}`, json: () => undefined };
  }
}

/** What an answer must never let out: a stack, a file's path, SQL, a library's error code. */
const leak = /\n\s+at |node_modules|file:\/\/|SQLITE_|FST_ERR|ECONN|relation "|syntax error at/;

function isProblem({ status, headers, text }: Reply): boolean {
  try {
    const problem = JSON.parse(text);
    return (
      String(headers['content-type']).startsWith('application/problem+json') &&
      problem.status === status &&
      typeof problem.title === 'string' &&
      problem.errors.length > 0 &&
      problem.errors.every(({ msg }: { msg: unknown }) => typeof msg === 'string' && msg !== '') &&
      ((status !== 429 && status !== 503) || /^\d+$/.test(String(headers['retry-after'])))
    );
  } catch {
    return false;
  }
}
