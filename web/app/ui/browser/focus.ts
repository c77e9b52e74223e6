import { isTyping } from '../keys/typing';

/**
 * Focuses an element as soon as the page has it, unless the viewer has moved the focus to another element by then. Returns a function that stops waiting.
 */
export function focusWhenPresent(id: string): () => void {
  const before = document.activeElement;
  const observer = new MutationObserver(focus);
  function focus() {
    const element = document.getElementById(id);
    const { activeElement } = document;
    const isElsewhere = activeElement !== before && (activeElement?.closest('main > *') != null || isTyping(activeElement));
    if (!isElsewhere) element?.focus();
    if (element || isElsewhere) observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  focus();
  return () => observer.disconnect();
}

/** Moves the focus to the main content, for when the focused element is removed. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
