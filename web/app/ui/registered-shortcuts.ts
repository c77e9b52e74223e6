import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createListeners } from './browser/listeners';
import type { ShortcutId } from './keys/shortcuts';

interface Registered {
  id: ShortcutId;
  /** Returns false to leave the key to the browser. */
  run: () => unknown;
}

let registered: Registered[] = [];
const { subscribe, notify } = createListeners();

function change(next: Registered[]): void {
  registered = next;
  notify();
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

/** `registeredShortcuts` for components that the server does not render. */
export const useShortcuts = (): Registered[] => useSyncExternalStore(subscribe, registeredShortcuts);
