import type { Reader } from '../../platform/db/db.ts';

/** Maximum posts times members of a statement, and maximum members. */
const [maxPairs, maxMembers] = [20_000, 500];

/** Returns, by new post, those of the members in whose feed Following it is: its author, and followers of the author or a tag. Ignores muted tags. */
export async function findFollowers(
  db: Reader,
  posts: Array<{ post: string; author: string }>,
  userIds: string[],
): Promise<Map<string, string[]>> {
  const found = new Map(posts.map(({ post }) => [post, new Set<string>()]));
  const [ids, authors] = [posts.map(({ post }) => post), [...new Set(posts.map(({ author }) => author))]];
  const batch = Math.min(maxMembers, Math.ceil(maxPairs / posts.length));
  for (let start = 0; posts.length > 0 && start < userIds.length; start += batch) {
    const members = userIds.slice(start, start + batch);
    // `followed` is the author or the post.
    const rows = await db.all<{ followed: string; id: string }>`
      select followee_id as followed, follower_id as id from user_follows where followee_id = any(${authors}) and follower_id = any(${members})
      union select p.post_id, f.user_id from tag_follows f join post_tags p on p.tag = f.tag
        where f.user_id = any(${members}) and p.post_id = any(${ids})`;
    const byFollowed = Map.groupBy(rows, ({ followed }) => followed);
    for (const { post, author } of posts)
      for (const { id } of [...(byFollowed.get(author) ?? []), ...(byFollowed.get(post) ?? [])]) found.get(post)?.add(id);
  }
  const readers = new Set(userIds);
  for (const { post, author } of posts) if (readers.has(author)) found.get(post)?.add(author);
  return new Map([...found].map(([post, members]) => [post, [...members]]));
}
