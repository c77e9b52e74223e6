import { buildApp } from '../src/app.ts';
import type { Db, Reader, Transaction } from '../src/platform/db/db.ts';
import type { Value } from '../src/platform/db/sql.ts';
import { flatten } from '../src/platform/db/sql.ts';
import { onCleanup } from './cleanup.ts';
import { type Site, withoutLoadShedding } from './site.ts';

export interface Statement {
  sql: TemplateStringsArray;
  values: Value[];
}

/** Wraps a database and records every statement, with the fragments in it. */
export function recordingDb(real: Db, record: (statement: Statement) => void): Db {
  const recording =
    <T>(execute: (sql: TemplateStringsArray, ...values: Value[]) => Promise<T>) =>
    (sql: TemplateStringsArray, ...values: Value[]) => {
      record(flatten(sql, values));
      return execute(sql, ...values);
    };
  const read = ({ all, get }: Reader) => ({ all: recording(all) as Reader['all'], get: recording(get) as Reader['get'] });
  return {
    ...real,
    ...read(real),
    large: read(real.large),
    run: recording(real.run),
    transaction: (work) =>
      real.transaction((tx) =>
        work({
          ...tx,
          ...read(tx),
          run: recording(tx.run),
          lock: recording(tx.lock) as Transaction['lock'],
          skipLocked: recording(tx.skipLocked) as Transaction['skipLocked'],
        }),
      ),
  };
}

/** Opens a second app on the database of a site, and records every statement of it. */
export async function recordedSite(site: Site, record: (statement: Statement) => void): Promise<Site> {
  const db = recordingDb(site.db, record);
  const app = await buildApp({ settings: site.settings, db, worker: false, loadLimits: withoutLoadShedding });
  onCleanup(() => app.close());
  return { ...site, app, db };
}

/** Records the statements that contain a text: how many run in each iteration of the event loop. */
export function countPerIteration(text: string): { counts: number[]; record: (statement: Statement) => void } {
  const counts: number[] = [];
  let isCounting = false;
  const record = ({ sql }: Statement) => {
    if (!sql.join('?').includes(text)) return;
    if (isCounting) counts.push((counts.pop() ?? 0) + 1);
    else {
      counts.push(1);
      setImmediate(() => {
        isCounting = false;
      });
    }
    isCounting = true;
  };
  return { counts, record };
}
