import type { DatabaseSync } from 'node:sqlite';
import { eventLoopTick } from '../event-loop-tick.ts';

/**
 * Shares one read transaction among all reads of one event loop iteration: locking and unlocking the file costs twice as much as finding a row by id.
 * It begins with the first read and ends with the iteration or with a commit of this process, whichever is first. The iteration ends before the next poll
 * for I/O, so a request sees everything that any process committed before the request arrived.
 */
export function snapshots(database: DatabaseSync): { begin(): void; end(): void } {
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')];
  let open = false;
  let tick = 0;
  const end = () => {
    if (!open) return;
    open = false;
    commit.run();
  };
  return {
    begin() {
      const now = eventLoopTick();
      if (open && tick === now) return;
      end(); // a transaction that began after the immediates of its iteration would otherwise last until those of the next one
      begin.run();
      open = true;
      tick = now;
      setImmediate(end);
    },
    end,
  };
}
