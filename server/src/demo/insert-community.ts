import { hashPassword } from '../features/accounts/passwords/password.ts';
import { writeEntries } from '../features/directory/entries.ts';
import { giveHandle } from '../features/handles/handles.ts';
import { levels, rendererVersion } from '../features/markdown/level.ts';
import { linkMembers } from '../features/markdown/mentions.ts';
import { renderMarkdown } from '../features/markdown/render.ts';
import { tagsIn } from '../features/markdown/tags.ts';
import { withTextId } from '../features/markdown/text-id.ts';
import { insertSkills } from '../features/profiles/skills.ts';
import { DatabaseUnusable, type Db, type Transaction } from '../platform/db/db.ts';
import { emailKey } from '../platform/http/schemas/email.ts';
import { newId } from '../platform/id.ts';
import type { Community } from './community.ts';
import type { Follows } from './follows.ts';
import type { Member } from './members.ts';
import { insertNotifications } from './notifications.ts';
import type { Post } from './posts.ts';
import { descriptionOf } from './topics.ts';

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
      throw new DatabaseUnusable('This database already has users. Demo data needs an empty database: set DATA_DIR to another folder.');
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
    const tags: Tags = new Map();
    for (const post of community.posts()) {
      await insertPost(tx, post, tags);
      inserted.posts++;
      inserted.comments += post.comments.length;
      inserted.likes += post.likes.length;
    }
    await insertFollows(tx, community.follows, tags);
    await insertTags(tx, tags);
    await insertNotifications(tx, community.end);
    await writeEntries(
      tx,
      community.members.flatMap(({ profile }) => profile?.id ?? []),
    );
    // A running site fills its index and Top now, instead of at the next regular time.
    await tx.run`update jobs set run_at = 0 where kind in ('search.check', 'posts.top')`;
    return inserted;
  });
}

async function insertMember(tx: Transaction, { id, name, email, joined, profile }: Member, hash: string): Promise<void> {
  await tx.run`
    insert into users (id, name, email, email_key, password_hash, created_at)
    values (${id}, ${name}, ${email}, ${emailKey(email)}, ${hash}, ${joined})`;
  await giveHandle(tx, { id, name }, undefined);
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

/** Each tag with its posts, its followers and the time of its newest post. */
type Tags = Map<string, { posts: number; followers: number; used: number }>;

async function insertPost(tx: Transaction, post: Post, tags: Tags): Promise<void> {
  const { id, author, title, text, format, visibility, pinned, created, likes, comments } = post;
  const publishedAt = visibility === 'public' ? created : null;
  await tx.run`
    insert into posts (id, user_id, title, text, format, visibility, published_at, pinned_at, like_count, comment_count, cache_version, created_at)
    values (${id}, ${author}, ${title ?? null}, ${text}, ${format}, ${visibility}, ${publishedAt}, ${pinned ?? null}, ${likes.length}, ${comments.length}, ${1 + likes.length + comments.length}, ${created})`;
  const html = format === 'markdown' ? withTextId(linkMembers(renderMarkdown({ text, level: levels[0], sizes: {} }), new Map()), id) : '';
  if (html) await tx.run`insert into post_html (post_id, renderer, html) values (${id}, ${rendererVersion}, ${html})`;
  for (const [position, tag] of [...new Set([...post.tags, ...tagsIn(html)])].entries()) {
    await tx.run`insert into post_tags (tag, post_id, position, is_field, published_at)
      values (${tag}, ${id}, ${position}, ${post.tags.includes(tag) ? 1 : 0}, ${publishedAt})`;
    tags.set(tag, { posts: (tags.get(tag)?.posts ?? 0) + 1, followers: 0, used: created });
  }
  for (const bookmark of post.bookmarks) {
    await tx.run`
      insert into bookmarks (user_id, post_id, folder, created_at) values (${bookmark.member}, ${id}, ${bookmark.folder}, ${bookmark.created})`;
  }
  for (const like of likes) {
    await tx.run`insert into likes (id, post_id, user_id, created_at) values (${like.id}, ${id}, ${like.member}, ${like.created})`;
  }
  for (const comment of comments) {
    await tx.run`
      insert into comments (id, post_id, user_id, text, visibility, is_public, created_at)
      values (${comment.id}, ${id}, ${comment.member}, ${comment.text}, ${visibility}, ${visibility === 'public' ? 1 : 0}, ${comment.created})`;
  }
}

async function insertFollows(tx: Transaction, follows: Follows, tags: Tags): Promise<void> {
  for (const { id, follower, followee, created } of follows.members) {
    await tx.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${id}, ${follower}, ${followee}, ${created})`;
  }
  for (const { follower, tag, created } of follows.tags) {
    const counts = tags.get(tag);
    if (!counts) continue; // no post has this tag
    counts.followers++;
    await tx.run`insert into tag_follows (user_id, tag, created_at) values (${follower}, ${tag}, ${created})`;
  }
  await tx.run`
    insert into follow_states (user_id, followers, following)
    select id, (select count(*) from user_follows where followee_id = users.id), (select count(*) from user_follows where follower_id = users.id) from users`;
}

async function insertTags(tx: Transaction, tags: Tags): Promise<void> {
  for (const [name, { posts, followers, used }] of tags) {
    await tx.run`
      insert into tags (id, name, description, posts, followers, used_at)
      values (${newId()}, ${name}, ${descriptionOf(name) ?? null}, ${posts}, ${followers}, ${used})`;
  }
}
