import type { StoredBytes } from '@dev-connector/contract';
import type { Context, Feature } from '../../platform/context.ts';
import { type Db, lastId, type Reader } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { emailKey } from '../../platform/http/schemas/email.ts';
import { handleKey } from '../handles/handles.ts';
import { measureStorage } from '../storage/stored-bytes.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { liveSessions } from './sessions.ts';

/* Queries and actions on members for admins: the command line and the metrics. No route calls these functions. */

export interface MemberEntry {
  id: string;
  name: string;
  /** Null in an account that has none yet. */
  handle: string | null;
  email: string;
  /** Milliseconds since 1970. */
  joined: number;
}

export interface MemberDetails extends MemberEntry {
  hasProfile: boolean;
  posts: number;
  comments: number;
  likes: number;
  storage: StoredBytes;
  sessions: Array<{ device: string | null; began: number; used: number }>;
}

const pageSize = 500;

/** Yields all members, newest first, and reads them in pages. */
export const eachMember = (db: Db): AsyncGenerator<MemberEntry> =>
  eachRow<MemberEntry>(
    pageSize,
    (last) => db.all`
      select id, name, handle, email, created_at as joined from users
      where id < ${last?.id ?? lastId} and deleted_at is null order by id desc limit ${pageSize}`,
  );

/** Finds a member by id, e-mail address or handle, perhaps after an @. */
export async function findMemberEntry(db: Db, who: string): Promise<MemberEntry | undefined> {
  const key = who.includes('@') ? emailKey(who) : '';
  const handle = handleKey(who.replace(/^@/, ''));
  return db.get<MemberEntry>`select id, name, handle, email, created_at as joined from users
    where deleted_at is null and (id = ${who} or email_key = ${key} or handle_key = ${handle})`;
}

export async function readDetails(db: Db, features: Feature[], entry: MemberEntry): Promise<MemberDetails> {
  const { id } = entry;
  const counts = await db.get<{ profiles: number; posts: number; comments: number; likes: number }>`
    select (select count(*) from profiles where user_id = ${id}) as profiles, (select count(*) from ${visiblePosts('members')} p where user_id = ${id}) as posts,
      (select count(*) from comments where user_id = ${id}) as comments, (select count(*) from likes where user_id = ${id}) as likes`;
  const { profiles = 0, posts = 0, comments = 0, likes = 0 } = counts ?? {};
  const { usedAfter, madeAfter } = liveSessions();
  const sessions = await db.all<{ device: string | null; began: number; used: number }>`
    select device, created_at as began, used_at as used from sessions
    where user_id = ${id} and used_at > ${usedAfter} and created_at > ${madeAfter} order by used_at desc`;
  return { ...entry, hasProfile: profiles > 0, posts, comments, likes, storage: await measureStorage(db, features, id), sessions };
}

/** Deletes all sessions of the member. Returns how many there were. */
export function signOutEverywhere({ db, events }: Pick<Context, 'db' | 'events'>, { id }: MemberEntry): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx.all<{ id: string }>`delete from sessions where user_id = ${id} returning id`;
    for (const session of ended) await events.publish(tx, 'session.ended', { userId: id, sessionId: session.id });
    return ended.length;
  });
}

/** Counts the members and their live sessions. */
export async function countPeople(db: Reader, now = Date.now()): Promise<{ members: number; sessions: number }> {
  const { usedAfter, madeAfter } = liveSessions(now);
  const counts = await db.get<{ members: number; sessions: number }>`
    select (select count(*) from users where deleted_at is null) as members,
      (select count(*) from sessions where used_at > ${usedAfter} and created_at > ${madeAfter}) as sessions`;
  return counts ?? { members: 0, sessions: 0 };
}
