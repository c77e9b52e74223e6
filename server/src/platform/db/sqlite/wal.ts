import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { walOf, walSize } from './real-files.ts';

/** Default interval in milliseconds. Deleted texts can be read in the log for at most about twice as long, unless another process reads all the time. */
const defaultInterval = 10_000;

/** If readers follow each other without a gap: how long writes wait until none uses the log, and the time between two attempts, in milliseconds. */
const [hold, pause] = [2_000, 5];

/** Milliseconds without success after which the admin is warned. A backup takes less. */
const warnAfter = 10 * 60_000;

interface Checkpoint {
  /** Whether another connection prevented the truncation. */
  busy: boolean;
  /** Number of pages of the log that the database file has. */
  checkpointed: number;
}

export interface WalOptions {
  /** Ends the read transactions of this process. */
  endReads: () => void;
  /** Runs `work` while no transaction is open, and lets writes wait for it. */
  betweenBatches: (work: () => Promise<void>) => Promise<void>;
  /** Whether the files are still at their paths. */
  hasFiles: () => boolean;
  /** Milliseconds between two truncations. */
  interval?: number | undefined;
  warn?: ((sentence: string) => void) | undefined;
}

interface WalTruncation {
  /** Truncates the log soon: a file that was moved without its log gets its newest writes, and one that takes its place does not get them. */
  truncate(): void;
  /** Truncates the log now, if possible, and ends this. */
  end(): void;
}

/**
 * Truncates the write-ahead log at regular times, whichever process has written to it: `secure_delete` overwrites deleted texts in the database file, but the
 * log has copies of them until other writes replace it. A log that another process reads is truncated later.
 */
export function truncateWal(database: DatabaseSync, file: string, options: WalOptions): WalTruncation {
  const { endReads, betweenBatches, hasFiles, interval = defaultInterval, warn } = options;
  const statement = database.prepare('pragma wal_checkpoint(truncate)');
  let pagesBefore: number | undefined;
  let failing: { since: number; warned: boolean } | undefined;
  let timer = setTimeout(run, interval).unref();

  function checkpoint(): Checkpoint {
    endReads();
    const [row] = statement.all();
    return { busy: row?.busy !== 0, checkpointed: Number(row?.checkpointed) };
  }

  /** If other readers have ended since the last attempt, the log has none for long: writes wait until new readers find all pages in the file. */
  async function truncate(): Promise<void> {
    let { busy, checkpointed } = checkpoint();
    if (busy && pagesBefore !== undefined && checkpointed > pagesBefore)
      for (const until = performance.now() + hold; busy && performance.now() < until; ) {
        await delay(pause);
        ({ busy, checkpointed } = checkpoint());
      }
    pagesBefore = busy ? checkpointed : undefined;
    if (busy) throw new Error('another program reads the database');
  }

  async function run(): Promise<void> {
    try {
      const present = hasFiles(); // logs a lost file even if nobody writes
      if (!present || walSize(file) > 0) await betweenBatches(truncate);
      failing = undefined;
    } catch (error) {
      failing ??= { since: performance.now(), warned: false };
      if (!failing.warned && performance.now() - failing.since >= warnAfter) {
        failing.warned = true;
        warn?.(`${walOf(file)} cannot be truncated: ${(error as Error).message}. Deleted texts can be read in it.`);
      }
    }
    if (database.isOpen) timer = setTimeout(run, interval).unref();
  }

  return {
    truncate: () => void betweenBatches(truncate).catch(() => {}), // tried again at the next interval
    end() {
      clearTimeout(timer);
      checkpoint();
    },
  };
}
