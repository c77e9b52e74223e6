import { type RefObject, useEffect } from 'react';
import { smallText } from './messages';

const key = 'formatter';

/** Keeps what stands in the text area in this tab, so that a reload, or a way out that led nowhere without a network, costs nobody a text. It is put back and nothing more. */
export function useKeptText(area: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    try {
      element.value ||= sessionStorage.getItem(key) ?? '';
    } catch {
      // closed storage kept nothing
    }
    const keep = () => {
      try {
        if (element.value.length <= smallText) sessionStorage.setItem(key, element.value);
        else sessionStorage.removeItem(key);
      } catch {
        // storage is full or closed: nothing is kept
      }
    };
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [area]);
}
