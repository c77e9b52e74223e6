import type { Transaction } from '../../platform/db/db.ts';
import type { Events } from '../../platform/events/events.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member changed whether the site draws their career and activity. */
    'user.drawingsChanged': { userId: string };
  }
}

/** Lets pages draw a member's career and activity, or stops them. */
export async function showDrawings(tx: Transaction, events: Events, userId: string, shows: boolean): Promise<void> {
  await tx.run`update users set hides_drawings = ${shows ? 0 : 1} where id = ${userId}`;
  await events.publish(tx, 'user.drawingsChanged', { userId });
}
