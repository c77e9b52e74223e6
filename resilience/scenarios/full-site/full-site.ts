import { startCodeHost } from '../../../e2e/site/code-host.ts';
import { address, caller, quantile, type Reply } from '../../calls.ts';
import { type Load, startLoad } from '../../measure/load.ts';
import { limitMemory, memoryLimit } from '../../measure/memory.ts';
import { checkReader, type ReaderResult, startReader } from '../../measure/reader.ts';
import { progress, Report, type Scenario, type Size, withCleanup } from '../../scenario.ts';
import { databaseOf, databaseSettings, type Engine, type Environment, freePort, type RunningSite, startSite } from '../../site.ts';
import { type OperationCall, operations } from './calls.ts';
import { type FullSite, fillIdentity, fillSite, type Sizes } from './data.ts';
import { pagesOf, readHandles } from './pages.ts';
import { walk } from './walk.ts';

const sizes: Record<Size, Sizes & { calls: number }> = {
  long: { large: 100, full: 100, comments: 15_000, likes: 15_000, posts: 120, calls: 32 },
  short: { large: 2, full: 1, comments: 250, likes: 400, posts: 4, calls: 2 },
};

const concurrency = 16;
/** Maximum bytes of an answer. */
const maxBytes = { json: 2_000_000, html: 1_000_000 };
/** A member's own export, which is streamed. */
const unbounded = ['GET /api/users/me/data'];
/** Changes what other calls need, so it comes last. */
const last = ['DELETE /api/posts/{id}', 'DELETE /api/profile'];

/**
 * Fills a site to every limit and calls every operation and page, 16 at a time (2 in the short form), while another client reads. The thread that sends these calls has a low priority,
 * because clients of a real site do not run on its processors; the other client measures at the usual one.
 */
export const fullSite: Scenario = {
  promise: 'no response grows without bound',
  run: async (size) => {
    const report = new Report();
    for (const engine of ['sqlite', 'postgres'] as const) await runOn(engine, size, report);
    return report;
  },
};

interface Run {
  engine: Engine;
  settings: Environment;
  site: RunningSite;
  memory: ReturnType<typeof limitMemory>;
  load: Load;
  /** Peaks of the processes so far in megabytes. */
  peaks: number[];
  /** Bytes of the largest answer by operation. */
  largest: Map<string, number>;
  /** Milliseconds of the slowest answer by operation. */
  slowest: Map<string, number>;
  /** When the calls of each operation began, in milliseconds since the epoch. */
  began: Array<{ name: string; at: number }>;
  sent: number;
  report: Report;
}

function runOn(engine: Engine, size: Size, report: Report): Promise<void> {
  return withCleanup(async (cleanup) => {
    const database = await databaseSettings(engine, cleanup);
    const data = await fillSite(database, sizes[size]);
    await fillIdentity(database);
    progress(`${engine}: filled`);
    const settings = { ...database, PORT: String(await freePort()), RATE_LIMITS: 'off', GITHUB_API_URL: await startCodeHost() };
    const site = await startSite(settings);
    const run: Run = {
      engine, settings, site, memory: limitMemory(site.pid), load: startLoad({ url: site.url, connections: concurrency }), peaks: [], largest: new Map(), slowest: new Map(), began: [], sent: 0, report,
    }; // biome-ignore format: a compact list
    cleanup(() => run.site.kill());
    cleanup(() => run.load.close());

    const { id, token, post } = data.small;
    const paths = ['/api/auth', `/api/profile/user/${id}`, `/api/posts/${post}`, `/dev/profile/${id}`];
    for (const path of paths) await caller(site.url, 1)('GET', path, { token }); // so that the site has compiled what these need
    const reader = startReader({ url: site.url, requests: paths.map((path) => ({ path, token, from: '192.0.2.1' })) });
    await callEverything(run, data, sizes[size].calls);
    const reads = await reader.stop();
    const phrase = checkReader(reads, report, size === 'long');
    showReads(run, reads);
    run.peaks.push(await run.memory.stop());
    report.check(run.site.errors().length === 0, `${engine}: logged errors, the first: ${run.site.errors()[0]?.slice(0, 300)}`);
    await run.site.kill();
    await checkCounts(run);

    const sorted = [...run.largest].sort(([, one], [, other]) => other - one);
    report.figure(
      `${engine}: ${run.sent} calls of ${run.largest.size} operations and pages, ${concurrency} at a time; largest answers ${sorted
        .slice(0, 6)
        .map(([operation, bytes]) => `${operation} ${(bytes / 1000).toFixed(0)} kB`)
        .join(', ')}; memory at most ${Math.max(...run.peaks)} MB; ${phrase}`,
    );
    for (const [operation, bytes] of sorted)
      progress(`${engine}: ${operation}: ${(bytes / 1000).toFixed(1)} kB, slowest ${run.slowest.get(operation)?.toFixed(0)} ms`);
  });
}

