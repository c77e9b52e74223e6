/* Milliseconds. */
const pause = 1000;
const returnSpread = 200;

interface Options {
  /** Maximum delay in milliseconds. */
  spread: number;
  /** Waits until the page is visible. */
  waits: boolean;
}

/** Options for data that many viewers read: spreads the requests over 1.5 s, and waits until the page is visible. */
export const shared: Options = { spread: 1500, waits: true };
/** Options for the viewer's own data: also read in a hidden tab, whose title shows the count. */
export const personal: Options = { spread: 300, waits: false };
/** Options for data that is shown without delay. */
export const atOnce: Options = { ...shared, spread: 0 };

/** Runs `read` for each key at most once a second and after a random delay, so that the readers of an event do not all ask at once. Waits for the network. */
export interface Reads {
  schedule(key: string, read: () => Promise<unknown>, options: Options): void;
  stop(): void;
}

export function createReads(): Reads {
  const stopped = new AbortController();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const lastRuns = new Map<string, number>();
  const waiting = new Map<string, { read: () => Promise<unknown>; waits: boolean }>();

  function run(key: string, read: () => Promise<unknown>, delay: number, waits: boolean) {
    const start = () => {
      timers.delete(key);
      if (stopped.signal.aborted) return;
      if (!navigator.onLine || (waits && document.visibilityState === 'hidden')) return void waiting.set(key, { read, waits });
      lastRuns.set(key, Date.now());
      read().catch(() => {}); // the next event, or the return to the tab, reads again
    };
    timers.set(key, setTimeout(start, delay));
  }

  function onReturn() {
    for (const [key, { read, waits }] of waiting) if (!timers.has(key)) run(key, read, Math.random() * returnSpread, waits);
    waiting.clear();
  }
  document.addEventListener('visibilitychange', onReturn, stopped);
  addEventListener('online', onReturn, stopped);

  return {
    schedule(key, read, { spread, waits }) {
      if (timers.has(key) || stopped.signal.aborted) return;
      const sinceLast = Date.now() - (lastRuns.get(key) ?? 0);
      run(key, read, Math.max(0, pause - sinceLast) + Math.random() * spread, waits);
    },
    stop() {
      stopped.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
