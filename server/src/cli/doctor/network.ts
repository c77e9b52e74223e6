import { createServer } from 'node:net';
import { readOpenapi } from '@dev-connector/contract';
import { shownAddress } from '../../db/address.ts';
import type { Settings } from '../../settings.ts';
import { type Finding, findings } from './finding.ts';

const timeLimit = 5000; // ms
const clockTolerance = 60_000; // ms

/** The address that the site listens on: free, or ours already. */
export async function checkPort({ host, port }: Settings): Promise<Finding[]> {
  const failure = await listen(host, port);
  if (!failure) return findings('address', [], `${host}:${port} is free`);
  if (failure.code !== 'EADDRINUSE') return findings('address', [`HOST ${host} or PORT ${port} cannot be used: ${failure.message}.`], '');
  const ours = await isOurs(host, port);
  return findings(
    'address',
    ours ? [] : [`Port ${port} is in use by another program: stop that, or set PORT.`],
    `the site runs on ${host}:${port}`,
  );
}

/** The port for Prometheus, where there is one. */
export async function checkMetricsPort({ metricsPort }: Settings): Promise<Finding[]> {
  if (!metricsPort) return [];
  const failure = await listen('127.0.0.1', metricsPort);
  if (!failure) return findings('metrics', [], `127.0.0.1:${metricsPort} is free`);
  const ours = failure.code === 'EADDRINUSE' && (await answersMetrics(metricsPort));
  return findings(
    'metrics',
    ours ? [] : [`METRICS_PORT cannot be used: ${failure.message}.`],
    `the site serves them on port ${metricsPort}`,
  );
}

async function answersMetrics(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(timeLimit) });
    return (await reply.text()).includes('dev_connector_people');
  } catch {
    return false;
  }
}

function listen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

async function isOurs(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const reply = await fetch(`http://${reachable}:${port}${readOpenapi.path}`, { signal: AbortSignal.timeout(timeLimit) });
    return ((await reply.json()) as { info?: { title?: string } }).info?.title === 'Dev Connector';
  } catch {
    return false;
  }
}

/** The code host, and by the date of its answer the clock of this machine. */
export async function checkCodeHost({ githubApiUrl, githubToken }: Settings): Promise<Finding[]> {
  const asked = Date.now();
  const shown = shownAddress(githubApiUrl);
  try {
    const reply = await fetch(`${githubApiUrl}/rate_limit`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
      headers: { 'user-agent': 'dev-connector', ...(githubToken && { authorization: `Bearer ${githubToken}` }) },
    });
    await reply.body?.cancel();
    return [...findings('code host', answerFaults(shown, reply.status), shown), ...checkClock(reply.headers.get('date'), asked)];
  } catch (error) {
    const { name, message, cause } = error as Error;
    const why = name === 'TimeoutError' ? `no answer within ${timeLimit / 1000} s` : ((cause as Error | undefined)?.message ?? message);
    return findings('code host', [`${shown} cannot be reached (${why}): profiles show no repositories. --offline leaves this out.`], '');
  }
}

function answerFaults(url: string, status: number): string[] {
  if (status === 401) return [`${url} refuses GITHUB_TOKEN: it is wrong, or no longer valid.`];
  return status >= 500 ? [`${url} answers ${status}: profiles show no repositories until it is well again.`] : [];
}

/** `date` has whole seconds, and was written somewhere between our asking and now. */
function checkClock(date: string | null, asked: number): Finding[] {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return [];
  const off = theirs < asked ? asked - theirs : Math.max(0, theirs - Date.now());
  const faults =
    off > clockTolerance
      ? [
          `This machine's clock is ${Math.round(off / 1000)} s ${theirs < asked ? 'ahead' : 'behind'}: sessions and dates would be wrong. Set it, or run an NTP client.`,
        ]
      : [];
  return findings('clock', faults, 'agrees with the code host');
}
