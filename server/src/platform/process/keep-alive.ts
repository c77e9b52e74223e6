import type { FastifyBaseLogger } from 'fastify';
import { redactUrl } from '../db/redact-url.ts';

/** Milliseconds between pings. */
const interval = 120_000;

/** Requests the URL every two minutes, for hosts that suspend idle sites. Failures are only logged. */
export function keepAlive(url: string, log: FastifyBaseLogger): { stop(): void } {
  const shown = redactUrl(url);
  const timer = setInterval(async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(interval / 2) });
      await response.body?.cancel();
      log.info({ url: shown, status: response.status }, 'keep-alive');
    } catch (error) {
      log.warn({ url: shown, err: error }, 'keep-alive failed');
    }
  }, interval);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
