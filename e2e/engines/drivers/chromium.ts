import { chromium } from '@playwright/test';
import { PageErrors, watch } from '../../page-errors.ts';
import { browserArguments, browserPath } from '../../site/chromium.ts';
import { awaitHydration } from '../../test.ts';
import type { EngineBrowser, EnginePage } from '../page.ts';

/** Starts the Chromium of the other browser tests. */
export async function launchChromium(): Promise<EngineBrowser> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
  return {
    async newTab(site) {
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
    },
    close: () => browser.close(),
  };
}
