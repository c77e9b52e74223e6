import type { EventStream } from '../../platform/http/event-streams.ts';
import type { Member } from '../../platform/member.ts';
import { body, withId } from './frames.ts';

/** Maximum events of a batch. A stream with more gets `reload`, so that a client is not behind because of one batch. */
const maxEvents = 100;

/** A stream and what it delivers. */
export class Subscriber {
  readonly stream: EventStream;
  readonly userId: string;
  readonly sessionId: string;
  readonly topics: readonly string[];
  /** When the session expires (milliseconds since 1970), as far as this process knows. */
  sessionEnd = Number.POSITIVE_INFINITY;
  /** The distinct events of the current batch. */
  readonly #pending = new Set<string>();
  /** Batches that came before the stream was ready. */
  #held: string[] | undefined = [];

  constructor(stream: EventStream, { id, sessionId }: Pick<Member, 'id' | 'sessionId'>, topics: string[]) {
    this.stream = stream;
    this.userId = id;
    this.sessionId = sessionId;
    this.topics = topics;
  }

  add(body: string): void {
    if (this.#pending.size <= maxEvents) this.#pending.add(body);
  }

  /** Writes the events that were added. Only the last has the new position: a client that loses the connection before it repeats the others. */
  flush(before: string, after: string): number {
    const events = this.#pending.size > maxEvents ? [body('reload', {})] : [...this.#pending];
    if (events.length === 0) return 0;
    this.#pending.clear();
    const text = events.map((event, index) => withId(event, index === events.length - 1 ? after : before)).join('');
    if (this.#held) this.#held.push(text);
    else this.stream.write(text);
    return events.length;
  }

  /** Writes the first events, and then those that came in the meantime. */
  release(first: string): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.stream.write([first, ...held].join(''));
  }
}
