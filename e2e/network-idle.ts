import { expect, type Page, type Request } from '@playwright/test';
import { isStream } from './live.ts';

/** Milliseconds without requests after which the network is idle, as for Playwright. */
const quiet = 500;

/** Pages whose stream of live updates the server has answered since they were loaded. */
const connected = new WeakSet<Page>();

/**
 * Makes `networkidle` wait for the stream of live updates to begin, but not for its end: after the first event, the page
 * reads the changes that it may have missed. The tabs of a browser share a stream.
 */
export function awaitStream(page: Page): void {
  let inFlight = new Set<Request>();
  let lastChange = performance.now();
  const end = (request: Request) => {
    if (inFlight.delete(request)) lastChange = performance.now();
  };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      connected.delete(page);
      inFlight = new Set(); // leaving the page ends its requests
    }
    inFlight.add(request);
    lastChange = performance.now();
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!isStream(request.url()) || !inFlight.has(request)) return;
    connected.add(page);
    end(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);

  async function isIdle(): Promise<boolean> {
    if (inFlight.size > 0 || performance.now() - lastChange < quiet) return false;
    const before = lastChange;
    const follows = await page.evaluate(followsEvents); // also lets the page run what the last response has caused
    const tabs = page.context().pages();
    return lastChange === before && (!follows || tabs.some((tab) => connected.has(tab)));
  }

  const { waitForLoadState } = page;
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState.call(page, state, options);
    await waitForLoadState.call(page, 'load', options);
    lastChange = performance.now(); // what has just been rendered may still send requests
    await expect(async () => expect(await isIdle()).toBe(true)).toPass({ intervals: [50] });
  };
}

/** Whether a tab of the browser has the stream, or will open it. */
async function followsEvents(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith('live '));
}
