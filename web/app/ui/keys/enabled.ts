import { useSyncExternalStore } from 'react';
import { local } from '../browser/browser-storage';
import { createListeners } from '../browser/listeners';

/** Key in local storage. Only `off` is stored. */
const storageKey = 'shortcuts';

const { subscribe, notify } = createListeners(storageKey);

/** Whether shortcuts of one key are on. */
export const shortcutsEnabled = (): boolean => local.get(storageKey) !== 'off';

export function enableShortcuts(enabled: boolean): void {
  local.set(storageKey, enabled ? null : 'off');
  notify();
}

/** `shortcutsEnabled` for components. */
export const useShortcutsEnabled = (): boolean => useSyncExternalStore(subscribe, shortcutsEnabled, () => true);
