import { useSyncExternalStore } from 'react';
import { isApple } from './keys';
import { ariaKeysOf, labelsOf, type ShortcutId } from './shortcuts';

const subscribe = () => () => {};

/** The label and `aria-keyshortcuts` of a shortcut on a page that the server rendered, which does not know the platform: they follow it after hydration. */
export function useShortcutLabels(id: ShortcutId): { labels: string; aria: string } {
  const isAppleDevice = useSyncExternalStore(subscribe, isApple, () => false);
  return { labels: labelsOf(id, isAppleDevice).join(' '), aria: ariaKeysOf(id, isAppleDevice) };
}
