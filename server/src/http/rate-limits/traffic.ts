import type { Db } from '../../db/db.ts';
import { pseudonym } from './address.ts';
import { addRequests } from './attempts.ts';

const minute = 60_000; // ms
/** A process tells the others of every tenth of what is allowed. */
const shares = 10;
/** Keys counted in one minute; those beyond go uncounted, and it is for server/src/http/load/load-shedding.ts to keep the site up. */
const keysCounted = 100_000;

interface Count {
  /** By all processes, as far as they have told. */
  told: number;
  /** Here, since it was last told. */
  here: number;
}

/**
 * Counts requests of all kinds, where asking the database each time would cost more than the request. Fixed windows, the minutes of the clock, in memory; a
 * tenth of what is allowed is told to the other processes at a time, through the database and without being waited for. So `n` processes together let
 * through at most `times` and `n` tenths of it more (and what comes while a tenth is under way), and whoever stays below a tenth never makes the database write.
 */
export function trafficCounter(db: Db, onFailure: (error: unknown) => void) {
  const counts = new Map<string, Count>();
  let until = 0;

  /** Counts one request under the key, of which a minute allows so many; says for how many milliseconds there are too many, or nothing. */
  return (key: string, times: number): number | undefined => {
    const now = Date.now();
    if (now >= until || now < until - minute) {
      counts.clear();
      until = now - (now % minute) + minute;
    }
    let count = counts.get(key);
    if (!count) {
      if (counts.size >= keysCounted) return undefined;
      count = { told: 0, here: 0 };
      counts.set(key, count);
    }
    if (count.told + count.here >= times) return until - now;
    count.here++;
    if (count.here >= times / shares) tell(key, count);
    return undefined;
  };

  function tell(key: string, count: Count): void {
    const { here } = count;
    count.told += here;
    count.here = 0;
    addRequests(db, pseudonym(key), here, until).then((all) => {
      count.told = Math.max(count.told, all);
    }, onFailure);
  }
}
