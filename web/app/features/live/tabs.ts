import type { StreamEvent } from './event-parser';
import { createStream } from './stream';
import { noTopics, type Topics, unite } from './topics';

/**
 * Name of the lock that the tab with the stream holds, and of the channel between the tabs of a session. The number grows whenever the messages change: after an
 * upgrade, pages of both versions are open.
 */
const nameFor = (token: string) => `live 2 ${token}`;

/* Milliseconds. */
const maxHidden = 5 * 60_000;
const announcement = 60_000;
/** After this, the tab with the stream counts as frozen: Safari freezes hidden tabs. */
const maxAnswer = 3000;
/** The page's own sign-out or deletion of the account ends the session, too, and comes first. A change of the password replaces it, at most this late. */
const [ownSignOut, maxOwnChange] = [1000, 10_000];
/** A tab that removes the token seems signed out to the others until its message arrives. */
const delivery = 1000;

interface TabState {
  topics: Topics;
  /** When the tab was last visible, in milliseconds since 1970. */
  seenAt: number;
  hasStream: boolean;
  /** The id after the last event of the stream. */
  position: string;
  /** The topics whose events arrive. Undefined until the first event. */
  followed: Topics | undefined;
}

type Message =
  | { state: TabState; asks: boolean }
  | { event: StreamEvent }
  | { watchChange: string }
  | { hasEnded: true }
  | { leaves: true };

interface Options {
  /** The session's token. */
  token: string;
  /** The document of this tab. */
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  onEvent: (event: StreamEvent) => void;
  /** The events of these topics arrive from now on, or this tab shows something else. */
  onFollow: (topics: Topics) => void;
  /** The member has chosen in another tab whether to watch this post. */
  onWatchChange: (post: string) => void;
  /** The server has ended the session, or the member has signed out here. */
  onSessionEnd: () => void;
  /** Whether the page waits for the response to a change. */
  isChanging: () => boolean;
  /** Whether the server has ended the session of this tab. */
  hasEnded: () => boolean;
  /** Another tab has found that the server has ended the session, and may have removed the token. */
  onEndElsewhere: () => void;
}

export interface Tab {
  show(topics: Topics): void;
  /** Tells the other tabs of the session that the member has chosen whether to watch a post. */
  shareWatchChange(post: string): void;
  leave(options?: { listens: boolean }): void;
}

/**
 * Joins the tabs of a session in this browser. One of them has the stream, for the topics of all, and passes its events on. Without Web Locks, as in an insecure context, each
 * visible tab has a stream: browsers open at most six connections to a host with HTTP/1.1.
 */
