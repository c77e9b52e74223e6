import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Bounds } from '../http/load/bounds.ts';
import { deleteHiddenRows } from './batches.ts';

/** Deletes hidden rows while the site runs, those that an earlier process left included. Requests are served between two batches. */
export function deleteInBackground(app: FastifyInstance, db: Db, bounds: Pick<Bounds, 'deletion'>): void {
  let closing = false;
  let running: Promise<void> | undefined;

  async function deleteAll(): Promise<void> {
    while (!closing && !(await deleteHiddenRows(db, 1))) await setImmediate();
  }

  const search = () => {
    running ??= deleteAll()
      .catch((err: unknown) => app.log.warn({ err }, 'hidden rows were not deleted; the next search continues'))
      .finally(() => {
        running = undefined;
      });
  };
  app.addHook('onReady', async () => search());
  const timer = setInterval(search, bounds.deletion).unref();
  app.addHook('onClose', async () => {
    closing = true;
    clearInterval(timer);
    await running;
  });
}
