import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseBusy } from '../db.ts';
import { isConnectionLimit } from '../faults/postgres.ts';

/** Milliseconds after which a pool tries to open more connections again. */
export const regrowth = 10_000;
/** Milliseconds that a statement waits if the server accepts no connection and there is none to wait for. */
const patience = 5_000;
const retryInterval = 100;
/** Maximum number of statements and transactions that wait for a connection; further ones are rejected immediately. */
const maxQueueLength = 500;

export interface ConnectionPool {
  connect(): Promise<pg.PoolClient>;
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Closes its connections as they become idle, and uses the fallback for some seconds. */
  pause(): void;
  end(): Promise<void>;
}

/**
 * Numbers of connections for writes, reads, large reads and searches, and whether there is one that listens. A pool without connections uses those for writes; a
 * process that does not listen polls.
 */
export function sharesOf(total: number): { writes: number; reads: number; largeReads: number; searches: number; listens: boolean } {
  const reads = Math.max(1, Math.round((total * 4) / 14));
  const each = total < 6 ? 0 : Math.max(1, Math.round(total / 7));
  const listens = total >= 8;
  return { writes: total - reads - 2 * each - (listens ? 1 : 0), reads, largeReads: each, searches: each, listens };
}

interface ConnectionPoolOptions {
  /** Its connections are used if this pool can open none. */
  fallback?: ConnectionPool;
  /** Makes other pools close their connections if this one can open none. */
  makeRoom?: () => void;
}

/**
 * A pool that works with fewer connections than `max` if the server or a pooler refuses more: statements wait for those that exist. It tries to open more every
 * ten seconds.
 */
export function openPool(config: pg.PoolConfig & { max: number }, { fallback, makeRoom }: ConnectionPoolOptions = {}): ConnectionPool {
  const { max } = config;
  const pool = new pg.Pool({ ...config, max: Math.max(1, max) });
  const { idleTimeoutMillis } = pool.options;
  let isPaused = max === 0;
  let connected = 0;
  let opening: Promise<void> | undefined;
  let isShrunk = false;
  // A broken connection also rejects its current or next query. Without these listeners the 'error' event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    connected++;
    client.on('error', () => {});
  });
  pool.on('remove', () => connected--);

  function growLater(): void {
    if (isShrunk) return;
    isShrunk = true;
    setTimeout(() => {
      isShrunk = false;
      isPaused = max === 0;
      Object.assign(pool.options, { max: Math.max(1, max), idleTimeoutMillis });
    }, regrowth).unref();
  }

  /** Closes connections of other pools until this one can open one. */
  async function openOne(): Promise<void> {
    for (const deadline = performance.now() + patience; ; ) {
      makeRoom?.();
      await wait(retryInterval);
      try {
        return (await pool.connect()).release();
      } catch (error) {
        if (!isConnectionLimit(error) || performance.now() > deadline) throw error;
      }
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      if (isPaused && fallback) return fallback.connect();
      if (pool.waitingCount >= maxQueueLength) throw new DatabaseBusy('too many statements wait for a connection');
      try {
        return await pool.connect();
      } catch (error) {
        if (!isConnectionLimit(error)) throw error;
        growLater();
        pool.options.max = Math.max(1, connected);
        if (connected > 0) {
          await wait(retryInterval); // in case one of these is just ending
          continue;
        }
        isPaused = fallback !== undefined;
        if (isPaused) continue;
        if (!makeRoom) throw error;
        opening ??= openOne().finally(() => {
          opening = undefined;
        });
        await opening;
      }
    }
  }

  return {
    connect,
    async query(query) {
      const client = await connect();
      try {
        const result = await client.query(query);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    pause() {
      growLater();
      isPaused = true;
      pool.options.idleTimeoutMillis = 1;
      for (let count = pool.idleCount; count > 0; count--)
        pool.connect().then(
          (client) => client.release(true),
          () => {},
        );
    },
    end: () => pool.end(),
  };
}
