import { insertSkills } from '../server/src/features/profiles/skills.ts';
import { newId } from '../server/src/platform/id.ts';
import type { Member } from './members.ts';
import { databaseOf, type Environment } from './site.ts';

/** Inserts a profile per member, and posts with ten likes and five comments each. Returns the posts' ids. */
export async function insertPosts(settings: Environment, people: Member[], posts: number): Promise<string[]> {
  const ids = Array.from({ length: posts }, newId);
  const db = await databaseOf(settings);
  const now = Date.now();
  await db.transaction(async (tx) => {
    for (const { id } of people) {
      await tx.run`
        insert into profiles (id, user_id, status, skills, bio, created_at)
        values (${newId()}, ${id}, ${'Developer'}, ${'["TypeScript","SQL"]'}, ${'Writes and reads.'}, ${now})`;
    }
    await insertSkills(
      tx,
      people.flatMap(() => ['TypeScript', 'SQL']),
    );
    for (const [index, post] of ids.entries()) {
      const by = (offset: number) => people[(index + offset) % people.length]?.id ?? '';
      await tx.run`
        insert into posts (id, user_id, text, like_count, comment_count, created_at)
        values (${post}, ${by(0)}, ${`Post ${index}. ${'What I learnt today. '.repeat(10)}`}, ${10}, ${5}, ${now})`;
      for (let offset = 0; offset < 10; offset++)
        await tx.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post}, ${by(offset)}, ${now})`;
      for (let offset = 0; offset < 5; offset++)
        await tx.run`insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${post}, ${by(offset)}, ${'So did I.'}, ${now})`;
    }
  });
  await db.close();
  return ids;
}
