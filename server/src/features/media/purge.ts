import { limits } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { eachRange, repeat } from '../../platform/jobs/repeat.ts';
import { deleteUnusedFiles } from './files.ts';
import { deleteDeadReferences } from './references.ts';

const hour = 60 * 60 * 1000; // ms

/** Images per statement that looks for unused ones, and per statement that deletes them with their bytes. */
const batch = { marked: 200, deleted: 5 };

/** Registers the job that deletes images that no text of their uploader has used for `limits.unusedMediaHours`. */
export function registerMediaPurge(context: Context): void {
  const { db, jobs } = context;
  jobs.every('media.purge', hour, async (signal) => {
    const now = Date.now();
    const latest = now - limits.unusedMediaHours * hour;
    await eachRange(async (after) => {
      const page = await db.get<{ last: string | null }>`
          select max(id) as last from (select id from media where id > ${after} order by id limit ${batch.marked}) as page`;
      if (!page?.last) return undefined;
      await deleteDeadReferences(context, after, page.last);
      await db.run`
          update media set unused_since = ${now} where id > ${after} and id <= ${page.last} and unused_since is null
            and not exists (select 1 from media_references r where r.media_id = media.id)`;
      return page.last;
    }, signal);
    await repeat(() => deleteBatch(latest), batch.deleted, signal);
  });

  const deleteBatch = (latest: number): Promise<number> =>
    db.transaction(async (tx) => {
      const unused = await tx.all<{ id: string; hash: string }>`
        select id, hash from media where unused_since <= ${latest}
        order by unused_since limit cast(${batch.deleted} as integer)`;
      await tx.run`delete from media where id = any(${unused.map(({ id }) => id)}) and unused_since <= ${latest}`;
      await deleteUnusedFiles(
        tx,
        unused.map(({ hash }) => hash),
      );
      return unused.length;
    });
}
