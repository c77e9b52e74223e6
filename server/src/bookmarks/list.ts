import { setImmediate } from 'node:timers/promises';
import { limits } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import type { State } from '../feed/fragments.ts';
import { highest, readFiltered } from '../feed/keyset.ts';
import type { Source } from '../posts/sources.ts';

interface Row {
  id: string;
  key: number;
  hidden: number;
  /** Null if the post is not visible. */
  version: string | null;
}

/** The viewer's bookmarks in a folder (`''`: all) that contain each word of `q`, the newest bookmark first. */
export const bookmarked =
  (folder: string, q: string): Source =>
  ({ db }, { id: viewer }, query) =>
    readFiltered(query, highest, async ({ key, id }, count) => {
      const rows = await db.all<Row>`
        select id, key, hidden, version from (
          select b.post_id as id, b.created_at as key,
            case when ${folder} not in ('', b.folder) then 1
              when exists (select 1 from tag_mutes where user_id = ${viewer})
              and (select user_id from posts p where p.id = b.post_id) <> ${viewer}
              and (select 1 from muted_posts m where m.user_id = ${viewer} and m.post_id = b.post_id limit 1) is not null then 1 else 0 end as hidden,
            (select state from visible_posts p where p.id = b.post_id) as version
          from bookmarks b where b.user_id = ${viewer} and (b.created_at, b.post_id) < (cast(${key ?? 0} as bigint), ${id})
          order by b.created_at desc, b.post_id desc limit 200
        ) newest order by key desc, id desc limit cast(${count} as integer)`;
      const listed = new Set(rows.filter(({ hidden, version }) => !hidden && version !== null).map((row) => row.id));
      const found = q === '' ? listed : await search(db, [...listed], q);
      return rows.map((row): State & { hidden: number } => ({ ...row, version: row.version ?? '', hidden: found.has(row.id) ? 0 : 1 }));
    });

/** Posts per statement of a search. */
const step = 20;

/** Returns the posts that contain each word of `q`. Reads `limits.bookmarkSearched` code points of each text. */
async function search(db: Db, ids: string[], q: string): Promise<Set<string>> {
  const words = q.toLowerCase().split(/\s+/).slice(0, limits.bookmarkWords);
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += step) {
    if (start > 0) await setImmediate(); // lets other requests run
    const rows = await db.large.all<{ id: string; content: string }>`
      select p.id, coalesce(p.title, '') || ' ' || u.name || ' ' || substr(p.text, 1, ${limits.bookmarkSearched}) as content
      from posts p join users u on u.id = p.user_id where p.id = any(${ids.slice(start, start + step)})`;
    for (const { id, content } of rows) {
      const text = content.toLowerCase();
      if (words.every((word) => text.includes(word))) found.add(id);
    }
  }
  return found;
}
