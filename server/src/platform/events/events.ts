import type { Transaction } from '../db/db.ts';
import type { JobLog } from '../jobs/worker.ts';

/*
 * Events: a feature publishes what has happened inside the transaction that causes it. Features above it subscribe: it does not know them.
 *
 *     declare module '../../platform/events/events.ts' {                             // in the file that publishes
 *       interface EventPayloads { 'user.created': { userId: string } }
 *     }
 *     await events.publish(tx, 'user.created', { userId });
 *
 *     events.on('user.created', async (tx, { userId }) => { … });                    // in `register` of another feature
 *     events.afterCommit('user.created', async ({ userId }) => { … });
 *
 * - A subscriber in the transaction writes rows or enqueues jobs, which are committed or rolled back together with the cause. If it throws, all is rolled back.
 * - A subscriber after the commit runs at most once: it is lost if the process ends first. Use a job for what must happen. Its errors are logged.
 */

/** The payload of each type of event: ids, and what subscribers would otherwise have to read. Each feature adds the events that it publishes. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface EventPayloads {}

type EventType = keyof EventPayloads;

export interface Events {
  /** Registers a subscriber in the transaction. */
  on<Type extends EventType>(type: Type, subscriber: (tx: Transaction, event: EventPayloads[Type]) => Promise<void>): void;
  /** Registers a subscriber after the commit. */
  afterCommit<Type extends EventType>(type: Type, subscriber: (event: EventPayloads[Type]) => Promise<void>): void;
  /** Calls the subscribers in the transaction one after another, in the order of the features, and those after the commit once it is durable. */
  publish<Type extends EventType>(tx: Transaction, type: Type, event: EventPayloads[Type]): Promise<void>;
}

export function createEvents(log: JobLog): Events {
  const inTransaction = new Map<string, Array<(tx: Transaction, event: never) => Promise<void>>>();
  const afterCommit = new Map<string, Array<(event: never) => Promise<void>>>();
  return {
    on(type, subscriber) {
      inTransaction.set(type, [...(inTransaction.get(type) ?? []), subscriber]);
    },
    afterCommit(type, subscriber) {
      afterCommit.set(type, [...(afterCommit.get(type) ?? []), subscriber]);
    },
    async publish(tx, type, event) {
      for (const subscriber of inTransaction.get(type) ?? []) await subscriber(tx, event as never);
      const later = afterCommit.get(type) ?? [];
      if (later.length === 0) return;
      tx.afterCommit(() => {
        for (const subscriber of later)
          subscriber(event as never).catch((err: unknown) => log.error({ err, event: type }, 'a subscriber failed after a commit'));
      });
    },
  };
}
