import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LoadLimits } from '../../platform/http/load/load-limits.ts';

const interval = 10_000; // ms

/** Bytes that the folder's disk has free for this user; undefined if the system does not say. */
export async function freeSpace(folder: string): Promise<number | undefined> {
  const stats = await statfs(folder).catch(() => undefined);
  return stats && stats.bavail * stats.bsize;
}

/** Watches the disk of a folder and logs when its space becomes scarce and when it is back. With a `reserve` of 0, it is never full. */
export function watchDisk(folder: string, { low, reserve }: LoadLimits['disk'], log: FastifyBaseLogger) {
  let state: 'enough' | 'low' | 'full' = 'enough';
  const sample = async () => {
    const free = await freeSpace(folder);
    if (free === undefined) return;
    const before = state;
    state = free < reserve ? 'full' : free < low ? 'low' : 'enough';
    if (state === before) return;
    const details = { folder, freeBytes: free };
    if (state === 'full') log.error(details, 'the disk is nearly full: members cannot write until there is more space');
    else if (state === 'low')
      log.warn(details, `the disk is nearly full${reserve > 0 ? `: members cannot write below ${reserve / 1e6} MB` : ''}`);
    else log.info(details, 'the disk has enough space again');
  };
  const timer = setInterval(() => void sample(), interval).unref();
  return { isFull: () => state === 'full', sample, stop: () => clearInterval(timer) };
}
