import type { Page } from '@playwright/test';

/** Whether it is the address of the stream of live updates. */
export const isStream = (url: string): boolean => new URL(url).pathname === '/api/events';

/** Opens an address and waits until the server has accepted the stream, for a topic if given. */
export async function openLive(page: Page, path: string, topic = ''): Promise<void> {
  const connected = page.waitForResponse((response) => isStream(response.url()) && response.ok() && response.url().includes(topic));
  await page.goto(path);
  await connected;
}

/** Refuses the stream, for a test that events would disturb. */
export const withoutStream = (page: Page): Promise<unknown> => page.route(/\/api\/events/, (route) => route.fulfill({ status: 204 }));
