import type { Page } from '@playwright/test';

/** Clicks the first `button` and returns the milliseconds until the frame in which the first `shown` has changed. */
export const timeUntilShown = (page: Page, button: string, target: string): Promise<number> =>
  page.evaluate(
    ([buttonSelector = '', targetSelector = '']) =>
      new Promise<number>((resolve) => {
        const container = document.querySelector(targetSelector) as Element;
        let began = 0;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          // The change has been painted when the second frame begins.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
        });
        observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
        began = performance.now();
        document.querySelector<HTMLElement>(buttonSelector)?.click();
      }),
    [button, target],
  );

/** Scrolls from top to bottom by 120 pixels per frame and returns the milliseconds per frame. */
export const scrollFrameTimes = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        window.scrollTo(0, 0);
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          const before = window.scrollY;
          window.scrollBy({ top: 120, behavior: 'instant' });
          if (window.scrollY > before && frames.length < 1500) requestAnimationFrame(step);
          else resolve(frames.slice(2));
        };
        requestAnimationFrame(step);
      }),
  );
