import { hashPassword } from '../accounts/passwords/password.ts';
import { DatabaseUnusable, type Db, type Transaction } from '../db/db.ts';
import { recordChange } from '../directory/changes.ts';
import { emailKey } from '../http/email.ts';
import { levels } from '../markdown/level.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { savePostHtml } from '../posts/html.ts';
import { insertSkills } from '../profiles/skills.ts';
import type { Community } from './community.ts';
import type { Member } from './members.ts';
import type { Post } from './posts.ts';

/** Password of every demo member. */
export const demoPassword = 'demo-password';

export interface InsertedRows {
  members: number;
  profiles: number;
  posts: number;
  comments: number;
  likes: number;
}

/** Inserts the community in one transaction and returns the row counts. Throws a DatabaseUnusable if the database has users. */
export async function insertCommunity(db: Db, community: Community): Promise<InsertedRows> {
  const hash = await hashPassword(demoPassword);
  return db.transaction(async (tx) => {
    if (await tx.get`select id from users limit 1`)
      throw new DatabaseUnusable('This database has users already. Demo data need an empty database: set DATA_DIR to another folder.');
    const inserted: InsertedRows = { members: 0, profiles: 0, posts: 0, comments: 0, likes: 0 };
    for (const member of community.members) {
      await insertMember(tx, member, hash);
      inserted.members++;
      if (member.profile) inserted.profiles++;
    }
    await insertSkills(
      tx,
      community.members.flatMap(({ profile }) => profile?.skills ?? []),
    );
    for (const post of community.posts()) {
      await insertPost(tx, post);
      inserted.posts++;
      inserted.comments += post.comments.length;
      inserted.likes += post.likes.length;
    }
    await recordChange(tx, null);
    return inserted;
  });
}

async function insertMember(tx: Transaction, { id, name, email, joined, profile }: Member, hash: string): Promise<void> {
  await tx.run`
    insert into users (id, name, email, email_key, password_hash, created_at)
    values (${id}, ${name}, ${email}, ${emailKey(email)}, ${hash}, ${joined})`;
  if (!profile) return;
  const { status, headline, pronouns, links, openTo, skills, company, website, location, githubusername, bio, social, created } = profile;
  await tx.run`
    insert into profiles (id, user_id, status, headline, pronouns, links, open_to_work, open_to_mentoring, open_to_collaboration, skills, company, website, location, githubusername, bio, twitter, youtube, linkedin, created_at)
    values (${profile.id}, ${id}, ${status}, ${headline ?? null}, ${pronouns ?? null}, ${JSON.stringify(links)}, ${Number(openTo.includes('work'))},
      ${Number(openTo.includes('mentoring'))}, ${Number(openTo.includes('collaboration'))}, ${JSON.stringify(skills)}, ${company ?? null}, ${website ?? null}, ${location},
      ${githubusername ?? null}, ${bio ?? null}, ${social.twitter ?? null}, ${social.youtube ?? null}, ${social.linkedin ?? null}, ${created})`;
  for (const job of profile.experience) {
    await tx.run`
      insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description)
      values (${job.id}, ${id}, ${job.title}, ${job.company}, ${job.location}, ${job.from}, ${job.to ?? null}, ${job.to ? 0 : 1}, ${job.description ?? null})`;
  }
  for (const entry of profile.education) {
    await tx.run`
      insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description)
      values (${entry.id}, ${id}, ${entry.school}, ${entry.degree}, ${entry.fieldofstudy}, ${entry.from}, ${entry.to ?? null}, ${entry.to ? 0 : 1},
        ${entry.description ?? null})`;
  }
}

async function insertPost(tx: Transaction, { id, author, title, text, format, created, likes, comments }: Post): Promise<void> {
  await tx.run`
    insert into posts (id, user_id, title, text, format, like_count, comment_count, cache_version, created_at)
    values (${id}, ${author}, ${title ?? null}, ${text}, ${format}, ${likes.length}, ${comments.length}, ${1 + likes.length + comments.length}, ${created})`;
  if (format === 'markdown') await savePostHtml(tx, id, renderMarkdown({ text, level: levels[0], sizes: {} }));
  for (const like of likes) {
    await tx.run`insert into likes (id, post_id, user_id, created_at) values (${like.id}, ${id}, ${like.member}, ${like.created})`;
  }
  for (const comment of comments) {
    await tx.run`
      insert into comments (id, post_id, user_id, text, created_at)
      values (${comment.id}, ${id}, ${comment.member}, ${comment.text}, ${comment.created})`;
  }
}
