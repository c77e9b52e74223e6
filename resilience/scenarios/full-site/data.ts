import { randomBytes } from 'node:crypto';
import { limits, type SiteIdentity } from '@dev-connector/contract';
import { changeStored } from '../../../server/src/features/site/store.ts';
import type { Transaction } from '../../../server/src/platform/db/db.ts';
import { newId } from '../../../server/src/platform/id.ts';
import { insertMembers, insertSession, type Member } from '../../members.ts';
import { databaseOf, type Environment, openOldDatabase } from '../../site.ts';

export interface Sizes {
  /** Profiles of 8 MB, which version 0009 still accepted. */
  large: number;
  /** Profiles of about 256 kB, the current limit. */
  full: number;
  /** Comments, likes: on one post. */
  comments: number;
  likes: number;
  /** Posts of maximum length with 100 comments of maximum length each. */
  posts: number;
}

export interface FullMember extends Member {
  experience: string;
  education: string;
}

export interface FullPost {
  id: string;
  author: Member;
  /** Ids of comments with their authors, oldest first. */
  comments: Array<{ id: string; author: Member }>;
}

export interface FullSite {
  large: FullMember[];
  full: FullMember[];
  /** A member with a small profile and a small post, for another client's reads. */
  small: Member & { post: string };
  /** The post with most comments and likes. */
  popular: FullPost;
  posts: FullPost[];
  /** Members who like the popular post. */
  likers: Member[];
}

/** Characters that take the most bytes in UTF-8, in JSON (`\u0001`), and in HTML (`&lt;`, `&quot;`). */
const fillers = ['𝒳', '\u0001', '<', '"'];
const filler = (length: number, index: number): string => (fillers[index % fillers.length] ?? '').repeat(length);

/** Fills a new database of version 0009 to every limit. */
export async function fillSite(settings: Environment, sizes: Sizes): Promise<FullSite> {
  const db = await openOldDatabase(settings, 9);
  try {
    const members = await insertMembers(db, Math.max(sizes.likes, sizes.large + sizes.full + 1), undefined, { hasAvatars: true });
    const large = members.slice(0, sizes.large);
    const full = members.slice(sizes.large, sizes.large + sizes.full);
    const small = members.at(-1) as Member;
    const filled: FullMember[] = [];
    for (const [index, member] of [...large, ...full].entries())
      filled.push(await db.transaction((tx) => insertProfile(tx, member, index < sizes.large ? limits.entries : 2, index)));
    await db.transaction((tx) => insertProfile(tx, small, 0, 0));
    const smallPost = await db.transaction((tx) => insertPost(tx, members, small, { comments: 1, likes: 1, length: 10 }));
    const posts: FullPost[] = [];
    let popular: FullPost | undefined;
    for (let index = 0; index < sizes.posts; index++) {
      const author = members[index % (sizes.large + sizes.full)] as Member;
      posts.push(await db.transaction((tx) => insertPost(tx, members, author, { comments: 100, likes: 100, length: limits.postText })));
      // Among the newest posts, so that the first page of the feed has it.
      if (index === sizes.posts - 3) {
        const counts = { comments: sizes.comments, likes: sizes.likes, length: limits.postText };
        popular = await db.transaction((tx) => insertPost(tx, members, large[0] as Member, counts));
      }
    }
    await db.transaction(async (tx) => {
      for (let count = 1; count < limits.sessions; count++)
        await insertSession(tx, large[0]?.id ?? '', randomBytes(32).toString('base64url'), filler(300, count));
    });
    return {
      large: filled.slice(0, sizes.large),
      full: filled.slice(sizes.large),
      small: { ...small, post: smallPost.id },
      popular: popular as FullPost,
      posts,
      likers: members.slice(0, sizes.likes),
    };
  } finally {
    await db.close();
  }
}

/** Sets every text of the site's identity to its limit. Migrates the database. */
export async function fillIdentity(settings: Environment): Promise<void> {
  const text = (length: number) => '<'.repeat(length);
  const page = text(limits.sitePage);
  const url = `https://example.org/${'a'.repeat(limits.website - 20)}`;
  const links = Array.from({ length: limits.footerLinks }, () => ({ label: text(limits.linkLabel), url }));
  const identity: SiteIdentity = {
    name: text(limits.siteName),
    tagline: text(limits.tagline),
    about: page,
    rules: page,
    privacy: page,
    links,
  };
  const db = await databaseOf(settings);
  await changeStored(db, () => ({ identity })).finally(() => db.close());
}

/** Inserts a profile with `entries` entries of each kind, all with a description of maximum length. */
async function insertProfile(tx: Transaction, member: Member, entries: number, index: number): Promise<FullMember> {
  const skills = entries === 0 ? ['SQL'] : Array.from({ length: limits.skills }, (_, skill) => `${skill} ${filler(50, skill)}`);
  const link = `https://example.org/${'a'.repeat(limits.website - 20)}`;
  const bio = filler(entries === 0 ? 10 : limits.bio, index);
  await tx.run`
    insert into profiles (id, user_id, status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram, created_at)
    values (${newId()}, ${member.id}, ${filler(limits.status, index)}, ${JSON.stringify(skills)}, ${filler(limits.company, index)}, ${link},
      ${filler(limits.location, index)}, ${'octocat'}, ${bio}, ${link}, ${link}, ${link}, ${link}, ${link}, ${Date.now()})`;
  let [experience, education] = ['', ''];
  for (let entry = 0; entry < entries; entry++) {
    [experience, education] = [newId(), newId()];

    const [short, long] = [filler(limits.title, index), filler(limits.description, index)];
    const from = `20${String(entry % 20).padStart(2, '0')}-01-01`;
    await tx.run`
      insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description)
      values (${experience}, ${member.id}, ${short}, ${short}, ${short}, ${from}, ${null}, ${1}, ${long})`;
    await tx.run`
      insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description)
      values (${education}, ${member.id}, ${short}, ${short}, ${short}, ${from}, ${null}, ${1}, ${long})`;
  }
  return { ...member, experience, education };
}

interface Counts {
  comments: number;
  likes: number;
  /** Characters of the text. */
  length: number;
}

async function insertPost(tx: Transaction, members: Member[], author: Member, { comments, likes, length }: Counts): Promise<FullPost> {
  const post: FullPost = { id: newId(), author, comments: [] };
  const now = Date.now();
  const text = filler(length, now);
  await tx.run`
    insert into posts (id, user_id, text, like_count, comment_count, created_at)
    values (${post.id}, ${author.id}, ${text}, ${likes}, ${comments}, ${now})`;
  for (let index = 0; index < comments; index++) {
    const comment = { id: newId(), author: members[index % members.length] as Member };
    post.comments.push(comment);
    await tx.run`
      insert into comments (id, post_id, user_id, text, created_at)
      values (${comment.id}, ${post.id}, ${comment.author.id}, ${filler(length < 100 ? length : limits.commentText, index)}, ${now})`;
  }
  for (const { id } of members.slice(0, likes))
    await tx.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post.id}, ${id}, ${now})`;
  return post;
}
