import type { Report } from './scenario.ts';
import { databaseOf, type Environment } from './site.ts';

/** Checks that the database has each acknowledged post exactly once. `posts` maps texts to ids. */
export async function comparePosts(settings: Environment, posts: Map<string, string>, report: Report): Promise<void> {
  const db = await databaseOf(settings);
  const rows = await db.all<{ id: string; text: string }>`select id, text from posts`;
  await db.close();
  const stored = new Map(rows.map(({ id, text }) => [text, id]));
  report.check(stored.size === rows.length, 'The database has a post twice');
  for (const [text, id] of posts) report.check(stored.get(text) === id, 'The database lacks an acknowledged post');
}
