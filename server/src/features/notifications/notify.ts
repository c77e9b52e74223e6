import type { NotificationKind } from '@dev-connector/contract';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { isMuted } from './muted.ts';
import { isOn } from './settings.ts';

export interface Cause {
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
export const notify = (tx: Transaction, kind: NotificationKind, cause: Cause, userIds: string[]): Promise<number> =>
  notifyThose(tx, sql`${kind}`, cause, sql`${visiblePeople('members')} recipient`, sql`recipient.id = any(${userIds})`);

/** The same for the members `recipient` in `from` for whom `condition` is true. */
export const notifyThose = (tx: Transaction, kind: Sql, cause: Cause, from: Sql, condition: Sql): Promise<number> => {
  const { id, actorId, subject, postId = null, commentId = null } = cause;
  return tx.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id)
    select recipient.id, ${kind}, ${actorId}, ${subject}, ${id}, ${postId}, ${commentId}
    from ${from}
    where ${condition} and recipient.id <> ${actorId} and ${isOn(kind, 'site')}${
      postId === null
        ? sql``
        : sql`
      and not ${isMuted(sql`recipient.id`, postId)} and not ${wasTold(actorId, subject)}`
    }
    on conflict do nothing`;
};

/** Whether the member `recipient` has been notified of a text for another reason: it is a reply, it mentions them, or they watch the discussion. */
const wasTold = (actorId: string, subject: string): Sql => sql`
  exists (
    select 1 from notifications told
    where told.actor_id = ${actorId} and told.kind in ('reply', 'comment', 'mention') and told.subject = ${subject} and told.user_id = recipient.id)`;
