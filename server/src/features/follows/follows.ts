import { type FollowSettings, type FollowState, limits } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { deleteUnusedTags } from '../tags/post-tags.ts';
import { visiblePeople } from '../visibility/policy.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member began to follow another. */
    'user.followed': { userId: string; followerId: string };
    /** A member stopped following another. Follows that end with an account have no event of their own. */
    'user.unfollowed': { userId: string; followerId: string };
  }
}

interface StateRow {
  followers: number | null;
  following: number | null;
  hides_followers: number | null;
  hides_following: number | null;
  is_following: number;
  is_followed: number;
}

/** Returns the numbers of a member's followers and follows, and the viewer's state. Throws `userNotFound`. */
export async function readFollowState(db: Reader, viewer: Member, userId: string): Promise<FollowState> {
  const { id: viewerId } = viewer;
  const row = await db.get<StateRow>`
    select s.followers, s.following, s.hides_followers, s.hides_following,
      case when exists (select 1 from user_follows where follower_id = ${viewerId} and followee_id = u.id) then 1 else 0 end as is_following,
      case when exists (select 1 from user_follows where follower_id = u.id and followee_id = ${viewerId}) then 1 else 0 end as is_followed
    from ${visiblePeople(viewer)} u left join follow_states s on s.user_id = u.id where u.id = ${userId}`;
  if (!row) throw new Failure('userNotFound');
  return {
    followers: row.followers ?? 0,
    following: row.following ?? 0,
    followersHidden: row.hides_followers === 1,
    followingHidden: row.hides_following === 1,
    viewer: { following: row.is_following === 1, followed: row.is_followed === 1 },
  };
}

/** Follows a member, or stops following. Idempotent. Throws `followSelf`, `followsFull` or `userNotFound`. */
export async function setUserFollow({ db, events }: Context, member: Member, userId: string, isFollowing: boolean): Promise<FollowState> {
  if (isFollowing && userId === member.id) throw new Failure('followSelf');
  await writeAsMember(db, member, async (tx) => {
    if (!(await tx.get`select id from ${visiblePeople(member)} u where id = ${userId}`)) throw new Failure('userNotFound');
    await lockStates(tx, [member.id, userId]);
    const changed = isFollowing
      ? await tx.run`
          insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${member.id}, ${userId}, ${Date.now()})
          on conflict (follower_id, followee_id) do nothing`
      : await tx.run`delete from user_follows where follower_id = ${member.id} and followee_id = ${userId}`;
    if (changed === 0) return;
    const count = isFollowing ? 1 : -1;
    await tx.run`update follow_states set following = following + ${count}, version = version + 1 where user_id = ${member.id}`;
    await tx.run`update follow_states set followers = followers + ${count} where user_id = ${userId}`;
    if (isFollowing) await checkFollowLimit(tx, member.id);
    await events.publish(tx, isFollowing ? 'user.followed' : 'user.unfollowed', { userId, followerId: member.id });
  });
  return readFollowState(db, member, userId);
}

/** Creates and locks the states of users, in the order of their ids, so that concurrent transactions cannot deadlock. */
export async function lockStates(tx: Transaction, userIds: string[]): Promise<void> {
  for (const id of userIds.toSorted()) {
    await tx.run`insert into follow_states (user_id) values (${id}) on conflict (user_id) do nothing`;
    await tx.lock`select user_id from follow_states where user_id = ${id}`;
  }
}

/** Throws `followsFull` if the member follows too many members and tags. Call it after `lockStates` and the change. */
export async function checkFollowLimit(tx: Transaction, userId: string): Promise<void> {
  const row = await tx.get<{ follows: number }>`
    select s.following + (select count(*) from tag_follows where user_id = s.user_id) as follows from follow_states s where s.user_id = ${userId}`;
  if (row && row.follows > limits.follows) throw new Failure('followsFull');
}

/** Hides or shows the member's lists. */
export async function changeFollowSettings(
  db: Db,
  member: Member,
  { followersHidden, followingHidden }: FollowSettings,
): Promise<FollowState> {
  const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  await writeAsMember(db, member, async (tx) => {
    await lockStates(tx, [member.id]);
    await tx.run`
      update follow_states set hides_followers = coalesce(cast(${flag(followersHidden)} as integer), hides_followers),
        hides_following = coalesce(cast(${flag(followingHidden)} as integer), hides_following) where user_id = ${member.id}`;
  });
  return readFollowState(db, member, member.id);
}

/** Rows per batch of a deletion. */
const batch = 100;

/** Deletes one batch of the follows of a user, in both directions. */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
  type Row = { id: string; follower_id: string; followee_id: string };
  const rows = await tx.all<Row>`
    select id, follower_id, followee_id from (
      select id, follower_id, followee_id from user_follows where follower_id = ${userId}
      union all select id, follower_id, followee_id from user_follows where followee_id = ${userId}
    ) follows limit cast(${batch} as integer)`;
  const userIds = rows.flatMap((row) => [row.follower_id, row.followee_id]);
  await tx.lock`select user_id from follow_states where user_id = any(${userIds}) order by user_id`;
  // Counts the deleted rows: a member may have unfollowed before the lock.
  const deleted = await tx.all<Row>`
    delete from user_follows where id = any(${rows.map(({ id }) => id)}) returning id, follower_id, followee_id`;
  const [followers, followees] = [deleted.map((row) => row.follower_id), deleted.map((row) => row.followee_id)];
  await tx.run`update follow_states set following = following - 1, version = version + 1 where user_id <> ${userId} and user_id = any(${followers})`;
  await tx.run`update follow_states set followers = followers - 1 where user_id <> ${userId} and user_id = any(${followees})`;
  const followed = await tx.all<{ tag: string }>`
    select tag from tag_follows where user_id = ${userId} order by tag limit cast(${batch} as integer)`;
  const tags = followed.map(({ tag }) => tag);
  for (const tag of tags) await tx.run`update tags set followers = followers - 1 where name = ${tag}`;
  await deleteUnusedTags(tx, tags);
  await tx.run`delete from tag_follows where user_id = ${userId} and tag = any(${tags})`;
  return rows.length + tags.length > 0;
}
