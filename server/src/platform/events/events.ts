import type { Transaction } from '../db/db.ts';

/*
 * Domain events: a store publishes what has happened inside the transaction that causes it. Subscribers of other features write rows in the same
 * transaction or enqueue jobs, so that their effects are committed or rolled back together.
 *
 *     context.events.on('user.created', async (tx, { userId }) => { … });            // when the app is built
 *     await context.events.publish(tx, { type: 'user.created', userId });
 */

type DomainEvent =
  /** An account was created. */
  | { type: 'user.created'; userId: string }
  /** A user changed their name. */
  | { type: 'user.renamed'; userId: string }
  /** A member changed the headline of their profile. */
  | { type: 'user.headlineChanged'; userId: string }
  /** A user changed their e-mail address. */
  | { type: 'user.emailChanged'; userId: string }
  /** An account was deleted: its content is hidden until a job deletes it. */
  | { type: 'user.deleted'; userId: string }
  /** A member saved their profile. `githubusername` is undefined if the member left it as it was. */
  | { type: 'profile.saved'; userId: string; githubusername: string | undefined }
  /** A post was hidden until a job deletes it, because it has many comments and likes. */
  | { type: 'post.hidden'; postId: string };

type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;
type Subscriber<Event> = (tx: Transaction, event: Event) => Promise<void>;

export interface Events {
  /** Registers a subscriber. If it throws, the transaction is rolled back. */
  on<Type extends DomainEvent['type']>(type: Type, subscriber: Subscriber<EventOf<Type>>): void;
  /** Calls the subscribers one after another, in the order of their registration. */
  publish(tx: Transaction, event: DomainEvent): Promise<void>;
}

export function createEvents(): Events {
  const subscribers = new Map<string, Array<Subscriber<never>>>();
  return {
    on(type, subscriber) {
      subscribers.set(type, [...(subscribers.get(type) ?? []), subscriber]);
    },
    async publish(tx, event) {
      for (const subscriber of subscribers.get(event.type) ?? []) await subscriber(tx, event as never);
    },
  };
}
