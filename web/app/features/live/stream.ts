import { followEvents } from '@dev-connector/contract';
import { createEventParser, type StreamEvent } from './event-parser';
import { includes, noTopics, type Topics } from './topics';

/** Milliseconds. The server sends something every 25 s. */
const maxSilence = 60_000;
const firstDelay = 1000;
const maxDelay = 60_000;
/** Milliseconds after which new topics are requested, so that a navigation is one connection. */
const topicDelay = 300;

interface StreamOptions {
  /** The session's token. */
  token: string;
  onEvent: (event: StreamEvent) => void;
  /** The session has ended. */
  onSessionEnd: () => void;
}

/** A connection to the server's events, which is made again when it breaks. */
export interface Stream {
  /** The id after the last event. */
  readonly position: string;
  /** The topics of the newest connection that had an event. */
  readonly followed: Topics | undefined;
  /** Connects for these topics, or again if the connection lacks one. */
  open(topics: Topics): void;
  close(): void;
  /** Continues after the event with this id. */
  continueAfter(id: string): void;
}

export function createStream({ token, onEvent, onSessionEnd }: StreamOptions): Stream {
  let topics = noTopics;
  let followed: Topics | undefined;
  let position = '';
  /** Whether the server does not know the position, so that events were lost. */
  let isLost = false;
  let connection: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    close();
    connection = new AbortController();
    const { signal } = connection;
    addEventListener('online', connect, { signal }); // the old connection may be lost without an error
    void keepReading(signal);
  }

  function close() {
    clearTimeout(timer);
    timer = undefined;
    connection?.abort();
    connection = undefined;
  }

  async function keepReading(signal: AbortSignal) {
    let failures = 0;
    while (!signal.aborted) {
      if (!navigator.onLine) return; // until the event `online`
      const end = await read(signal);
      if (end.isFinal) return;
      failures = end.wasOpen ? 0 : failures + 1;
      await pause(end.retry ?? Math.min(maxDelay, firstDelay * 2 ** failures) * (0.5 + Math.random() / 2), signal);
    }
  }

  /** Reads until the connection ends. */
  async function read(signal: AbortSignal): Promise<{ isFinal?: boolean; wasOpen?: boolean; retry?: number | undefined }> {
    let wasOpen = false;
    let retry: number | undefined;
    const silence = new AbortController();
    const restartWatchdog = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(), maxSilence);
    };
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    restartWatchdog();
    const requested = topics;
    try {
      const headers = { accept: 'text/event-stream', 'x-auth-token': token, ...(position && { 'last-event-id': position }) };
      const response = await fetch(addressOf(requested), { headers, cache: 'no-store', signal: AbortSignal.any([signal, silence.signal]) });
      // The types lack it, because requests have none in Firefox.
      const { body } = response as { body?: ReadableStream<Uint8Array> | null };
      if (!response.ok) body?.cancel().catch(() => {}); // it would occupy a connection
      if (response.status === 401) onSessionEnd();
      if (response.status === 400 && position) {
        position = '';
        isLost = true;
        return {};
      }
      if ([204, 400, 401, 403, 404].includes(response.status)) return { isFinal: true };
      // A random part, because the server may refuse many at once.
      if (!response.ok || !body) return { retry: 1000 * Number(response.headers.get('retry-after')) * (1 + Math.random()) || undefined };
      const parse = createEventParser({
        onEvent: (event) => {
          wasOpen = true;
          retry = undefined;
          if (signal.aborted) return;
          followed = requested;
          onEvent(event);
          if (isLost) onEvent({ ...event, type: 'reload' });
          isLost = false;
        },
        onId: (id) => {
          if (!signal.aborted) position = id;
        },
        onRetry: (milliseconds) => (retry = milliseconds),
      });
      const decoder = new TextDecoder();
      const reader = body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        restartWatchdog();
        parse(decoder.decode(part.value, { stream: true }));
      }
    } catch {
      // The connection has failed or was closed.
    } finally {
      clearTimeout(watchdog);
    }
    return { wasOpen, retry };
  }

  return {
    get position() {
      return position;
    },
    get followed() {
      return followed;
    },
    open(wanted) {
      if (connection && includes(topics, wanted)) return;
      topics = wanted;
      clearTimeout(timer);
      const before = connection;
      if (before) timer = setTimeout(() => connection === before && connect(), topicDelay);
      else connect();
    },
    close,
    continueAfter: (id) => (position = id),
  };
}

function addressOf({ feeds, posts }: Topics): string {
  const query = new URLSearchParams();
  if (feeds.length > 0) query.set('feeds', feeds.join());
  if (posts.length > 0) query.set('posts', posts.join());
  return followEvents.path + (query.size > 0 ? `?${query}` : '');
}

/** Waits, at most until the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
