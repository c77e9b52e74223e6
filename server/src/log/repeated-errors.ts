import type { FastifyServerOptions } from 'fastify';

/** Milliseconds within which the same error is logged once. */
const period = 60_000;
/** Different errors within a period that get a line of their own. */
const maxErrors = 50;
const [warn, fatal] = [40, 60];

type Options = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<Options['hooks']>['logMethod']>;

/**
 * A hook for pino that logs an error once a minute, and then how often it happened again. On a full disk, or while the database is down, each request fails of the
 * same: a stack for each would fill the disk, or the log of a site that anybody can ask. `toText` says which errors are the same.
 */
export function repeatedErrors(toText: (error: unknown) => string): LogMethod {
  const repeats = new Map<string, number>();
  let others = 0;
  let isWaiting = false;

  return function (args, method, level) {
    const error = (args[0] as { err?: unknown } | undefined)?.err;
    if (!error || level < warn || level >= fatal) return method.apply(this, args);
    if (!isWaiting) setTimeout(() => sum(this), period).unref();
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

  function sum(log: ThisParameterType<LogMethod>): void {
    isWaiting = false;
    for (const [error, times] of repeats) if (times > 0) log.warn({ error, times }, 'the same error was repeated');
    if (others > 0) log.warn({ times: others }, 'more errors were not logged');
    repeats.clear();
    others = 0;
  }
}
