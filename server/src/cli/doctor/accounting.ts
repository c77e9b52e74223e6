import { clockTolerance } from '@dev-connector/contract';
import { firstId, type Reader } from '../../db/db.ts';
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
  for (let after = firstId; ; ) {
    const rows = await db.all<{ id: string; skills: string }>`
      select id, skills from profiles where id > ${after} order by id limit cast(${batch} as integer)`;
    if (!rows.every(({ skills }) => isList(skills))) return 0; // reported by unservableRows
    for (const { skills } of rows) for (const name of JSON.parse(skills)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (rows.length < batch) break;
    after = (rows.at(-1) as { id: string }).id;
  }
  for (let after = ''; ; ) {
    const rows = await db.all<{ name: string; members: number }>`
      select name, members from skills where name > ${after} order by name limit cast(${batch} as integer)`;
    for (const { name, members } of rows)
      if (counts.get(name) === members) counts.delete(name);
      else counts.set(name, -1);
    if (rows.length < batch) return counts.size;
    after = (rows.at(-1) as { name: string }).name;
  }
}
