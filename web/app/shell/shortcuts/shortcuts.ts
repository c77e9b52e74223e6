import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { local } from '../../ui/browser/browser-storage';
import { createListeners } from '../../ui/browser/listeners';

export interface Shortcut {
  /** A character as `KeyboardEvent.key`, or two of them in a row: `j`, `?`, `g p`. */
  keys: string;
  /** In the list, such as "Next post". */
  description: string;
}

interface Entry extends Shortcut {
  run: () => void;
}

/** Key in local storage. Only `off` is stored. */
const storageKey = 'shortcuts';

/** Milliseconds to type the second key. */
const sequenceTime = 1000;

let entries: Entry[] = [];
const listeners = createListeners();

function change(next: Entry[]): void {
  entries = next;
  listeners.notify();
}

/**
 * Runs `handler` when the keys are pressed, while the component is mounted. Not while the viewer types, with a modifier key, in a dialog or menu, or if the viewer
 * has turned shortcuts off (WCAG 2.1.4).
 */
export function useShortcut(keys: string, handler: () => void, { description }: { description: string }): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    const entry: Entry = { keys, description, run: () => run() };
    change([...entries, entry]);
    return () => change(entries.filter((other) => other !== entry));
  }, [keys, description]);
}

/** Listens for the keys of all shortcuts; used once, by the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !shortcutsEnabled() || isTyping(event)) return;
      const typed = event.timeStamp - firstAt < sequenceTime ? `${first} ${event.key}` : event.key;
      const entry = entries.findLast(({ keys }) => keys === typed) ?? entries.findLast(({ keys }) => keys === event.key);
      [first, firstAt] = [event.key, event.timeStamp];
      if (!entry) return;
      first = '';
      event.preventDefault();
      entry.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const typingElements = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (
    ctrlKey || metaKey || altKey || (target as Element).closest?.(typingElements) !== null || document.querySelector(':modal') !== null
  );
}

export const shortcutsEnabled = (): boolean => local.get(storageKey) !== 'off';

export function enableShortcuts(enabled: boolean): void {
  local.set(storageKey, enabled ? null : 'off');
  change([...entries]);
}

const none: Entry[] = [];

/** The shortcuts of the current screen. */
export const useShortcuts = (): Shortcut[] =>
  useSyncExternalStore(
    listeners.subscribe,
    () => entries,
    () => none,
  );
