import { limits, type OwnFollows } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { deleteUnusedTags, resolveTag } from '../tags/post-tags.ts';
import { findTag } from '../tags/tags.ts';
import { checkFollowLimit, lockStates } from './follows.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member began to follow a tag. */
    'tag.followed': { tag: string; followerId: string };
    /** A member stopped following a tag. */
    'tag.unfollowed': { tag: string; followerId: string };
  }
}

/** Follows or unfollows a tag. Idempotent. Throws `followsFull`, or `tagNotFound` when following. */
export const setTagFollow = ({ db, events }: Context, member: Member, sent: string, following: boolean): Promise<{ following: boolean }> =>
  writeAsMember(db, member, async (tx) => {
    await lockStates(tx, [member.id]);
    if (following) {
      const { name } = await findTag(tx, sent);
      const followed = await tx.run`
        insert into tag_follows (user_id, tag, created_at) values (${member.id}, ${name}, ${Date.now()}) on conflict (user_id, tag) do nothing`;
      const counted = await tx.run`update tags set followers = followers + ${followed} where name = ${name}`;
      if (counted === 0) throw new Failure('tagNotFound'); // deleted in the meantime
      if (followed > 0) {
        await checkFollowLimit(tx, member.id);
        await events.publish(tx, 'tag.followed', { tag: name, followerId: member.id });
      }
    } else {
      const names = await namesOf(tx, sent);
      for (const name of names) {
        const unfollowed = await tx.run`delete from tag_follows where user_id = ${member.id} and tag = ${name}`;
        if (unfollowed === 0) continue;
        await tx.run`update tags set followers = followers - 1 where name = ${name}`;
        await events.publish(tx, 'tag.unfollowed', { tag: name, followerId: member.id });
      }
      await deleteUnusedTags(tx, names);
    }
    await tx.run`update follow_states set version = version + 1 where user_id = ${member.id}`;
    return { following };
  });

/** Mutes or unmutes a tag. Idempotent. Throws `mutesFull`, or `tagNotFound` when muting. */
export const setTagMute = (db: Db, member: Member, sent: string, muted: boolean): Promise<{ muted: boolean }> =>
  writeAsMember(db, member, async (tx) => {
    await lockStates(tx, [member.id]);
    if (muted) {
      const { name } = await findTag(tx, sent);
      const added = await tx.run`
        insert into tag_mutes (user_id, tag, created_at) values (${member.id}, ${name}, ${Date.now()}) on conflict (user_id, tag) do nothing`;
      const row = await tx.get<{ mutes: number }>`select count(*) as mutes from tag_mutes where user_id = ${member.id}`;
      if (added > 0 && row && row.mutes > limits.tagMutes) throw new Failure('mutesFull');
    } else await tx.run`delete from tag_mutes where user_id = ${member.id} and tag = any(${await namesOf(tx, sent)})`;
    await tx.run`update follow_states set version = version + 1 where user_id = ${member.id}`;
    return { muted };
  });

/** Returns the tag of a name and its aliases, of which a member has rows until a job has moved them. The tag may not exist any more. */
async function namesOf(tx: Transaction, sent: string): Promise<string[]> {
  const name = await resolveTag(tx, sent);
  const aliases = await tx.all<{ alias: string }>`select alias from tag_aliases where tag = ${name}`;
  return [name, ...aliases.map(({ alias }) => alias)].sort(); // sorted, so that concurrent transactions cannot deadlock
}

/** Returns the tags that a member follows and mutes, and the number of members that they follow. */
export async function readOwnFollows(db: Db, { id }: Member): Promise<OwnFollows> {
  const [state, tags, mutes] = await Promise.all([
    db.get<{ following: number }>`select following from follow_states where user_id = ${id}`,
    db.all<{ tag: string }>`select tag from tag_follows where user_id = ${id} order by tag`,
    db.all<{ tag: string }>`select tag from tag_mutes where user_id = ${id} order by tag`,
  ]);
  return { members: state?.following ?? 0, tags: tags.map(({ tag }) => tag), mutedTags: mutes.map(({ tag }) => tag) };
}
