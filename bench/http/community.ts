import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeCommunity } from '../../server/src/demo/community.ts';
import { insertCommunity } from '../../server/src/demo/insert-community.ts';
import type { Db } from '../../server/src/platform/db/db.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { newId } from '../../server/src/platform/id.ts';
import { root, type Server } from './processes.ts';

/** Tokens and ids in the measured database that the requests need. */
export interface Content {
  /** Sessions of the requesting members. */
  tokens: string[];
  emails: string[];
  /** Ids, newest first; a sample if there are more than 20,000. */
  posts: string[];
  /** URLs of the first pages of the feed. */
  feedPages: string[];
  /** Ids of users with a profile. */
  profiles: string[];
  /** Path of a hashed file of the build. */
  asset?: string;
}

export interface Sizes {
  members: number;
  posts: number;
}

/** The default community: on average 5 likes and 3 comments per post; some posts are liked by every member. */
export const defaultSizes: Sizes = { members: 500, posts: 20_000 };

const cache = join(root, 'node_modules/.cache/bench');

/** Returns a folder with the database of a demo community: a copy in `folder`, or the cached original, which must not be written to. */
export async function sqliteCommunity(sizes: Sizes, folder?: string): Promise<string> {
  const cached = join(cache, `${sizes.members}-${sizes.posts}`);
  if (!existsSync(cached)) {
    const partial = `${cached}.part`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    await fillAndClose(await openDb({ dataDir: partial }), sizes);
    renameSync(partial, cached);
  }
  if (!folder) return cached;
  cpSync(cached, folder, { recursive: true });
  return folder;
}

/** Fills a database with a community and closes it. @public Imported dynamically (compare-all.ts). */
export async function fillAndClose(db: Db, sizes: Sizes): Promise<void> {
  await insertCommunity(db, makeCommunity({ ...sizes, seed: 1 }));
  await db.close();
}

const sessionCount = 100;
/** Number of different feed pages. */
const feedPageCount = 25;

/** Adds the URLs of the first pages of the site's feed, which it finds by their `Link` headers. `query` selects another feed. */
export async function addFeedPages(site: Server, content: Omit<Content, 'feedPages'>, query = ''): Promise<Content> {
  const feedPages = [`/api/posts?limit=20${query}`];
  while (feedPages.length < feedPageCount) {
    const response = await fetch(`http://127.0.0.1:${site.port}${feedPages.at(-1)}`, {
      headers: { 'x-auth-token': String(content.tokens[0]) },
    });
    await response.arrayBuffer();
    const cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1];
    if (!cursor) break;
    feedPages.push(`/api/posts?limit=20${query}&cursor=${cursor}`);
  }
  return { ...content, feedPages };
}

/** Inserts sessions for a hundred members directly, which avoids a hundred password hashes, and closes the database. */
export async function readContent(db: Db): Promise<Omit<Content, 'feedPages'>> {
  const members = await db.all<{ id: string; email: string }>`select id, email from users order by id limit ${sessionCount}`;
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
  // Sample every 256th post of a large community, so that requests spread over the whole table.
  const sample = ((await db.get<{ count: number }>`select count(*) as count from posts`)?.count ?? 0) > defaultSizes.posts ? '%00' : '%';
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
