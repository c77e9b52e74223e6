import { quantile } from '../calls.ts';
import type { Report } from '../scenario.ts';
import { startThread, type Thread } from './thread.ts';

export interface ReaderOptions {
  url: string;
  /** Sent in turn. */
  requests: Array<{ method?: string; path: string; token?: string; from?: string; body?: unknown; headers?: Record<string, string> }>;
  /** Milliseconds between requests, whether or not earlier ones have been answered; 20 by default. */
  interval?: number;
  /** The client's own loopback address, for example 127.0.0.2. */
  localAddress?: string;
}

export interface ReaderResult {
  /** Milliseconds per answered request. */
  times: number[];
  /** When each of them was sent, in milliseconds since the epoch. */
  sent: number[];
  /** Number of requests by outcome: a status, or an error code. */
  outcomes: Record<string, number>;
}

/** Starts another client, which reads at a fixed rate from its own thread. */
export const startReader = (options: ReaderOptions): Thread<ReaderResult> => startThread('./reader-thread.ts', options);

/** Checks that every request of the other client succeeded. Unless `judged`, a slow machine may cause 503. Returns a phrase. */
export function checkReader({ times, outcomes }: ReaderResult, report: Report, judged: boolean): string {
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const failed = Object.keys(outcomes).filter((outcome) => outcome !== '200' && (judged || outcome !== '503'));
  const [p50, p99, max] = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map((time) => `${time.toFixed(1)} ms`);
  report.check(total > 0 && failed.length === 0, `Another client's requests failed: ${JSON.stringify(outcomes)}`);
  report.check(!judged || quantile(times, 0.99) < 100, `Another client's p99 was ${p99}`);
  return `${outcomes[200] ?? 0} of ${total} requests of another client succeeded, p50 ${p50}, p99 ${p99}, max ${max}`;
}
