import { type RefObject, useEffect } from 'react';

/**
 * Shows an element with the class `composer` over the whole screen of a phone while `isOpen`: as a popover, which is above everything else. It ends above the
 * on-screen keyboard, which covers the layout viewport.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const { current } = element;
    const { visualViewport: viewport } = window;
    if (!isOpen || !current || !viewport || !matchMedia('(width < 40rem)').matches) return;
    const fit = () => {
      current.style.setProperty('--screen-top', `${viewport.offsetTop}px`);
      current.style.setProperty('--screen-height', `${viewport.height}px`);
    };
    fit();
    current.showPopover();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
      if (current.isConnected) current.hidePopover();
    };
  }, [element, isOpen]);
}
