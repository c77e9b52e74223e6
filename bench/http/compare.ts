import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { RecordedResponses } from './baseline.ts';
import { type Case, type Request, toBytes } from './cases.ts';
import type { Content } from './community.ts';
import type { Outcome } from './load-generator.ts';
import { type LoadGenerator, processorTime, type Server, startBaseline } from './processes.ts';

/** Milliseconds of warm-up, while V8 compiles hot functions on threads whose time would count as the server's. */
const warmUp = 4000;

export interface Effort {
  rounds: number;
  /** Milliseconds per server and round. */
  slice: number;
  /** Accepts compressed responses, as a browser does. */
  compressed?: boolean | undefined;
}

const browserEncodings = 'gzip, deflate, br, zstd';

/** The result of one server in one round. */
interface Slice extends Outcome {
  perSecond: number;
  /** Processor time of all threads of the server per request, in microseconds. */
  processor: number;
  /** Processor time of the server as a share of the slice. */
  serverBusy: number;
}

interface Comparison {
  siteSlices: Slice[];
  baseline: Slice[];
  /** Mean size of a response in bytes. */
  bytes: number;
}

/** A running site, and what is in its database. */
export interface MeasuredSite {
  server: Server;
  content: Content;
}

/**
 * Measures the site alternately with another one, or with a baseline that sends the site's responses. Warms up each first.
 */
export async function compare(
  site: MeasuredSite,
  other: MeasuredSite | undefined,
  loadGenerator: LoadGenerator,
  benchCase: Case,
  { rounds, slice, compressed }: Effort,
): Promise<Comparison> {
  const requestsOf = async ({ server, content }: MeasuredSite) => {
    const requests = benchCase.requests(content).map((one) => ({ ...one, ...(compressed && { encodings: browserEncodings }) }));
    return benchCase.revalidates ? withEtags(server, requests) : requests;
  };
  const requests = await requestsOf(site);
  const status = benchCase.revalidates ? 304 : 200;
  const baseline = other?.server ?? (await startBaseline(await record(site.server, requests, status)));
  const workloads = new Map([
    [site.server, requests.map(toBytes)],
    [baseline, (other ? await requestsOf(other) : requests).map(toBytes)],
  ]);
  const nextRequest = new Map<Server, number>();
  const measure = async (server: Server, milliseconds: number): Promise<Slice> => {
    const first = nextRequest.get(server) ?? 0;
    const before = processorTime(server.pid);
    const outcome = await loadGenerator.run({
      requests: workloads.get(server) ?? [],
      connections: benchCase.connections ?? 32,
      status,
      port: server.port,
      milliseconds,
      first,
    });
    const cpuTime = processorTime(server.pid) - before;
    if (benchCase.continues) nextRequest.set(server, (first + outcome.requests) % requests.length);
    if (Object.keys(outcome.others).length > 0)
      throw new Error(`${benchCase.name}: unexpected responses: ${JSON.stringify(outcome.others)}`);
    return {
      ...outcome,
      perSecond: (outcome.requests / outcome.milliseconds) * 1000,
      processor: (cpuTime / outcome.requests) * 1000,
      serverBusy: cpuTime / outcome.milliseconds,
    };
  };
  try {
    for (const server of [site.server, baseline]) await measure(server, warmUp);
    const [siteSlices, baselineSlices]: [Slice[], Slice[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      siteSlices.push(await measure(site.server, slice));
      baselineSlices.push(await measure(baseline, slice));
    }
    const [sum, count] = baselineSlices.reduce(([sum, count], { bytes, requests }) => [sum + bytes, count + requests], [0, 0]);
    return { siteSlices, baseline: baselineSlices, bytes: sum / count };
  } finally {
    if (!other) await baseline.stop();
  }
}

/** Headers that node:http adds. */
const automaticHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Adds If-None-Match with the current ETag to each request. */
const withEtags = (site: Server, requests: Request[]): Promise<Request[]> =>
  Promise.all(
    requests.map(async (request) => {
      const response = await fetch(`http://127.0.0.1:${site.port}${request.url}`);
      await response.arrayBuffer();
      return { ...request, etag: String(response.headers.get('etag')) };
    }),
  );

/** Records the site's response to each different request. */
async function record(site: Server, requests: Request[], status: number): Promise<RecordedResponses> {
  const responses: RecordedResponses = {};
  let last: RecordedResponses[string] | undefined;
  for (const { method, url, token, body, etag, encodings } of requests) {
    const key = `${method} ${url}`;
    if (responses[key]) continue;
    if (method !== 'GET' && last) {
      responses[key] = last; // record one write for all, because recording performs it
      continue;
    }
    const headers = {
      ...(token && { 'x-auth-token': token }),
      ...(body && { 'content-type': 'application/json' }),
      ...(etag && { 'if-none-match': etag }),
      ...(encodings && { 'accept-encoding': encodings }),
    };
    // Not `fetch`, which decompresses the response.
    const sent = request({ port: site.port, path: url, method, headers }).end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    if (response.statusCode !== status) throw new Error(`${key} returned ${response.statusCode}: ${bytes}`);
    responses[key] = last = {
      status,
      headers: [
        ...Object.entries(response.headers as Record<string, string>).filter(
          ([name]) => !automaticHeaders.has(name) && name !== 'content-length',
        ),
        ...(status === 304 ? [] : [['content-length', String(bytes.length)] as [string, string]]),
      ],
      body: bytes.toString('base64'),
    };
  }
  return responses;
}

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
};

/** Summarises a comparison: medians of the rounds, and minimum and maximum of their ratios. */
export function summarise({ siteSlices, baseline, bytes }: Comparison) {
  const ratios = siteSlices.map(({ perSecond }, round) => perSecond / (baseline[round] as Slice).perSecond);
  const minOf = (slices: Slice[], figure: keyof Slice) => Math.min(...slices.map((slice) => slice[figure] as number));
  const medianOf = (slices: Slice[], figure: keyof Slice) => median(slices.map((slice) => slice[figure] as number));
  return {
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    perSecond: medianOf(siteSlices, 'perSecond'),
    baselinePerSecond: medianOf(baseline, 'perSecond'),
    processor: minOf(siteSlices, 'processor'),
    baselineProcessor: minOf(baseline, 'processor'),
    median: medianOf(siteSlices, 'median'),
    p99: medianOf(siteSlices, 'p99'),
    baselineP99: medianOf(baseline, 'p99'),
    busy: medianOf(siteSlices, 'serverBusy'),
    baselineBusy: medianOf(baseline, 'serverBusy'),
    loadGeneratorBusy: medianOf(baseline, 'busy'),
    kilobytes: bytes / 1000,
  };
}
