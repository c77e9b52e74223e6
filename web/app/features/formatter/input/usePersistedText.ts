import { type RefObject, useEffect } from 'react';
import { session } from '../../../ui/browser/browser-storage';
import { maxTextAreaSize } from '../messages';

const key = 'formatter';

/** Restores the text area from sessionStorage after a reload or a failed navigation. Does not format the text again. */
export function usePersistedText(area: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.value ||= session.get(key) ?? '';
    const save = () => void session.set(key, element.value.length <= maxTextAreaSize ? element.value : null);
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [area]);
}
