import type { FastifyBaseLogger } from 'fastify';
import { shownAddress } from '../db/address.ts';

/** Milliseconds between two pings. */
const interval = 120_000;

/** GETs the address every two minutes, so that a host which puts idle sites to sleep lets this one run. A failure is logged and nothing else. */
export function keepAlive(url: string, log: FastifyBaseLogger): { stop(): void } {
  const shown = shownAddress(url);
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
