import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { session } from '../../ui/browser/browser-storage';
import { createListeners } from '../../ui/browser/listeners';

/* The posts and comments that the viewer is editing in this tab, so that a menu can open the editor of a text elsewhere on the screen, also after a reload. */

/** Id of the element around the button of the menu of a post or comment. */
export const menuId = (id: string): string => `menu-${id}`;

const prefix = 'editing:';
const listeners = createListeners();

/** Whether the editor of the viewer's post or comment is open. */
export const useEditorOpen = (id: string): boolean =>
  useSyncExternalStore(
    listeners.subscribe,
    () => session.get(prefix + id) !== null,
    () => false,
  );

/** Opens the editor, which gets the focus. */
export function openEditor(id: string): void {
  session.set(prefix + id, '');
  listeners.notify();
}

/** Closes the editor and returns the focus to the menu that it was opened from. */
export function closeEditor(id: string): void {
  session.set(prefix + id, null);
  flushSync(() => listeners.notify());
  document.querySelector<HTMLElement>(`#${menuId(id)} > button`)?.focus();
}
