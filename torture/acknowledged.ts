import type { Findings } from './proof.ts';
import { databaseOf, type Environment } from './site.ts';

/** Whether each post that was acknowledged, its id by its text, is in the database, and once. */
export async function comparePosts(settings: Environment, posts: Map<string, string>, findings: Findings): Promise<void> {
  const db = await databaseOf(settings);
  const rows = await db.all<{ id: string; text: string }>`select id, text from posts`;
  await db.close();
  const stored = new Map(rows.map(({ id, text }) => [text, id]));
  findings.check(stored.size === rows.length, 'A post is there twice');
  for (const [text, id] of posts) findings.check(stored.get(text) === id, 'An acknowledged post is not there');
}
