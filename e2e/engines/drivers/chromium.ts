import { type Browser, chromium } from '@playwright/test';
import { PageErrors, watch } from '../../page-errors.ts';
import { browserArguments, browserPath } from '../../site/chromium.ts';
import { awaitHydration } from '../../test.ts';
import type { EngineBrowser, EnginePage, Tab } from '../page.ts';

/** Starts the Chromium of the other browser tests. */
export async function launchChromium(): Promise<EngineBrowser> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
  return { newTab: (site) => openTab(browser, site), close: () => browser.close() };
}

/** Opens a tab with separate storage. */
export async function openTab(browser: Browser, site: string): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const pageErrors = new PageErrors(site);
  await watch(context, () => pageErrors);
  const page = await context.newPage();
  awaitHydration(page);
  return { page: page as unknown as EnginePage, takeErrors: async () => pageErrors.unexpected.splice(0), close: () => context.close() };
}
