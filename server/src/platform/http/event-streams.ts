import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, RateLimited } from '../errors.ts';
import type { Member } from '../member.ts';
import { leaveConnectionLimits } from './load/connections.ts';
import type { LoadLimits } from './load/load-limits.ts';
import { networkOf, networksAround } from './rate-limits/address.ts';
import { Counts } from './rate-limits/counts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

/** `Retry-After` for an account or address with too many streams, in milliseconds. */
const retryAfter = 60_000;

/** Milliseconds in which a client has to read the end of its stream. */
const endTime = 500;

/** Streams that are written in one iteration of the event loop. */
const slice = 200;

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would wait for a full buffer
  connection: 'close', // so that the connection counts for nothing else
};

/** A response of Server-Sent Events (WHATWG HTML, section 9.2). */
export class EventStream {
  readonly #raw: ServerResponse;
  readonly #maxUnread: number;
  #state: 'opening' | 'started' | 'ended' = 'opening';
  /** Whether the client had not read everything at the last heartbeat. */
  #isBehind = false;

  constructor(raw: ServerResponse, maxUnread: number) {
    this.#raw = raw;
    this.#maxUnread = maxUnread;
  }

  get isOpen(): boolean {
    return this.#state !== 'ended' && !this.#raw.destroyed;
  }

  /** Sends the headers. From now on the response is neither a request in flight nor subject to the idle timeout. */
  start(request: FastifyRequest, reply: FastifyReply): void {
    this.#state = 'started';
    reply.hijack();
    request.leaveFlight?.();
    const { socket } = this.#raw;
    if (socket instanceof Socket) {
      leaveConnectionLimits(socket);
      socket.setTimeout(0);
    }
    for (const [name, value] of Object.entries(reply.headers(streamHeaders).getHeaders()))
      if (value !== undefined) this.#raw.setHeader(name, value);
  }

  /** Writes complete events. Ends a stream whose client does not read. */
  write(text: string): void {
    if (this.#state !== 'started' || !this.isOpen) return;
    this.#raw.write(text);
    if (this.#raw.writableLength > this.#maxUnread) this.#raw.destroy();
  }

  /** Writes a comment and fields without an event. */
  heartbeat(fields: string): void {
    if (this.#isBehind && this.#raw.writableLength > 0) return void this.#raw.destroy();
    this.write(`: \n${fields}\n`);
    this.#isBehind = this.#raw.writableLength > 0;
  }

  /** Writes the last events, and closes the connection soon even if the client does not read them. */
  end(text: string): void {
    const isStarted = this.#state === 'started';
    if (!this.isOpen) return;
    this.#state = 'ended';
    if (!isStarted) return;
    const timer = setTimeout(() => this.#raw.destroy(), endTime).unref();
    this.#raw.once('close', () => clearTimeout(timer)).end(text);
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }
}

/** The open streams of this process, in total and by account, address and network, and their heartbeat. */
class EventStreams {
  /** Returns the fields of a heartbeat, such as the id of the last event. */
  heartbeatFields: () => string = () => '';
  readonly #limits: LoadLimits['streams'];
  readonly #open = new Set<EventStream>();
  readonly #perAccount = new Counts();
  readonly #perAddress = new Counts();
  readonly #perNetwork = new Counts();
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;
  constructor(limits: LoadLimits['streams']) {
    this.#limits = limits;
    this.#timer = setInterval(() => void this.each((stream) => stream.heartbeat(this.heartbeatFields())), limits.heartbeat).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Counts a stream until its response is closed. Throws `tooMany` or `unavailable`. Call `start` on it, or respond otherwise. */
  open(request: FastifyRequest, reply: FastifyReply, { id }: Pick<Member, 'id'>): EventStream {
    const { total, perAccount, perAddress, perNetwork, unread } = this.#limits;
    const address = networkOf(request);
    const [network] = networksAround(address);
    if (this.#isClosing || this.#open.size >= total) throw new Failure('unavailable');
    const isLimited =
      this.#perAccount.of(id) >= perAccount || this.#perAddress.of(address) >= perAddress || this.#perNetwork.of(network) >= perNetwork;
    if (isLimited) throw new RateLimited(retryAfter);
    const stream = new EventStream(reply.raw, unread);
    this.#open.add(stream);
    this.#perAccount.add(id);
    this.#perAddress.add(address);
    this.#perNetwork.add(network);
    stream.onClose(() => {
      this.#open.delete(stream);
      this.#perAccount.remove(id);
      this.#perAddress.remove(address);
      this.#perNetwork.remove(network);
    });
    return stream;
  }

  /** Calls `work` for each open stream, and lets requests run in between. */
  each(work: (stream: EventStream) => void): Promise<void> {
    return eachInSlices(this.#open, work);
  }

  /** Ends all streams with a text, and opens no more. */
  close(finalText: () => string): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const stream of [...this.#open]) stream.end(finalText());
  }
}

/** Calls `work` for each item, and lets requests run in between. */
export async function eachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let count = 0;
  for (const item of [...items]) {
    if (++count % slice === 0) await setImmediate();
    work(item);
  }
}

export function limitStreams(app: FastifyInstance, { streams }: Pick<LoadLimits, 'streams'>): void {
  const open = new EventStreams(streams);
  app.decorate('eventStreams', open);
  app.addHook('onClose', async () => open.close(() => ''));
}