async function callEverything(run: Run, data: FullSite, calls: number): Promise<void> {
  const document = (await caller(run.site.url, 1)('GET', '/api/openapi.json')).json();
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const name of documented) run.report.check(operations[name] !== undefined, `calls.ts has no call of ${name}`);
  const known = documented.filter((name) => operations[name]);
  const callOf = (name: string) => (index: number) => (operations[name] as (typeof operations)[string])(data, index);

  const reads = known.filter((name) => name.startsWith('GET '));
  for (const name of reads) await callConcurrently(run, name, callOf(name), calls);
  // A PDF may take seconds of CPU time.
  for (const [name, call] of Object.entries(pagesOf(data, await readHandles(run.site.url, data))))
    await callConcurrently(run, name, call, name.endsWith('.pdf') ? calls / 4 : calls);
  await restartIfKilled(run, 'before the lists');
  run.began.push({ name: 'the lists', at: Date.now() });
  await walk(run.load, run.site.url, documented, data, run.report, run.engine);
  await restartIfKilled(run, 'reading whole lists');
  const writes = known.filter((name) => !name.startsWith('GET ') && !last.includes(name));
  for (const name of [...writes, ...last.filter((name) => known.includes(name))]) await callConcurrently(run, name, callOf(name), calls);
}

async function callConcurrently(run: Run, name: string, callOf: (index: number) => OperationCall, count: number): Promise<void> {
  const [method = ''] = name.startsWith('page ') ? ['GET'] : name.split(' ');
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const repeat = async () => {
    while (next < count && run.site.alive()) {
      const { path, statuses: expected = [200], ...options } = callOf(next++);
      const reply = await run.load(method, path, { from: address(run.sent++), ...options }).catch((error: NodeJS.ErrnoException) => error);
      if (reply instanceof Error) {
        if (run.site.alive()) run.report.check(false, `${run.engine}: ${name} had no answer: ${reply.code ?? reply.message}`);
        continue;
      }
      times.push(reply.took);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      checkReply(run, name, reply, expected);
    }
  };
  run.began.push({ name, at: Date.now() });
  await Promise.all(Array.from({ length: concurrency }, repeat));
  // A busy machine may shed all concurrent calls of an expensive page.
  for (let tries = 0; tries < 10 && [...statuses.keys()].every((status) => status === 503); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    count++;
    await repeat();
  }
  run.slowest.set(name, Math.max(...times));
  if (await restartIfKilled(run, `${concurrency} concurrent calls of ${name}`)) return;
  run.report.check(
    [...statuses.keys()].some((status) => status !== 503),
    `${run.engine}: ${name} always answered 503`,
  );
  progress(`${run.engine}: ${name}: ${JSON.stringify([...statuses])}, median ${quantile(times, 0.5).toFixed(0)} ms`);
}

/** Prints the latency of the other client's reads by the operation that was called meanwhile, the slowest first. */
function showReads({ engine, began }: Run, { sent, times }: ReaderResult): void {
  const slow = quantile(times, 0.99);
  const rows = began.map(({ name, at }, index) => {
    const end = began[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const mine = times.filter((_, read) => (sent[read] ?? 0) >= at && (sent[read] ?? 0) < end);
    return { name, mine, max: Math.max(0, ...mine) };
  });
  for (const { name, mine, max } of rows.toSorted((one, other) => other.max - one.max))
    progress(
      `${engine}: reads during ${name}: ${mine.length}, p50 ${quantile(mine, 0.5).toFixed(1)} ms, max ${max.toFixed(0)} ms; ` +
        `${mine.filter((time) => time >= slow).length} of the slowest hundredth, ${mine.filter((time) => time > 100).length} above 100 ms`,
    );
}

function checkReply({ engine, report, largest }: Run, name: string, reply: Reply, expected: number[]): void {
  const shed = reply.status === 503 && reply.headers['retry-after'] !== undefined;
  report.check(
    shed || expected.includes(reply.status),
    `${engine}: ${name} was answered with ${reply.status} ${reply.status >= 400 ? reply.text.slice(0, 200) : ''}`,
  );
  const before = largest.get(name) ?? 0;
  largest.set(name, Math.max(before, reply.bytes));
  const kind = (['json', 'html'] as const).find((kind) => String(reply.headers['content-type']).includes(kind));
  if (!kind || unbounded.includes(name) || reply.bytes <= maxBytes[kind] || before > maxBytes[kind]) return;
  report.check(false, `${engine}: ${name} sent ${(reply.bytes / 1e6).toFixed(1)} MB`);
}

/** Starts the site again if it was killed, so that one run names every call that exceeds the memory limit. */
async function restartIfKilled(run: Run, cause: string): Promise<boolean> {
  // An exit may still be on its way after the last answer was lost.
  await Promise.race([run.site.ended, caller(run.site.url, 1)('GET', '/healthz', { timeout: 10_000 }).catch(() => run.site.ended)]);
  if (run.site.alive()) return false;
  run.peaks.push(await run.memory.stop());
  run.report.check(false, `${run.engine}: above ${memoryLimit} MB of memory (${run.peaks.at(-1)} MB) during ${cause}`);
  run.site = await startSite(run.settings);
  run.memory = limitMemory(run.site.pid);
  return true;
}

async function checkCounts({ engine, settings, report }: Run): Promise<void> {
  const db = await databaseOf(settings);
  const wrong = await db.all`
    select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
      or comment_count <> (select count(*) from comments where post_id = p.id)`;
  report.check(wrong.length === 0, `${engine}: ${wrong.length} posts have a count that differs from their rows`);
  await db.close();
}
