import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Bounds } from '../http/load/bounds.ts';
import { deleteBatch } from './batches.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts deleting hidden rows in the background. */
    deleteHiddenRows(): void;
  }
}

/**
 * Deletes hidden rows on request, and every `bounds.deletion` milliseconds to find rows that other processes left. Lets requests run between
 * two batches. An infinite interval disables it.
 */
export function deleteInBackground(app: FastifyInstance, db: Db, { deletion }: Pick<Bounds, 'deletion'>): void {
  let closing = false;
  let running: Promise<void> | undefined;

  async function deleteAll(): Promise<void> {
    while (!closing && (await deleteBatch(db))) await setImmediate();
  }

  app.decorate('deleteHiddenRows', () => {
    if (closing || deletion === Number.POSITIVE_INFINITY) return;
    running ??= deleteAll()
      .catch((err: unknown) => app.log.warn({ err }, 'hidden rows were not deleted; the next search continues'))
      .finally(() => {
        running = undefined;
      });
  });
  if (deletion === Number.POSITIVE_INFINITY) return;
  app.addHook('onReady', async () => app.deleteHiddenRows());
  const timer = setInterval(() => app.deleteHiddenRows(), deletion).unref();
  app.addHook('onClose', async () => {
    closing = true;
    clearInterval(timer);
    await running;
  });
}
