import type { NotificationKind } from '@dev-connector/contract';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { isMuted } from './muted.ts';
import { isOn } from './settings.ts';

export interface Cause {
  kind: NotificationKind;
  /** Id of the notification, which grows with time. */
  id: string;
  actorId: string;
  /** What the notification is about: an actor notifies a member of a subject once. */
  subject: string;
  postId?: string | undefined;
  commentId?: string | undefined;
}

/**
 * Notifies members in one statement, except the actor, those who have muted the discussion or one of its tags, those who have turned the kind off and those who
 * have been notified of it before.
 */
export const notify = (tx: Transaction, cause: Cause, userIds: string[]): Promise<number> =>
  notifyThose(tx, cause, sql`u.id = any(${userIds})`);

/** The same for the members `u` for whom a condition is true. */
const notifyThose = (tx: Transaction, { kind, id, actorId, subject, postId, commentId }: Cause, condition: Sql): Promise<number> => tx.run`
  insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id)
  select u.id, ${kind}, ${actorId}, ${subject}, ${id}, ${postId ?? null}, ${commentId ?? null}
  from ${visiblePeople('members')} u
  where ${condition} and u.id <> ${actorId} and ${isOn(kind, 'site')}${
    postId === undefined
      ? sql``
      : sql`
    and not ${isMuted(sql`u.id`, postId)} and not ${wasTold(actorId, subject)}`
  }
  on conflict do nothing`;

/** Whether the member `u` has been notified of a text for another reason: it is a reply to them and mentions them. */
const wasTold = (actorId: string, subject: string): Sql => sql`
  exists (
    select 1 from notifications told
    where told.actor_id = ${actorId} and told.kind in ('reply', 'mention') and told.subject = ${subject} and told.user_id = u.id)`;
