import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startCodeHost } from '../../../e2e/site/code-host.ts';
import { address, type Call, caller, type Reply } from '../../calls.ts';
import { insertPosts } from '../../insert-posts.ts';
import { createMembers, type Member } from '../../members.ts';
import { progress, Report, type Scenario, withCleanup } from '../../scenario.ts';
import { createDatabase, type Engine, startSite } from '../../site.ts';
import { type Document, type GeneratedRequest, requestsOf, someId } from './generated-requests.ts';
import { sendMutated } from './mutated-requests.ts';

const sizes = { long: { requests: 50_000, members: 4000 }, short: { requests: 1000, members: 300 } };
const batch = 500;
const concurrency = 24;

/** Calls that end the caller's session or account. */
const ending = ['DELETE /api/profile', 'DELETE /api/auth', 'PUT /api/auth/password', 'DELETE /api/auth/sessions/{id}'];

/** Sends generated requests for the whole OpenAPI document, on both engines. */
export const fuzz: Scenario = {
  promise: 'bad input never breaks the site',
  run: async (size) => {
    const report = new Report();
    for (const engine of ['sqlite', 'postgres'] as const) await fuzzEngine(engine, sizes[size], report);
    return report;
  },
};

function fuzzEngine(engine: Engine, { requests, members }: (typeof sizes)['long'], report: Report): Promise<void> {
  return withCleanup(async (cleanup) => {
    const settings = await createDatabase(engine, cleanup);
    const people = await createMembers(settings, members);
    const posts = await insertPosts(settings, people.slice(0, 40), 40);
    const ids = [...posts, ...people.slice(0, 40).map(({ id }) => id)];
    const site = await startSite({ ...settings, GITHUB_API_URL: await startCodeHost(), RATE_LIMITS: 'off' });
    cleanup(() => site.kill());
    const call = caller(site.url, concurrency);
    cleanup(() => call.close());
    const document = (await call('GET', '/api/openapi.json')).json() as Document;
    const requestArbitrary = requestsOf(document);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const statuses = new Map<number, number>();
    const bad = new Set<string>();
    const succeeded = new Set<string>();
    const operations = new Set<string>();
    let sent = 0;
    let leaver = people.length;

    const ask = async (request: GeneratedRequest, number: number) => {
      // Only members from the second half may leave.
      const leaving = ending.includes(request.operation);
      const member = people[leaving && leaver > members / 2 ? --leaver : number % Math.floor(members / 2)] as Member;
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
      report.check(reply.status < 500, where);
      // A failing page is HTML; everything else is a problem document.
      if (reply.status >= 400 && request.method !== 'HEAD' && !/^text\/html/.test(String(reply.headers['content-type'])))
        report.check(isProblem(reply), `${where}: not a problem document (RFC 9457)`);
      report.check(!leak.test(reply.text) || request.operation === 'GET /api/openapi.json', `${where}: reveals internals`);
    };
    for (let round = 0; sent < requests; round++) {
      const waiting = fc.sample(requestArbitrary, { numRuns: Math.min(batch, requests - sent), seed: seed + round });
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request, sent++);
        }),
      );
      progress(`${engine}: ${sent} of ${requests}`);
      if (!site.alive()) break;
    }
    const wild = await sendMutated(site, Math.ceil(requests / 20), seed);
    for (const { bytes, received } of wild.wrong)
      report.check(false, `${engine}, seed ${seed}: ${JSON.stringify(bytes)} got ${received.slice(0, 200)}`);

    report.check(site.alive(), `${engine}, seed ${seed}: the process exited`);
    report.check(
      site.errors().length === 0,
      `${engine}, seed ${seed}: it logged ${site.errors().length} errors, the first: ${site.errors()[0]?.slice(0, 600)}`,
    );
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const never = documented.filter((operation) => !succeeded.has(operation));
    report.check(requests < 10_000 || never.length === 0, `${engine}: never succeeded: ${never.join(', ')}`);
    const count = (from: number) =>
      [...statuses].filter(([status]) => status >= from && status < from + 100).reduce((sum, [, times]) => sum + times, 0);
    report.figure(
      `${engine}: ${sent + wild.sent} generated requests over ${operations.size} operations and pages: ${count(200)} × 2xx, ${count(300)} × 3xx, ${count(400)} × 4xx, ${count(500)} × 5xx; ${bad.size + wild.distinct} distinct bad inputs; no restart`,
    );
  });
}

const noReply: Reply = { status: 0, headers: {}, text: '', bytes: 0, json: () => undefined };

/** Sends the request with existing ids in place of `someId`, from a fresh address. */
async function send(
  call: Call,
  { method, path, who, headers, body }: GeneratedRequest,
  member: Member,
  ids: string[],
  number: number,
): Promise<Reply> {
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
    // The parser refuses an overlong URL before it knows that the request is a HEAD, so the answer has a body.
    if (code === 'HPE_CLOSED_CONNECTION' && method === 'HEAD') return noReply;
    // Node's client refused to send it, or the server refused the body and closed while it was still being sent.
    if (code?.startsWith('ERR_')) return noReply;
    if ((code === 'ECONNRESET' || code === 'EPIPE') && (body?.length ?? 0) > 1000) return noReply;
    return { status: 599, headers: {}, text: `no answer: ${code} ${message}`, bytes: 0, json: () => undefined };
  }
}

/** Stack traces, file paths, SQL and error codes of libraries must never appear in an answer. */
const leak = /\n\s+at |node_modules|file:\/\/|SQLITE_|FST_ERR|ECONN|relation "|syntax error at/;

function isProblem({ status, headers, text }: Reply): boolean {
  try {
    const problem = JSON.parse(text);
    return (
      String(headers['content-type']).startsWith('application/problem+json') &&
      problem.status === status &&
      typeof problem.title === 'string' &&
      problem.errors.length > 0 &&
      problem.msg === problem.errors[0].msg &&
      problem.errors.every(({ msg }: { msg: unknown }) => typeof msg === 'string' && msg !== '') &&
      ((status !== 429 && status !== 503) || /^\d+$/.test(String(headers['retry-after'])))
    );
  } catch {
    return false;
  }
}
