import { setImmediate } from 'node:timers/promises';
import { type Context, perContext } from '../../platform/context.ts';
import { eachInSlices } from '../../platform/http/event-streams.ts';
import { readSessionEnds } from '../accounts/sessions.ts';
import { findFollowers } from '../follows/feed-followers.ts';
import type { CreatedPost, Entry } from './entry.ts';
import { body, bodyFor, type Frame, framesOf, topicOf, withId } from './frames.ts';
import { type Batch, idOf, readAfter, readPosition } from './queue.ts';
import type { Subscriber } from './subscriber.ts';

/** Milliseconds between two checks of all sessions, for those that ended without an event. */
const checkInterval = 20_000;

/** Sessions per statement. */
const sessionBatch = 500;

/** Entries whose followers are read together. */
const entryBatch = 50;

/** Events that are added in one iteration of the event loop. */
const slice = 2_000;

/** Milliseconds until the next attempt after the database failed. */
const retryInterval = 1_000;

/** The streams of this process. Reads the queue while there are any, and delivers each batch to those that follow its topics. */
export class Hub {
  readonly #context: Pick<Context, 'db' | 'log'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #byTopic = new Map<string, Set<Subscriber>>();
  /** Everything until here has been delivered. Undefined while there are no streams. */
  #position: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;
  #isChecking = false;
  /** Number of events that were delivered since the start of the process. */
  delivered = 0;

  constructor(context: Pick<Context, 'db' | 'log'>) {
    this.#context = context;
  }

  /** The id after the last event. */
  get id(): string | undefined {
    return this.#position === undefined ? undefined : idOf(this.#context.db, this.#position);
  }

  /** Adds a stream, which holds its events back until `release`. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    for (const topic of subscriber.topics) {
      const others = this.#byTopic.get(topic);
      if (others) others.add(subscriber);
      else this.#byTopic.set(topic, new Set([subscriber]));
    }
    this.#unwatch ??= this.#context.db.watch(() => void this.read());
    this.#timer ??= setInterval(() => void this.#checkSessions(), 500).unref();
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    for (const topic of subscriber.topics) {
      const others = this.#byTopic.get(topic);
      others?.delete(subscriber);
      if (others?.size === 0) this.#byTopic.delete(topic);
    }
    if (this.#subscribers.size === 0) this.stop();
  }

  has(subscriber: Subscriber): boolean {
    return this.#subscribers.has(subscriber);
  }

  stop(): void {
    this.#position = undefined;
    this.#unwatch?.();
    clearInterval(this.#timer);
    this.#unwatch = this.#timer = undefined;
  }

  /** Delivers what was committed before this call. One read serves all calls that come before it begins. */
  read(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#running = this.#next as Promise<void>;
      this.#next = undefined;
      return this.#step().catch((err) => {
        this.#context.log.warn({ err }, 'cannot read live events');
        setTimeout(() => void this.read(), retryInterval).unref();
      });
    });
    return this.#next;
  }

  async #step(): Promise<void> {
    const { db } = this.#context;
    const before = this.#position;
    if (this.#subscribers.size === 0) return;
    let position: string;
    if (before === undefined) position = await readPosition(db);
    else {
      const batch = await readAfter(db, before);
      await this.#deliver(batch, before);
      position = batch.position;
    }
    this.#position = this.#subscribers.size === 0 ? undefined : position;
  }

  /** Ends streams first, so that they deliver nothing after the end of their session. */
  async #deliver({ entries, position }: Batch, before: string): Promise<void> {
    if (!entries) return this.#reloadAll(before, position);
    const users = new Set(entries.flatMap((entry) => (entry.kind === 'sessions' ? [entry.user] : [])));
    await this.verify([...users].flatMap((id) => [...(this.#byTopic.get(topicOf.user(id)) ?? [])]));
    const touched = new Set<Subscriber>();
    let adds = 0;
    for (let start = 0; start < entries.length; start += entryBatch)
      for (const frame of await this.framesOf(entries.slice(start, start + entryBatch)))
        for (const subscriber of this.#byTopic.get(frame.topic) ?? []) {
          subscriber.add(bodyFor(frame, subscriber.userId));
          touched.add(subscriber);
          if (++adds % slice === 0) await setImmediate();
        }
    await this.#flush(touched, before, position);
  }

  /** For a batch without entries, which may have had ends of sessions. */
  async #reloadAll(before: string, position: string): Promise<void> {
    await this.verify([...this.#subscribers]);
    for (const subscriber of this.#subscribers) subscriber.add(body('reload', {}));
    await this.#flush(this.#subscribers, before, position);
  }

  #flush(subscribers: Iterable<Subscriber>, before: string, after: string): Promise<void> {
    const [from, to] = [idOf(this.#context.db, before), idOf(this.#context.db, after)];
    return eachInSlices(subscribers, (subscriber) => {
      this.delivered += subscriber.flush(from, to);
    });
  }

  /** Returns the events that entries cause. `users`: the members whose feed Following may have the new posts. */
  async framesOf(entries: Entry[], users = this.#following()): Promise<Frame[]> {
    const created = entries.filter((entry): entry is CreatedPost => entry.kind === 'post' && entry.change === 'created');
    const followers = await findFollowers(this.#context.db, created, users);
    return entries.flatMap((entry) => framesOf(entry, entry.kind === 'post' ? followers.get(entry.post) : []));
  }

  #following(): string[] {
    const users = new Set<string>();
    for (const { userId } of this.#byTopic.get(topicOf.feed('following')) ?? []) users.add(userId);
    return [...users];
  }

  /** One check at a time, and a pause after a failure: a slow database must not collect reads. */
  async #checkSessions(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const now = Date.now();
      const isTime = now - this.#checkedAt > checkInterval;
      if (isTime) {
        this.#checkedAt = now;
        await this.read(); // so that the position is recent
      }
      await this.verify(isTime ? [...this.#subscribers] : [...this.#subscribers].filter(({ sessionEnd }) => sessionEnd <= now));
    } catch (err) {
      this.#context.log.warn({ err }, 'cannot check the sessions of live streams');
      setTimeout(() => (this.#isChecking = false), retryInterval).unref();
      return;
    }
    this.#isChecking = false;
  }

  /** Ends the streams among these whose sessions have ended. */
  async verify(subscribers: Subscriber[]): Promise<void> {
    for (let start = 0; start < subscribers.length; start += sessionBatch) {
      const batch = subscribers.slice(start, start + sessionBatch);
      const ends = await readSessionEnds(this.#context.db, [...new Set(batch.map(({ sessionId }) => sessionId))]);
      for (const subscriber of batch) {
        const end = ends.get(subscriber.sessionId);
        if (end !== undefined) subscriber.sessionEnd = end;
        else {
          this.remove(subscriber);
          subscriber.stream.end(withId(body('session', {}), this.id ?? ''));
        }
      }
    }
  }
}

export const hubOf = perContext((context) => new Hub(context));
