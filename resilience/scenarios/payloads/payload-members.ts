import { newId } from '../../../server/src/platform/id.ts';
import { createMembers, type Member } from '../../members.ts';
import { databaseOf, type Environment } from '../../site.ts';
import { links } from './payload-list.ts';

/** A member with the payload in every field, and in a post. */
export interface PayloadMember extends Member {
  payload: string;
  post: string;
}

/** Inserts one member per payload directly into the tables, bypassing validation. */
export async function createPayloadMembers(settings: Environment, payloads: string[]): Promise<PayloadMember[]> {
  const members = await createMembers(settings, payloads.length, (index) => payloads[index] ?? '');
  const found = members.map((member, index) => ({ ...member, payload: payloads[index] ?? '', post: newId() }));
  const db = await databaseOf(settings);
  await db.transaction(async (tx) => {
    for (const [index, { id, payload, post }] of found.entries()) {
      const link = (place: number) => (index % 2 === 0 ? (links[(index + place) % links.length] ?? '') : payload);
      const now = Date.now() + index;
      await tx.run`update sessions set device = ${payload} where user_id = ${id}`;
      await tx.run`
        insert into profiles (id, user_id, status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram, created_at)
        values (${newId()}, ${id}, ${payload}, ${JSON.stringify([payload, `${payload} again`])}, ${payload}, ${link(0)}, ${payload},
          ${index % 3 === 0 ? `payload-${index}` : payload}, ${payload}, ${link(1)}, ${link(2)}, ${link(3)}, ${link(4)}, ${link(5)}, ${now})`;
      await tx.run`
        insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description)
        values (${newId()}, ${id}, ${payload}, ${payload}, ${payload}, ${payload}, ${payload}, ${0}, ${payload})`;
      await tx.run`
        insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description)
        values (${newId()}, ${id}, ${payload}, ${payload}, ${payload}, ${payload}, ${payload}, ${0}, ${payload})`;
      await tx.run`
        insert into posts (id, user_id, text, like_count, comment_count, created_at) values (${post}, ${id}, ${payload}, ${0}, ${1}, ${now})`;
      await tx.run`insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${post}, ${id}, ${payload}, ${now})`;
    }
  });
  await db.close();
  return found;
}
