import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../server/src/db/db.ts';
import { openDb } from '../../server/src/db/open.ts';
import { makeCommunity } from '../../server/src/demo/community.ts';
import { fill } from '../../server/src/demo/fill.ts';
import { newId } from '../../server/src/id.ts';
import { root } from './processes.ts';

/** What the measured database holds, as far as the requests must know it. */
export interface Content {
  /** Of the members who ask. */
  tokens: string[];
  emails: string[];
  /** Ids, newest first; of more than 20,000 a sample. */
  posts: string[];
  /** Ids of the users who have a profile. */
  profiles: string[];
}

export interface Sizes {
  members: number;
  posts: number;
}

/** The community of the issue: an average of 5 likes and 3 comments a post, some posts with as many likes as there are members, up to 2,000. */
export const usual: Sizes = { members: 500, posts: 20_000 };

const cache = join(root, 'node_modules/.cache/bench');

/** A folder with the database of a demo community, which is made once and copied to `folder`; without one, the original, to be read only. */
export async function sqliteCommunity(sizes: Sizes, folder?: string): Promise<string> {
  const made = join(cache, `${sizes.members}-${sizes.posts}`);
  if (!existsSync(made)) {
    const part = `${made}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await fillOne(await openDb({ dataDir: part }), sizes);
    renameSync(part, made);
  }
  if (!folder) return made;
  cpSync(made, folder, { recursive: true });
  return folder;
}

/** Fills a database with the community and closes it. */
export async function fillOne(db: Db, sizes: Sizes): Promise<void> {
  await fill(db, makeCommunity({ ...sizes, seed: 1 }));
  await db.close();
}

const askers = 100;

/** Signs a hundred members in, by rows of our own: a hundred passwords would take longer than some of the measurements. Closes the database. */
export async function readContent(db: Db): Promise<Content> {
  const members = await db.all<{ id: string; email: string }>`select id, email from users order by id limit ${askers}`;
  const tokens = members.map(({ id }) => createHash('sha256').update(`token of ${id}`).digest('base64url'));
  await db.transaction(async (tx) => {
    for (const [index, { id }] of members.entries()) {
      const hash = createHash('sha256')
        .update(tokens[index] as string)
        .digest('base64url');
      await tx.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at) values (${newId()}, ${hash}, ${id}, ${Date.now()}, ${Date.now()})
        on conflict (token_hash) do update set used_at = excluded.used_at`;
    }
  });
  // Of a large community every 256th, so that what is asked for lies everywhere in it.
  const sample = ((await db.get<{ count: number }>`select count(*) as count from posts`)?.count ?? 0) > usual.posts ? '%00' : '%';
  const posts = await db.all<{ id: string }>`select id from posts where id like ${sample} order by id desc`;
  const profiles = await db.all<{ user_id: string }>`select user_id from profiles order by id desc`;
  await db.close();
  return {
    tokens,
    emails: members.map(({ email }) => email),
    posts: posts.map(({ id }) => id),
    profiles: profiles.map(({ user_id }) => user_id),
  };
}
