import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { focusMain } from '../../ui/browser/focus';
import { useShortcut } from '../../ui/registered-shortcuts';

/* Moves the focus between the posts or comments of a list. */

/** Without the replies of a collapsed thread. */
const entries = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[role=listitem] > article')].filter((entry) => entry.checkVisibility());

const focusedEntry = (): HTMLElement | null => document.activeElement?.closest('article') ?? null;

const press = (scope: ParentNode | null, action: 'like' | 'bookmark' | 'open') =>
  scope?.querySelector<HTMLElement>(`[data-action=${action}]`)?.click();

/** A post in a list, whose history entry has this key. */
const placeOf = (key: string, entry: HTMLElement | null) => key + entry?.querySelector('[data-action=open]')?.getAttribute('href');

/** The post that had the focus when the viewer left a list, to which Back returns. */
let lastFocused = '';

/** The shortcuts of the feed. */
export function useFeedShortcuts(): void {
  const { key } = useLocation();
  // The cleanup of a layout effect runs before the list is removed.
  useLayoutEffect(() => () => void (lastFocused = placeOf(key, focusedEntry())), [key]);
  useShortcut('next', () => move(1, key));
  useShortcut('previous', () => move(-1, key));
  useShortcut('like', () => press(focusedEntry(), 'like'));
  useShortcut('bookmark', () => press(focusedEntry(), 'bookmark'));
  useShortcut('open', openFocused);
  useShortcut('openFocused', () => (document.activeElement?.matches('article') ? openFocused() : false));
}

/** The shortcuts of a discussion. */
export function usePostShortcuts(): void {
  useShortcut('like', () => press(document, 'like'));
  useShortcut('bookmark', () => press(document, 'bookmark'));
}

const openFocused = (): void => press(focusedEntry(), 'open');

/** Focuses the next or previous entry; without a focused one, counts from the one that the viewer has opened before Back, or takes the first one in sight. */
function move(step: 1 | -1, key: string): void {
  const all = entries();
  const focused = focusedEntry();
  const current = all.findIndex((entry) => (focused ? entry === focused : placeOf(key, entry) === lastFocused));
  lastFocused = '';
  const target = current < 0 ? all.find(isInSight) : all[current + step];
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}

const isInSight = (entry: HTMLElement): boolean =>
  entry.checkVisibility({ contentVisibilityAuto: true }) && entry.getBoundingClientRect().top >= 0;

/** Before an entry is removed, focuses the one that takes its place. */
export function focusNeighbour(button: HTMLElement): void {
  const all = entries();
  const place = all.indexOf(button.closest('article') as HTMLElement);
  const neighbour = place < 0 ? undefined : (all[place + 1] ?? all[place - 1]);
  if (neighbour) neighbour.focus({ preventScroll: true });
  else focusMain();
}
