import { useSyncExternalStore } from 'react';
import { local } from '../ui/browser/browser-storage';
import { createListeners } from '../ui/browser/listeners';

/*
 * Deletions that can still be undone. An item disappears when its deletion is added here; the request follows when the time to undo is over (features/deletions/useDeletions.ts).
 * They are in local storage, so that a crash of the browser loses none, and other tabs hide the items, too.
 */

const kinds = ['post', 'comment', 'experience', 'education', 'draft'] as const;
export type DeletionKind = (typeof kinds)[number];

export interface PendingDeletion {
  kind: DeletionKind;
  id: string;
  /** Post of a comment. */
  postId?: string;
  /** Version of a draft: a newer one stays. */
  version?: number;
  /** Member who deletes. Only this member's session sends the request. */
  userId: string;
  /** When the time to undo is over, in milliseconds since 1970. */
  sendAt: number;
  /** The page has sent the request while it closed and did not see the response. */
  isSent?: boolean;
}

/** Milliseconds in which a deletion can be undone. */
const undoTime = 8000;

/** The same while the pointer or the focus is on the alert. */
const undoTimeOnAlert = 60_000;

const key = 'deletions';
const listeners = createListeners(key);

const none: readonly PendingDeletion[] = [];
let text: string | null = null;
let deletions = none;

/** Returns the deletions in local storage: the same array until they change. */
function read(): readonly PendingDeletion[] {
  const stored = local.get(key);
  if (stored !== text) {
    text = stored;
    const parsed = local.getJson(key);
    deletions = Array.isArray(parsed) ? parsed : none;
  }
  return deletions;
}

function write(next: readonly PendingDeletion[]): void {
  deletions = next;
  // If the storage is full or denied, this page still sends its deletions.
  if (local.set(key, next.length > 0 ? JSON.stringify(next) : null)) text = local.get(key);
  listeners.notify();
}

const update = (id: string, change: (deletion: PendingDeletion) => PendingDeletion[]): void =>
  write(read().flatMap((deletion) => (deletion.id === id ? change(deletion) : [deletion])));

/** Hides an item and deletes it after the time to undo. */
export const scheduleDeletion = (deletion: Omit<PendingDeletion, 'sendAt'>): void =>
  write([...read().filter(({ id }) => id !== deletion.id), { ...deletion, sendAt: Date.now() + undoTime }]);

/** Shows the item again, or forgets it after the server has deleted it. */
export const removeDeletion = (id: string): void => update(id, () => []);

/** Ends the time to undo now. */
export const sendNow = (id: string): void => update(id, (deletion) => [{ ...deletion, sendAt: Date.now() }]);

/** Starts the time to undo again: longer while the pointer or the focus is on the alert. */
export const restartUndoTime = (id: string, isOnAlert: boolean): void =>
  update(id, (deletion) => [{ ...deletion, sendAt: Date.now() + (isOnAlert ? undoTimeOnAlert : undoTime) }]);

export const markSent = (id: string): void => update(id, (deletion) => [{ ...deletion, isSent: true, sendAt: Date.now() }]);

/** Leaves those of unknown kinds to the tab that added them, whose page is newer. */
const onlyOf = (all: readonly PendingDeletion[], member: string): PendingDeletion[] =>
  all.filter(({ userId, kind }) => userId === member && kinds.includes(kind));

/** Returns a member's pending deletions. */
export const pendingDeletionsOf = (userId: string): PendingDeletion[] => onlyOf(read(), userId);

export const subscribeDeletions = listeners.subscribe;

/** All pending deletions of this browser. Empty on the server and until hydration. */
export const usePendingDeletions = (): readonly PendingDeletion[] => useSyncExternalStore(subscribeDeletions, read, () => none);

export const usePendingDeletionsOf = (userId: string): PendingDeletion[] => onlyOf(usePendingDeletions(), userId);

/** Returns a filter for lists: whether an item's deletion is not pending. */
export function useNotDeleted(): (item: { _id: string }) => boolean {
  const pending = usePendingDeletions();
  return ({ _id }) => !pending.some(({ id }) => id === _id);
}

/** Number of pending deletions of a post's comments, by which the post's comment count is too high. */
export const usePendingComments = (post: string): number => usePendingDeletions().filter(({ postId }) => postId === post).length;
