/** Milliseconds between two comparisons of the version, also while other processes notify this one, for those that end before they can. */
export const pollInterval = 400;
const slowPollInterval = 5_000;
/** Minimum time between two notifications, in milliseconds. */
const notifyInterval = 50;

export interface Changes {
  announce(): void;
  watch(listener: () => void): () => void;
  /** Stops all watches, and sends a notification that is due. */
  end(): Promise<void>;
}

/** Notifications between processes, where the engine has them. */
export interface Channel {
  /** Notifies the other processes. */
  notify: () => Promise<unknown>;
  /** Calls `listener` for the notifications of other processes. Missing if this process cannot hear them. */
  listen?: (listener: () => void) => { isActive(): boolean; end(): Promise<void> };
}

/**
 * Calls watchers when this or another process announces a commit, and when the version of the database has changed. Reads the version, and listens, only while there
 * are watchers.
 */
export function watchChanges(version: () => Promise<string>, channel?: Channel): Changes {
  const listeners = new Set<() => void>();
  let last: string | undefined;
  let polledAt = 0;
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;
  let listening: ReturnType<NonNullable<Channel['listen']>> | undefined;
  let ending: Promise<void> | undefined;

  const wake = () => {
    for (const listener of listeners) listener();
  };
  const notify = channel && atIntervals(channel.notify);

  /** While the database fails, the next poll tries again. */
  async function poll(): Promise<void> {
    const now = performance.now();
    if (isReading || (listening?.isActive() && now - polledAt < slowPollInterval)) return; // a slow database must not collect reads
    polledAt = now;
    isReading = true;
    const current = await version().catch(() => last);
    isReading = false;
    if (current === last) return;
    last = current;
    wake();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    ending = listening?.end();
    listening = undefined;
  }
  return {
    announce() {
      wake();
      notify?.request();
    },
    watch(listener) {
      listeners.add(listener);
      timer ??= setInterval(poll, pollInterval).unref();
      listening ??= channel?.listen?.(wake);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
    async end() {
      listeners.clear();
      stop();
      await Promise.all([ending, notify?.end()]);
    },
  };
}

/** Calls `send` at once for a request, or once for several after the interval since the last one. A failure is ignored: watchers also poll. */
function atIntervals(send: () => Promise<unknown>): { request(): void; end(): Promise<unknown> } {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let sent: Promise<unknown> | undefined;
  const run = () => {
    isDue = false;
    sent = send().catch(() => {});
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) run();
    }, notifyInterval).unref();
  };
  return {
    request() {
      if (timer) isDue = true;
      else run();
    },
    end() {
      if (isDue) run();
      clearTimeout(timer);
      return Promise.resolve(sent);
    },
  };
}
