import { setImmediate } from 'node:timers/promises';
import { limits } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { highest, readFiltered } from '../../platform/lists/keyset.ts';
import { foldText } from '../../platform/text/normalise.ts';
import { joinedColumns, type Source, toRows } from '../posts/sources.ts';

/** The viewer's bookmarks in a folder (`''`: all) that contain each word of `q`, the newest bookmark first. */
export const bookmarked =
  (folder: string, q: string): Source =>
  ({ db }, { id: viewer }, query) =>
    readFiltered(
      query,
      highest,
      async ({ key, id }, count) => {
        const rows = toRows(
          await db.all`
            select id, key, case when ${folder} in ('', folder) then hidden else 1 end as hidden, version from (
              select b.post_id as id, b.created_at as key, b.folder, ${joinedColumns(viewer, sql`b.post_id`)}
              from bookmarks b where b.user_id = ${viewer} and (b.created_at, b.post_id) < (cast(${key ?? 0} as bigint), ${id})
              order by b.created_at desc, b.post_id desc limit 200
            ) newest order by key desc, id desc limit cast(${count} as integer)`,
        );
        if (q === '') return rows;
        const listed = rows.flatMap((row) => (row.hidden ? [] : [row.id]));
        const found = await search(db, listed, q);
        return rows.map((row) => ({ ...row, hidden: found.has(row.id) ? 0 : 1 }));
      },
      q === '' ? undefined : maxSearched,
    );

/** Bookmarks that a request searches, of which each can take 0.4 ms, and posts per statement. */
const [maxSearched, step] = [200, 20];

/** Returns the posts that contain each word of `q`. Reads `limits.bookmarkSearched` code points of each text. */
async function search(db: Db, ids: string[], q: string): Promise<Set<string>> {
  const words = foldText(q).split(/\s+/).slice(0, limits.bookmarkWords);
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += step) {
    if (start > 0) await setImmediate(); // lets other requests run
    const rows = await db.large.all<{ id: string; content: string }>`
      select p.id, coalesce(p.title, '') || ' ' || u.name || ' ' || substr(p.text, 1, ${limits.bookmarkSearched}) as content
      from posts p join users u on u.id = p.user_id where p.id = any(${ids.slice(start, start + step)})`;
    for (const { id, content } of rows) {
      const text = foldText(content);
      if (words.every((word) => text.includes(word))) found.add(id);
    }
  }
  return found;
}
