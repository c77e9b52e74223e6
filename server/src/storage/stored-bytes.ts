import { type ErrorName, limits, type StoredBytes, storageDayFull, storageFull } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { firstIdAt } from '../id.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Measures what an account stores. A row counts for the last 24 hours if it was written in them. */
export async function measureStorage(reader: Reader, userId: string): Promise<StoredBytes> {
  const since = Date.now() - day;
  const firstId = firstIdAt(since);
  const row = await reader.get<Record<keyof StoredBytes, number>>`
    select coalesce(sum(texts), 0) as texts, coalesce(sum(images), 0) as images, coalesce(sum(case when is_new then texts + images end), 0) as day from (
      select octet_length(p.text) + coalesce(octet_length(p.title), 0) + coalesce(octet_length(h.html), 0) as texts, 0 as images, p.id > ${firstId} as is_new
        from posts p left join post_html h on h.post_id = p.id where p.user_id = ${userId}
      union all
      select octet_length(c.text) + coalesce(octet_length(h.html), 0), 0, c.id > ${firstId}
        from comments c left join comment_html h on h.comment_id = c.id where c.user_id = ${userId}
      union all
      select coalesce(octet_length(text), 0) + coalesce(octet_length(title), 0), 0, id > ${firstId} from revisions where user_id = ${userId}
      union all
      select octet_length(text), 0, updated_at > ${since} from drafts where user_id = ${userId}
      union all
      select coalesce(octet_length(bio), 0), 0, false from profiles where user_id = ${userId}
      union all
      select coalesce(octet_length(description), 0), 0, false from experiences where user_id = ${userId}
      union all
      select coalesce(octet_length(description), 0), 0, false from educations where user_id = ${userId}
      union all
      select 0, f.size, m.created_at > ${since} from media m join media_files f on f.hash = m.hash where m.user_id = ${userId}
      union all
      select 0, f.size, false from uploaded_avatars a join media_files f on f.hash = a.hash where a.user_id = ${userId}
    ) stored`;
  const { texts = 0, images = 0, day: ofDay = 0 } = row ?? {};
  return { texts: Number(texts), images: Number(images), day: Number(ofDay) }; // PostgreSQL returns sums as text
}

/** Limits what an account stores. */
export interface Storage {
  /** Counts bytes that are about to be stored. Throws `storageDayFull` or `storageFull` if the account has no room for them. */
  admit(userId: string, bytes: number): Promise<void>;
}

/** Time after which an account is measured again (milliseconds). In between, this process adds what it admits; deletions and other processes count later. */
const ttl = 10 * 60 * 1000;

/** Keeps the last measurement of 10,000 accounts. An account that seems full is measured again before it is refused, so that a deletion helps at once. */
export function openStorage(reader: Reader): Storage {
  const known = new LRUCache<string, { total: number; day: number }>({ max: 10_000, ttl });
  const measure = async (userId: string) => {
    const { texts, images, day } = await measureStorage(reader, userId);
    const used = { total: texts + images, day };
    known.set(userId, used);
    return used;
  };
  return {
    async admit(userId, bytes) {
      let used = known.get(userId) ?? (await measure(userId));
      if (excess(used, bytes)) used = await measure(userId);
      const refusal = excess(used, bytes);
      if (refusal) throw new Failure(refusal, { msg: refusal === 'storageFull' ? storageFull(used.total) : storageDayFull(used.day) });
      used.total += bytes;
      used.day += bytes;
    },
  };
}

const excess = ({ total, day }: { total: number; day: number }, bytes: number): ErrorName | undefined =>
  total + bytes > limits.storageBytes ? 'storageFull' : day + bytes > limits.storageDayBytes ? 'storageDayFull' : undefined;
