import { clockTolerance } from '@dev-connector/contract';
import type { Reader } from '../../db/db.ts';
import { unservableRows } from './unservable.ts';

/** Finds inconsistent rows: values that the site cannot serve, stored counts that differ from the counted rows, and dates in the future. Returns a sentence for each problem. */
export async function findInconsistentRows(db: Reader, now = Date.now()): Promise<string[]> {
  const problems = await unservableRows(db);
  const wrong = await db.get<{ posts: number }>`
    select count(*) as posts from posts
    where like_count <> (select count(*) from likes where post_id = posts.id)
      or comment_count <> (select count(*) from comments where post_id = posts.id)`;
  const { posts = 0 } = wrong ?? {};
  if (posts > 0)
    problems.push(
      `${posts} ${posts === 1 ? 'post has' : 'posts have'} a wrong count of likes or comments. Restore a backup, or report this.`,
    );
  const newest = await db.get<{ created_at: number }>`select created_at from posts order by id desc limit 1`;
  if (newest && newest.created_at > now + clockTolerance)
    problems.push(
      `The newest post is from ${new Date(newest.created_at).toISOString()}, which is in the future: this machine's clock is or was wrong.`,
    );
  return problems;
}
