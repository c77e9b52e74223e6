import { vi } from 'vitest';

interface Waiting {
  signal: AbortSignal | undefined;
  start: () => void;
}

/** A lock, shared by the tabs of a test. */
class FakeLock {
  private readonly queue: Waiting[] = [];
  private lose: ((reason: Error) => void) | undefined;

  request(options: { signal?: AbortSignal; steal?: boolean }, hold: () => Promise<void> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        signal: options.signal,
        start: () => {
          this.lose = reject;
          void Promise.resolve(hold()).then(() => {
            if (this.lose !== reject) return;
            this.lose = undefined;
            resolve();
            this.next();
          });
        },
      };
      options.signal?.addEventListener('abort', () => reject(new Error('Aborted')));
      if (options.steal) {
        this.lose?.(new Error('Stolen'));
        waiting.start();
      } else {
        this.queue.push(waiting);
        queueMicrotask(() => this.next());
      }
    });
  }

  private next() {
    if (this.lose) return;
    const waiting = this.queue.shift();
    if (waiting?.signal?.aborted) this.next();
    else waiting?.start();
  }
}

/** Web Locks. */
class FakeLocks {
  private readonly locks = new Map<string, FakeLock>();

  request(name: string, ...request: Parameters<FakeLock['request']>): Promise<void> {
    const lock = this.locks.get(name) ?? new FakeLock();
    this.locks.set(name, lock);
    return lock.request(...request);
  }
}

const channels = new Set<FakeChannel>();

class FakeChannel extends EventTarget {
  /** Messages wait while the tab is frozen. */
  static frozen = new Set<FakeChannel>();

  private readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    channels.add(this);
  }

  postMessage(data: unknown) {
    if (!channels.has(this)) throw new Error('The channel is closed');
    for (const channel of channels)
      if (channel !== this && channel.name === this.name && !FakeChannel.frozen.has(channel))
        channel.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }

  close() {
    channels.delete(this);
  }
}

/** Stubs what connects the tabs of a browser. */
export function fakeBrowser() {
  channels.clear();
  FakeChannel.frozen.clear();
  vi.stubGlobal('navigator', { onLine: true, locks: new FakeLocks() });
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  /** The first tab that was opened no longer receives messages. */
  function freezeFirst() {
    const [first] = channels;
    if (first) FakeChannel.frozen.add(first);
  }
  return { freezeFirst };
}

/** The document of a tab. */
export function fakeDocument() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  return {
    document,
    setVisible(isVisible: boolean) {
      document.visibilityState = isVisible ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
