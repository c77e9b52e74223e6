import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { onCleanup } from './cleanup.ts';
import type { TestMember } from './members.ts';
import { listen } from './raw-http.ts';
import type { Site } from './site.ts';

/** One block of a stream: an event, or what has no event, such as a heartbeat. */
export interface Block {
  event?: string;
  id?: string;
  retry?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect data of any shape
  data?: any;
  comment?: string;
}

export interface TestStream {
  response: IncomingMessage;
  /** Everything that was received. */
  text(): string;
  /** The next block that was not returned yet. Throws if the stream ends before it. */
  next(): Promise<Block>;
  /** The blocks until one has this event. */
  until(event: string): Promise<Block[]>;
  /** Resolves with the blocks that were not returned yet when the stream ends. */
  rest(): Promise<Block[]>;
  close(): Promise<void>;
}

interface Options {
  lastEventId?: string | undefined;
  localAddress?: string;
  /** Whether `next` and `rest` return heartbeats, which come at any time. */
  heartbeats?: boolean;
}

/** Opens a stream over a socket, and returns its response. */
export async function request200(
  site: Pick<Site, 'app'>,
  { token }: Pick<TestMember, 'token'>,
  query = '',
  { lastEventId, localAddress = '127.0.0.1' }: Options = {},
): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  const { port } = await listen(site);
  const headers = {
    'x-auth-token': token,
    'accept-encoding': 'gzip, br, zstd',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const sent = request({ host: '127.0.0.1', port, localAddress, path: `/api/events${query}`, headers, agent: false });
  sent.on('error', () => {});
  onCleanup(() => sent.destroy());
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return { sent, response };
}

/** Opens a stream and reads it. */
export async function openStream(
  site: Pick<Site, 'app'>,
  member: Pick<TestMember, 'token'>,
  query?: string,
  options: Options = {},
): Promise<TestStream> {
  const { sent, response } = await request200(site, member, query, options);
  expect(response.statusCode).toBe(200);
  let received = '';
  let read = 0;
  let isEnded = false;
  let wake = () => {};
  response.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
    wake();
  });
  response.once('close', () => {
    isEnded = true;
    wake();
  });
  const take = (): Block | undefined => {
    const end = received.indexOf('\n\n', read);
    if (end < 0) return undefined;
    const block = parse(received.slice(read, end));
    read = end + 2;
    return block.comment === undefined || options.heartbeats ? block : take();
  };
  const wait = () => new Promise<void>((resolve) => (wake = resolve));
  const next = async (): Promise<Block> => {
    for (;;) {
      const block = take();
      if (block) return block;
      if (isEnded) throw new Error(`The stream ended: ${received}`);
      await wait();
    }
  };
  return {
    response,
    text: () => received,
    next,
    async until(event) {
      const blocks = [await next()];
      while (blocks.at(-1)?.event !== event) blocks.push(await next());
      return blocks;
    },
    async rest() {
      while (!isEnded) await wait();
      const blocks: Block[] = [];
      for (let block = take(); block; block = take()) blocks.push(block);
      return blocks;
    },
    async close() {
      sent.destroy();
      while (!isEnded) await wait();
    },
  };
}

function parse(text: string): Block {
  const block: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
    block[name || 'comment'] = name === 'data' ? JSON.parse(value) : value;
  }
  return block;
}
