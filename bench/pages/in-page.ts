import type { Page } from '@playwright/test';

/** Presses the first `button` in the page itself, and gives the milliseconds from there to the frame in which the first `shown` has changed. */
export const shownAfter = (page: Page, button: string, shown: string): Promise<number> =>
  page.evaluate(
    ([pressed = '', changed = '']) =>
      new Promise<number>((resolve) => {
        const place = document.querySelector(changed) as Element;
        let began = 0;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          // The frame after the change has been painted when the next one begins.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
        });
        observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
        began = performance.now();
        document.querySelector<HTMLElement>(pressed)?.click();
      }),
    [button, shown],
  );

/** Scrolls from the top to the end by 120 pixels a frame, and gives the milliseconds that each frame took. */
export const framesWhileScrolling = (page: Page): Promise<number[]> =>
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
