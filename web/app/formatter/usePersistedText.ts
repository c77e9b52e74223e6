import { type RefObject, useEffect } from 'react';
import { maxTextAreaSize } from './messages';

const key = 'formatter';

/** Restores the text area from sessionStorage after a reload or a failed navigation. Does not format the text again. */
export function usePersistedText(area: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    try {
      element.value ||= sessionStorage.getItem(key) ?? '';
    } catch {
      // no access to storage
    }
    const save = () => {
      try {
        if (element.value.length <= maxTextAreaSize) sessionStorage.setItem(key, element.value);
        else sessionStorage.removeItem(key);
      } catch {
        // storage is full or not accessible
      }
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [area]);
}
