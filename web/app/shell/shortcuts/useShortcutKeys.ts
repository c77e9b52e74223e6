import { useEffect } from 'react';
import { shortcutsEnabled } from '../../ui/keys/enabled';
import { type KeyPress, keepOpen, keysOf } from '../../ui/keys/keys';
import { type ShortcutId, shortcuts } from '../../ui/keys/shortcuts';
import { isTyping } from '../../ui/keys/typing';
import { registeredShortcuts } from '../../ui/registered-shortcuts';

/** Milliseconds to type the second key. */
const sequenceTime = 1000;

/** Shortcuts that run again while their key is held down. */
const repeating: ShortcutId[] = ['next', 'previous'];

/**
 * Listens for the keys of all registered shortcuts; used once, by the shell. Only the one that sends a form runs in a dialog. One without a modifier does not run while the
 * viewer types, while a menu or filter is open, or if the viewer has turned such shortcuts off (WCAG 2.1.4).
 */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const onKeyDown = (event: KeyPress) => {
      const keys = keysOf(event);
      if (event.defaultPrevented || keys === '') return;
      if (!keys.includes('+') && (isTyping(event.target) || document.querySelector(':popover-open'))) return;
      const find = (typed: string) => registeredShortcuts().findLast(({ id }) => shortcuts[id].keys === typed);
      const entry = (event.timeStamp - firstAt < sequenceTime && find(`${first} ${keys}`)) || find(keys);
      [first, firstAt] = [keys, event.timeStamp];
      if (!entry || (isCharacter(shortcuts[entry.id].keys) && !shortcutsEnabled())) return;
      if (entry.id !== 'send' && document.querySelector(':modal')) return;
      first = '';
      if (event.repeat && !repeating.includes(entry.id)) event.preventDefault();
      else if (entry.run() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keydown', keepOpen, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keydown', keepOpen, true);
    };
  }, []);
}

/** Whether the shortcut is a character or two, without a modifier. */
const isCharacter = (keys: string): boolean => /^.( .)?$/.test(keys);
