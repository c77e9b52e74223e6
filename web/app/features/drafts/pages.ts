import { session } from '../../ui/browser/browser-storage';

/* Tells whether the page that edits a draft is still open in another tab: an open page holds a lock. */

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits. `crypto.randomUUID` does not exist on a site served over plain HTTP. */
export const newPageId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** A random UUID (RFC 9562, version 4). */
export function newUuid(): string {
  const random = newPageId();
  const digits = `${random.slice(0, 12)}4${random.slice(13, 16)}8${random.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** This page, until it is reloaded or closed. */
export const pageId = typeof document === 'undefined' ? '' : newPageId();

const key = 'drafts-page';
/** The page that was in this tab before a reload. */
export const previousPage = session.get(key);
session.set(key, pageId);

const lockName = (page: string) => `drafts of ${page}`;
let release: (() => void) | undefined;

/** Marks this page as open, until it is left. */
export function holdPage(): void {
  if (release || !('locks' in navigator)) return;
  const left = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lockName(pageId), () => left);
}

if (typeof document !== 'undefined') {
  window.addEventListener('pagehide', () => {
    release?.();
    release = undefined;
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && holdPage());
}

/** Milliseconds in which a page that is being left has released its lock. */
const maxRelease = 1000;

/** Milliseconds after its last change from which a draft counts as left in a browser without locks, which need HTTPS. */
const maxPause = 60_000;

/** Whether the page that edited a draft was closed. Too early a yes loses nothing: that page would continue in a new draft. */
export async function isLeft({ owner, changedAt }: { owner: string; changedAt: number }): Promise<boolean> {
  if (owner === pageId || owner === '') return true;
  if (!('locks' in navigator)) return owner === previousPage || Date.now() - changedAt > maxPause;
  try {
    await navigator.locks.request(lockName(owner), { mode: 'shared', signal: AbortSignal.timeout(maxRelease) }, () => undefined);
    return true;
  } catch {
    return false;
  }
}
