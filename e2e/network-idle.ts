import type { Page, Request } from '@playwright/test';
import { isStream } from './live.ts';
import { Requests } from './requests.ts';

/** Pages whose stream of live updates the server has answered since they were loaded. */
const connected = new WeakSet<Page>();

/**
 * Makes `networkidle` wait for the stream of live updates to begin, but not for its end: after the first event, the page
 * reads the changes that it may have missed. The tabs of a browser share a stream.
 */
export function awaitStream(page: Page): void {
  const requests = new Requests<Request>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      connected.delete(page);
      requests.clear(); // leaving the page ends its requests
    }
    requests.begin(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!isStream(request.url()) || !requests.has(request)) return;
    connected.add(page);
    requests.end(request);
  });
  page.on('requestfinished', (request) => requests.end(request));
  page.on('requestfailed', (request) => requests.end(request));

  async function isSettled(): Promise<boolean> {
    const follows = await page.evaluate(followsEvents);
    const tabs = page.context().pages();
    return !follows || tabs.some((tab) => connected.has(tab));
  }

  const { waitForLoadState } = page;
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState.call(page, state, options);
    await waitForLoadState.call(page, 'load', options);
    await requests.whenIdle(isSettled);
  };
}

/** Whether a tab of the browser has the stream, or will open it. */
async function followsEvents(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith('live '));
}
