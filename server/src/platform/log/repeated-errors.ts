import type { FastifyServerOptions } from 'fastify';

/** Milliseconds in which the same error is logged once. */
const period = 60_000;
/** Maximum number of different errors logged per period. */
const maxErrors = 50;
const [warn, fatal] = [40, 60];

type Options = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<Options['hooks']>['logMethod']>;

/**
 * Returns a pino hook that logs each error once a minute, followed by the number of repetitions. While the disk is full or the database is down every request
 * fails, and a stack for each would fill the log. Errors with the same `toText` are the same.
 */
export function repeatedErrors(toText: (error: unknown) => string): LogMethod {
  const repeats = new Map<string, number>();
  let others = 0;
  let isWaiting = false;

  return function (args, method, level) {
    const error = (args[0] as { err?: unknown } | undefined)?.err;
    if (!error || level < warn || level >= fatal) return method.apply(this, args);
    if (!isWaiting) setTimeout(() => logCounts(this), period).unref();
    isWaiting = true;
    const key = `${String(args[1])}: ${toText(error)}`;
    const before = repeats.get(key);
    if (before !== undefined) repeats.set(key, before + 1);
    else if (repeats.size >= maxErrors) others++;
    else {
      repeats.set(key, 0);
      method.apply(this, args);
    }
  };

  function logCounts(log: ThisParameterType<LogMethod>): void {
    isWaiting = false;
    for (const [error, times] of repeats) if (times > 0) log.warn({ error, times }, 'error repeated');
    if (others > 0) log.warn({ times: others }, 'further errors were counted, not logged');
    repeats.clear();
    others = 0;
  }
}
