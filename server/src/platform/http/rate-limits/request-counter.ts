import type { Db } from '../../db/db.ts';
import { pseudonym } from '../../sha256.ts';
import { addRequests } from './attempts.ts';

const minute = 60_000; // ms
/** A process shares its count with the others after each tenth of the limit. */
const sharesPerLimit = 10;
/** Maximum number of keys counted per minute. Requests of further keys are not counted; load-shedding.ts still protects the site. */
const maxKeys = 100_000;

interface Count {
  /** Shared count of all processes. */
  shared: number;
  /** Requests of this process that are not yet shared. */
  unshared: number;
}

/**
 * Creates a counter for all requests. Counts in memory, in fixed windows of one minute, because a query per request would cost more than the request.
 *
 * Shares the count through the database after each tenth of the limit, without waiting for the write. `n` processes together therefore admit at most `times`
 * plus `n` tenths of it, plus requests that arrive during a write. Callers below a tenth of the limit cause no writes.
 */
export function requestCounter(db: Db, onFailure: (error: unknown) => void) {
  const counts = new Map<string, Count>();
  let until = 0;

  /** Counts one request under the key. If more than `times` arrive within the minute, returns the milliseconds until the window ends. */
  return (key: string, times: number): number | undefined => {
    const now = Date.now();
    if (now >= until || now < until - minute) {
      counts.clear();
      until = now - (now % minute) + minute;
    }
    let count = counts.get(key);
    if (!count) {
      if (counts.size >= maxKeys) return undefined;
      count = { shared: 0, unshared: 0 };
      counts.set(key, count);
    }
    if (count.shared + count.unshared >= times) return until - now;
    count.unshared++;
    if (count.unshared >= times / sharesPerLimit) share(key, count);
    return undefined;
  };

  function share(key: string, count: Count): void {
    const { unshared } = count;
    count.shared += unshared;
    count.unshared = 0;
    addRequests(db, pseudonym(key), unshared, until).then((all) => {
      count.shared = Math.max(count.shared, all);
    }, onFailure);
  }
}
