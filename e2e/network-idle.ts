import { expect, type Page, type Request } from '@playwright/test';
import { isStream } from './live.ts';

/** Milliseconds without requests after which the network is idle, as for Playwright. */
const quiet = 500;

/** Makes `networkidle` ignore the stream of live updates, which does not end. */
export function ignoreStream(page: Page): void {
  const inFlight = new Set<Request>();
  let lastChange = performance.now();
  const end = (request: Request) => {
    if (inFlight.delete(request)) lastChange = performance.now();
  };
  page.on('request', (request) => {
    if (isStream(request.url())) return;
    inFlight.add(request);
    lastChange = performance.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const whenIdle = () => expect.poll(() => inFlight.size === 0 && performance.now() - lastChange >= quiet, { intervals: [50] }).toBe(true);

  const { goto, waitForLoadState } = page;
  page.goto = async (url, options) => {
    if (options?.waitUntil !== 'networkidle') return goto.call(page, url, options);
    const response = await goto.call(page, url, { ...options, waitUntil: 'load' });
    await whenIdle();
    return response;
  };
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState.call(page, state, options);
    await waitForLoadState.call(page, 'load', options);
    await whenIdle();
  };
}
