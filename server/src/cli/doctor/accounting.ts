import { clockTolerance } from '@dev-connector/contract';
import { firstId, type Reader } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { counted } from '../figures.ts';
import { isList, unservableRows } from './unservable.ts';

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
  const skills = await countWrongSkills(db);
  if (skills > 0) problems.push(`${counted(skills, 'skill')} with a wrong count of members. Restore a backup, or report this.`);
  const newest = await db.get<{ created_at: number }>`select created_at from posts order by id desc limit 1`;
  if (newest && newest.created_at > now + clockTolerance)
    problems.push(
      `The newest post is from ${new Date(newest.created_at).toISOString()}, which is in the future: this machine's clock is or was wrong.`,
    );
  return problems;
}

/** Profiles and skills per read. */
const batch = 1000;

/** Counts the skills whose stored number of members differs from the counted profiles. */
async function countWrongSkills(db: Reader): Promise<number> {
  const counts = new Map<string, number>();
  const profiles = eachRow<{ id: string; skills: string }>(
    batch,
    (last) => db.all`select id, skills from profiles where id > ${last?.id ?? firstId} order by id limit cast(${batch} as integer)`,
  );
  for await (const { skills } of profiles) {
    if (!isList(skills)) return 0; // reported by unservableRows
    for (const name of JSON.parse(skills)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const stored = eachRow<{ name: string; members: number }>(
    batch,
    (last) => db.all`select name, members from skills where name > ${last?.name ?? ''} order by name limit cast(${batch} as integer)`,
  );
  for await (const { name, members } of stored)
    if (counts.get(name) === members) counts.delete(name);
    else counts.set(name, -1);
  return counts.size;
}
