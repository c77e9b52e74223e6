import { createServer } from 'node:net';
import { clockTolerance, readOpenapi } from '@dev-connector/contract';
import { redactUrl } from '../../platform/db/redact-url.ts';
import { fetchBytes, Unreachable } from '../../platform/http/fetch-bytes.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Finding, findings } from './finding.ts';

const timeout = 5000; // ms

/** Checks that the site's address is free or in use by the site itself. */
export async function checkPort({ host, port }: Settings): Promise<Finding[]> {
  const failure = await listen(host, port);
  if (!failure) return findings('address', [], `${host}:${port} is free`);
  if (failure.code !== 'EADDRINUSE') return findings('address', [`HOST ${host} or PORT ${port} cannot be used: ${failure.message}.`], '');
  const ours = await isOurSite(host, port);
  return findings(
    'address',
    ours ? [] : [`Port ${port} is in use by another program. Stop that program, or set PORT.`],
    `the site runs on ${host}:${port}`,
  );
}

/** Checks the port for Prometheus, if it is set. */
export async function checkMetricsPort({ metricsPort }: Settings): Promise<Finding[]> {
  if (!metricsPort) return [];
  const failure = await listen('127.0.0.1', metricsPort);
  if (!failure) return findings('metrics', [], `127.0.0.1:${metricsPort} is free`);
  const ours = failure.code === 'EADDRINUSE' && (await answersMetrics(metricsPort));
  return findings(
    'metrics',
    ours ? [] : [`METRICS_PORT cannot be used: ${failure.message}.`],
    `the site serves metrics on port ${metricsPort}`,
  );
}

async function answersMetrics(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(timeout) });
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

async function isOurSite(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const reply = await fetch(`http://${reachable}:${port}${readOpenapi.path}`, { signal: AbortSignal.timeout(timeout) });
    return readOpenapi.path in ((await reply.json()) as { paths: object }).paths;
  } catch {
    return false;
  }
}

/** Checks that the code host is reachable, and compares this machine's clock with the date of its response. */
export async function checkCodeHost({ githubApiUrl, githubToken }: Settings): Promise<Finding[]> {
  const sentAt = Date.now();
  const shown = redactUrl(githubApiUrl);
  try {
    const reply = await fetch(`${githubApiUrl}/rate_limit`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: { 'user-agent': 'dev-connector', ...(githubToken && { authorization: `Bearer ${githubToken}` }) },
    });
    await reply.body?.cancel();
    return [...findings('code host', responseFaults(shown, reply.status), shown), ...checkClock(reply.headers.get('date'), sentAt)];
  } catch (error) {
    const reason = (error as Error).name === 'TimeoutError' ? `no response within ${timeout / 1000} s` : reasonOf(error);
    return findings(
      'code host',
      [`${shown} cannot be reached (${reason}), so profiles show no repositories. Use --offline to skip this check.`],
      '',
    );
  }
}

/** Checks the avatar service. One that cannot be reached is a note, because networks without internet access are not at fault. */
export async function checkAvatarService({ avatarServiceUrl }: Settings): Promise<Finding[]> {
  if (!avatarServiceUrl) return findings('avatars', [], 'AVATAR_SERVICE_URL is off, so members have initials');
  const shown = redactUrl(avatarServiceUrl);
  const effect = 'so new members have initials only';
  try {
    const { status } = await fetchBytes(`${avatarServiceUrl}/${'0'.repeat(64)}?s=1&d=404`, { timeout, maxBytes: 200_000 });
    return findings('avatars', status >= 500 ? [`${shown} responds with status ${status}, ${effect}.`] : [], shown);
  } catch (error) {
    const message = `${shown} cannot be reached (${reasonOf(error)}), ${effect}. Without internet access, set AVATAR_SERVICE_URL=off.`;
    return [{ check: 'avatars', state: error instanceof Unreachable ? 'note' : 'fault', message }];
  }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as Error | undefined)?.message || message;
}

function responseFaults(url: string, status: number): string[] {
  if (status === 401) return [`${url} rejects GITHUB_TOKEN. The token is wrong or has expired.`];
  return status >= 500 ? [`${url} responds with status ${status}. Profiles show no repositories until it recovers.`] : [];
}

/** Compares the clocks. `date` has a resolution of one second and was set between `sentAt` and now. */
function checkClock(date: string | null, sentAt: number): Finding[] {
  const hostTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(hostTime)) return [];
  const offset = hostTime < sentAt ? sentAt - hostTime : Math.max(0, hostTime - Date.now());
  const faults =
    offset > clockTolerance
      ? [
          `This machine's clock is ${Math.round(offset / 1000)} s ${hostTime < sentAt ? 'ahead' : 'behind'}: sessions and dates will be wrong. Set the clock, or run an NTP client.`,
        ]
      : [];
  return findings('clock', faults, 'agrees with the code host');
}
