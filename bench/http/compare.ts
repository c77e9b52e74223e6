import { type Case, type Request, toBytes } from './cases.ts';
import type { Content } from './community.ts';
import type { Replies } from './limit.ts';
import type { Outcome } from './load.ts';
import { type Client, processorTime, type Server, startLimit } from './processes.ts';

/** Milliseconds before anything counts: V8 compiles what is called often, on threads whose time would count as the server's. */
const warmUp = 4000;

export interface Effort {
  rounds: number;
  /** Milliseconds that each of the two serves in each round. */
  slice: number;
}

/** One of the two, in one round. */
interface Slice extends Outcome {
  perSecond: number;
  /** Microseconds of processor time for each request, all threads of the server. */
  processor: number;
  /** Share of the slice that the server's process ran. */
  serverBusy: number;
}

interface Comparison {
  ours: Slice[];
  limit: Slice[];
  /** Bytes of the mean answer. */
  bytes: number;
}

/** Ours and the limit in turn, A B A B, on the same requests and the same bytes, after a warm-up of each. */
export async function compare(site: Server, client: Client, content: Content, one: Case, { rounds, slice }: Effort): Promise<Comparison> {
  const requests = one.known ? await naming(site, one.requests(content)) : one.requests(content);
  const limit = await startLimit(await record(site, requests, one.known ? 304 : 200));
  const order = { requests: requests.map(toBytes), connections: one.connections ?? 32, status: one.known ? 304 : 200 };
  const asked = new Map<Server, number>();
  const measure = async (server: Server, milliseconds: number): Promise<Slice> => {
    const first = asked.get(server) ?? 0;
    const before = processorTime(server.pid);
    const outcome = await client.ask({ ...order, port: server.port, milliseconds, first });
    const ran = processorTime(server.pid) - before;
    if (one.onward) asked.set(server, (first + outcome.requests) % requests.length);
    if (Object.keys(outcome.others).length > 0)
      throw new Error(`${one.name}: not all answers were as expected: ${JSON.stringify(outcome.others)}`);
    return {
      ...outcome,
      perSecond: (outcome.requests / outcome.milliseconds) * 1000,
      processor: (ran / outcome.requests) * 1000,
      serverBusy: ran / outcome.milliseconds,
    };
  };
  try {
    for (const server of [site, limit]) await measure(server, warmUp);
    const [ours, theirs]: [Slice[], Slice[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(site, slice));
      theirs.push(await measure(limit, slice));
    }
    const [sum, count] = theirs.reduce(([sum, count], { bytes, requests }) => [sum + bytes, count + requests], [0, 0]);
    return { ours, limit: theirs, bytes: sum / count };
  } finally {
    await limit.stop();
  }
}

/** Headers that every server adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The requests of a client that has the answers already. */
const naming = (site: Server, requests: Request[]): Promise<Request[]> =>
  Promise.all(
    requests.map(async (request) => {
      const answer = await fetch(`http://127.0.0.1:${site.port}${request.url}`);
      await answer.arrayBuffer();
      return { ...request, etag: String(answer.headers.get('etag')) };
    }),
  );

/** What the site answers to these requests, asked once for each address. */
async function record(site: Server, requests: Request[], status: number): Promise<Replies> {
  const replies: Replies = {};
  let last: Replies[string] | undefined;
  for (const { method, url, token, body, etag } of requests) {
    const key = `${method} ${url}`;
    if (replies[key]) continue;
    if (method !== 'GET' && last) {
      replies[key] = last; // writes that are alike answer alike; asking for all of them would do them all
      continue;
    }
    const headers = {
      ...(token && { 'x-auth-token': token }),
      ...(body && { 'content-type': 'application/json' }),
      ...(etag && { 'if-none-match': etag }),
    };
    const answer = await fetch(`http://127.0.0.1:${site.port}${url}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== status || answer.redirected) throw new Error(`${key} answered ${answer.status}: ${bytes}`);
    replies[key] = last = {
      status,
      headers: [
        ...[...answer.headers].filter(([name]) => !ownHeaders.has(name) && name !== 'content-length'),
        ...(status === 304 ? [] : [['content-length', String(bytes.length)] as [string, string]]),
      ],
      body: bytes.toString('base64'),
    };
  }
  return replies;
}

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
};

/** The figures of a comparison: medians of the rounds, and how far the rounds' ratios spread. */
export function summarise({ ours, limit, bytes }: Comparison) {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (limit[round] as Slice).perSecond);
  const least = (slices: Slice[], figure: keyof Slice) => Math.min(...slices.map((slice) => slice[figure] as number));
  const of = (slices: Slice[], figure: keyof Slice) => median(slices.map((slice) => slice[figure] as number));
  return {
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    perSecond: of(ours, 'perSecond'),
    limitPerSecond: of(limit, 'perSecond'),
    processor: least(ours, 'processor'),
    limitProcessor: least(limit, 'processor'),
    median: of(ours, 'median'),
    p99: of(ours, 'p99'),
    limitP99: of(limit, 'p99'),
    busy: of(ours, 'serverBusy'),
    limitBusy: of(limit, 'serverBusy'),
    clientBusy: of(limit, 'busy'),
    kilobytes: bytes / 1000,
  };
}
