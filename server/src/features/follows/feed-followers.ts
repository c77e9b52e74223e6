import type { Reader } from '../../platform/db/db.ts';

/** Members per statement. */
const batch = 500;

/** Returns the members among `userIds` in whose feed Following a new post is, unless they mute one of its tags: its author, and followers of the author or a tag. */
export async function findFollowers(db: Reader, { post, author }: { post: string; author: string }, userIds: string[]): Promise<string[]> {
  const found = userIds.filter((id) => id === author);
  for (let start = 0; start < userIds.length; start += batch) {
    const ids = userIds.slice(start, start + batch);
    const rows = await db.all<{ id: string }>`
      select follower_id as id from user_follows where followee_id = ${author} and follower_id = any(${ids})
      union select user_id from tag_follows where user_id = any(${ids}) and tag in (select tag from post_tags where post_id = ${post})`;
    found.push(...rows.map(({ id }) => id).filter((id) => id !== author));
  }
  return found;
}
