import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { newId } from '../../platform/id.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { isDiscussionMuted, isMuted } from './muted.ts';
import { isOn } from './settings.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** Members have other notifications, or have read some. Those that end with an account, or are hidden, have no event of their own. */
    'notifications.changed': { userIds: string[] };
  }
}

export interface Cause {
  /** Id of the notification, which grows with time. */
  id: string;
  actorId: string;
  /** What the notification is about: an actor notifies a member of a subject once. */
  subject: string;
  postId?: string | undefined;
  commentId?: string | undefined;
}

/** Notifies the other author of a post or comment of a like, in one statement. The tags of one's own post mute nothing. */
export const notifyOfLike = (tx: Transaction, postId: string, cause: Cause, authorId: string): Promise<string[]> => {
  const muted = cause.commentId === undefined ? isDiscussionMuted(authorId, postId) : isMuted(authorId, postId);
  return insert(tx, sql`'like'`, { ...cause, postId }, isMember(authorId), sql`not ${muted}`);
};

/** Notifies a member of a follower, in one statement. */
export const notifyOfFollow = (tx: Transaction, cause: Cause, userId: string): Promise<string[]> =>
  insert(tx, sql`'follow'`, cause, isMember(userId), sql`true`);

/** Notifies a member of something that happened to the account, in one statement. `subject` makes it the only one. */
export const notifyOfAccount = (tx: Transaction, kind: 'signIn' | 'security', userId: string, subject: string): Promise<string[]> =>
  insert(tx, sql`${kind}`, { id: newId(), actorId: userId, subject }, isMember(userId), sql`true`);

const isMember = (userId: string) => sql`(select id from ${visiblePeople('members')} p where p.id = ${userId}) recipient`;

/**
 * Notifies the members `recipient` of a text in one statement. Leaves out its author, members who have muted the discussion or one of its tags or turned the kind
 * off, and members who have already been notified of the text.
 */
export const notifyOfText = (tx: Transaction, kind: Sql, postId: string, cause: Cause, recipients: Sql): Promise<string[]> =>
  insert(
    tx,
    kind,
    { ...cause, postId },
    recipients,
    sql`recipient.id <> ${cause.actorId} and not ${isMuted(sql`recipient.id`, postId)} and not ${alreadyNotified(cause)}`,
  );

/** Members per transaction of a job that notifies many. */
export const batch = 200;

/** The members with these ids, as recipients. */
export const membersOf = (userIds: string[]): Sql =>
  sql`(select id from ${visiblePeople('members')} p where p.id = any(${userIds})) recipient`;

/** Whether the member `recipient` has been notified of a text for any reason: it is a reply, it mentions them, or they watch the discussion. */
export const alreadyNotified = ({ actorId, subject }: Pick<Cause, 'actorId' | 'subject'>): Sql => sql`
  exists (
    select 1 from notifications earlier
    where earlier.actor_id = ${actorId} and earlier.kind in ('reply', 'comment', 'mention') and earlier.subject = ${subject} and earlier.user_id = recipient.id)`;

/** Returns the members who are notified. */
async function insert(
  tx: Transaction,
  kind: Sql,
  { id, actorId, subject, postId, commentId }: Cause,
  recipients: Sql,
  condition: Sql,
): Promise<string[]> {
  const rows = await tx.all<{ user_id: string }>`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id)
    select recipient.id, ${kind}, ${actorId}, ${subject}, ${id}, ${postId ?? null}, ${commentId ?? null}
    from ${recipients} where ${condition} and ${isOn(kind, 'site')}
    on conflict do nothing returning user_id`;
  return rows.map(({ user_id }) => user_id);
}