export function joinTabs({
  token,
  page,
  onEvent,
  onFollow,
  onWatchChange,
  onSessionEnd,
  isChanging,
  hasEnded,
  onEndElsewhere,
}: Options): Tab {
  const id = Math.random().toString(36).slice(2);
  const { locks } = navigator as { locks?: LockManager };
  const name = nameFor(token);
  const channel = locks && openChannel(name);
  const others = new Map<string, TabState>();
  const left = new AbortController();
  /** Undefined until they are known, so that a page connects once. */
  let topics: Topics | undefined;
  let followed: Topics | undefined;
  let request = new AbortController();
  let release: (() => void) | undefined;
  let seenAt = Date.now();
  let hasSaidEnd = false;
  let sessionTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;

  const isVisible = () => page.visibilityState !== 'hidden';
  const send = (message: Message) => {
    if (!left.signal.aborted) channel?.postMessage({ from: id, ...message });
  };

  function announce(asks = false) {
    if (isVisible()) seenAt = Date.now();
    send({
      state: { topics: topics ?? noTopics, seenAt, hasStream: release !== undefined, position: stream.position, followed: stream.followed },
      asks,
    });
    update();
  }

  function follow(wanted = followed) {
    followed = wanted;
    if (topics && followed) onFollow(followed);
  }

  const stream = createStream({
    token,
    onEvent(event) {
      if (event.type === 'session') return endSession();
      send({ event });
      onEvent(event);
      if (event.type !== 'ready') return;
      follow(stream.followed);
      announce();
    },
    onSessionEnd: endSession,
  });

  function endSession() {
    stream.close();
    if (left.signal.aborted || sessionTimer) return;
    const endedAt = Date.now();
    const end = () => {
      if (left.signal.aborted) return;
      if (isChanging() && Date.now() - endedAt < maxOwnChange) sessionTimer = setTimeout(end, ownSignOut);
      else {
        sayEnd(); // before the other tabs see that the token is removed
        onSessionEnd();
      }
    };
    sessionTimer = setTimeout(end, ownSignOut);
  }

  function sayEnd() {
    if (!hasSaidEnd) send({ hasEnded: true });
    hasSaidEnd = true;
  }

  /** Opens the stream for the tabs that have been visible within five minutes, or closes it if none has. Alone, only for a visible tab. */
  function update() {
    if (!release || !topics || sessionTimer) return;
    const isSeen = channel ? (tab: Pick<TabState, 'seenAt'>) => Date.now() - tab.seenAt < maxHidden : isVisible;
    const seen = [{ topics, seenAt }, ...others.values()].filter(isSeen);
    if (seen.length > 0) stream.open(unite(seen.map((tab) => tab.topics)));
    else stream.close();
  }

  function onMessage({ from, ...message }: Message & { from: string }) {
    if ('hasEnded' in message) return onEndElsewhere();
    if (left.signal.aborted) return;
    if ('watchChange' in message) return onWatchChange(message.watchChange);
    if ('event' in message) {
      stream.continueAfter(message.event.id);
      onEvent(message.event);
    } else if ('leaves' in message) others.delete(from);
    else {
      others.set(from, message.state);
      if (message.state.hasStream) {
        clearTimeout(answerTimer);
        follow(message.state.followed);
      }
      if (message.state.position && !release) stream.continueAfter(message.state.position);
      if (message.asks) announce();
    }
    update();
  }

  /** Waits for the lock, and has the stream as long as it holds it. `steals`: takes it from a frozen tab. */
  function wait(steals = false) {
    if (left.signal.aborted) return;
    request.abort();
    const current = new AbortController();
    request = current;
    if (!locks || !channel) return void hold();
    locks.request(name, steals ? { steal: true } : { signal: current.signal }, hold).catch(() => request === current && lose());
  }

  function hold(): Promise<void> | undefined {
    if (left.signal.aborted) return undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    announce();
    return held;
  }

  /** Another tab has taken the lock. */
  function lose() {
    if (!release) return;
    release = undefined;
    stream.close();
    announce();
    wait();
  }

  function onVisibility() {
    const wasAway = Date.now() - seenAt >= maxHidden;
    seenAt = Date.now();
    clearTimeout(answerTimer);
    if (isVisible()) answerTimer = setTimeout(() => release || wait(true), maxAnswer);
    announce(true);
    if (isVisible() && wasAway) onEvent({ id: '', type: 'reload', data: '{}' });
  }

  const timer = setInterval(() => announce(), announcement);
  channel?.addEventListener('message', ({ data }: MessageEvent) => onMessage(data));
  page.addEventListener('visibilitychange', onVisibility, left);
  wait();
  onVisibility();

  return {
    show(shown) {
      topics = shown;
      announce();
      follow();
    },
    shareWatchChange: (post) => send({ watchChange: post }),
    leave({ listens } = { listens: false }) {
      if (left.signal.aborted) return;
      if (hasEnded()) sayEnd();
      else send({ leaves: true });
      left.abort();
      request.abort();
      release?.();
      release = undefined;
      stream.close();
      clearInterval(timer);
      clearTimeout(sessionTimer);
      clearTimeout(answerTimer);
      if (listens) setTimeout(() => channel?.close(), delivery);
      else channel?.close();
    },
  };
}

/** Undefined where the browser denies it. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
