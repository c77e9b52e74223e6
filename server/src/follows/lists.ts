import { avatarPath, type Person } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { toOpenJson } from '../feed/json.ts';
import { newest, type Page, type PageQuery, readPage } from '../feed/keyset.ts';
import { type JsonPage, joinPage } from '../feed/pages.ts';
import { readCards } from '../profiles/profiles.ts';
import { readFollowState } from './follows.ts';

interface Row {
  id: string;
  user_id: string;
  /** Null if the account is being deleted. */
  name: string | null;
}

/** Reads a page of a member's followers. Throws `userNotFound`, or `listHidden` if only the member can see the list. */
export async function listFollowers(db: Db, viewer: Member, userId: string, query: PageQuery): Promise<JsonPage<Person>> {
  const { followersHidden } = await readFollowState(db, viewer, userId);
  if (followersHidden && viewer.id !== userId) throw new Failure('listHidden');
  const page = await readPage(
    query,
    newest,
    ({ id }, count) => db.all<Row>`
      select f.id, f.follower_id as user_id, (select name from users u where u.id = f.follower_id and u.deleted_at is null) as name
      from user_follows f where f.followee_id = ${userId} and f.id < ${id} order by f.id desc limit cast(${count} as integer)`,
  );
  return personPage(db, viewer, page);
}

/** Reads a page of the members that a member follows. Throws as `listFollowers` does. */
export async function listFollowing(db: Db, viewer: Member, userId: string, query: PageQuery): Promise<JsonPage<Person>> {
  const { followingHidden } = await readFollowState(db, viewer, userId);
  if (followingHidden && viewer.id !== userId) throw new Failure('listHidden');
  const page = await readPage(
    query,
    newest,
    ({ id }, count) => db.all<Row>`
      select f.id, f.followee_id as user_id, (select name from users u where u.id = f.followee_id and u.deleted_at is null) as name
      from user_follows f where f.follower_id = ${userId} and f.id < ${id} order by f.id desc limit cast(${count} as integer)`,
  );
  return personPage(db, viewer, page);
}

/** Returns which of these members the viewer follows. */
export async function readFollowed(db: Reader, viewerId: string, userIds: string[]): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>`
    select followee_id as id from user_follows where follower_id = ${viewerId} and followee_id = any(${userIds})`;
  return new Set(rows.map(({ id }) => id));
}

async function personPage(db: Db, viewer: Member, { items, next }: Page<Row>): Promise<JsonPage<Person>> {
  const ids = items.map(({ user_id }) => user_id);
  const [cards, followed] = await Promise.all([readCards(db, ids), readFollowed(db, viewer.id, ids)]);
  const people = items.flatMap(({ id, user_id, name }) => {
    const profile = cards.get(user_id);
    const person = name !== null && {
      user: { _id: user_id, name, avatar: avatarPath(user_id) },
      ...(profile && { profile }),
      viewer: { following: followed.has(user_id) },
    };
    return person ? [{ id, ...toOpenJson<Person>(person) }] : [];
  });
  return joinPage({ items: people, next });
}
