import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { local } from '../../ui/browser/browser-storage';
import { createListeners } from '../../ui/browser/listeners';
import type { ShortcutId } from '../../ui/keys/shortcuts';

interface Registered {
  id: ShortcutId;
  /** Returns false to leave the key to the browser. */
  run: () => unknown;
}

/** Key in local storage. Only `off` is stored. */
const storageKey = 'shortcuts';

let registered: Registered[] = [];
const listeners = createListeners();

function change(next: Registered[]): void {
  registered = next;
  listeners.notify();
}

/** Runs `handler` when the viewer presses the keys of the shortcut (`ui/keys/shortcuts.ts`), while the component is mounted. */
export function useShortcut(id: ShortcutId, handler: () => unknown): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    const entry = { id, run: () => run() };
    change([...registered, entry]);
    return () => change(registered.filter((other) => other !== entry));
  }, [id]);
}

/** The shortcuts of the current screen, those of its parts last. */
export const registeredShortcuts = (): Registered[] => registered;

export const shortcutsEnabled = (): boolean => local.get(storageKey) !== 'off';

export function enableShortcuts(enabled: boolean): void {
  local.set(storageKey, enabled ? null : 'off');
  change([...registered]);
}

const none: Registered[] = [];

/** `registeredShortcuts` for components. */
export const useShortcuts = (): Registered[] => useSyncExternalStore(listeners.subscribe, registeredShortcuts, () => none);
