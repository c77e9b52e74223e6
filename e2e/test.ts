import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { Trouble } from './page-errors.ts';
import { People, type Person } from './people.ts';

export { expect } from '@playwright/test';
export type { Person } from './people.ts';

type SiteName = 'sqlite' | 'postgres' | 'empty' | 'full' | 'invited' | 'closed';

export interface SiteOptions {
  /** The site that a test visits (site/serve.ts). */
  siteName: SiteName;
}

interface Fixtures {
  /** The site's address. */
  site: string;
  /** Fails the test on whatever goes wrong in a page, unless the test has said that it expects it. */
  trouble: Trouble;
  /** Signs people up, and opens browsers for them. */
  people: People;
  /** Somebody who has just signed up, and their browser. */
  member: Person;
}

export const test = base.extend<Fixtures & SiteOptions>({
  siteName: ['sqlite', { option: true }],
  site: async ({ siteName }, use) => use(JSON.parse(process.env.SITES ?? '{}')[siteName]),
  baseURL: async ({ site }, use) => use(site),

  trouble: async ({ site }, use) => {
    const trouble = new Trouble(site);
    await use(trouble);
    trouble.report();
  },

  // The browser of the built-in `page`: a visitor's.
  context: async ({ context, trouble }, use) => {
    await trouble.watch(context);
    await use(context);
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) awaitHydration(page);
    await use(page);
  },

  people: async ({ browser, playwright, site, trouble, contextOptions, viewport, timezoneId, locale, colorScheme }, use) => {
    const options: BrowserContextOptions = { ...contextOptions, viewport, timezoneId, locale, colorScheme, baseURL: site };
    const people = new People(await playwright.request.newContext({ baseURL: site }), async (token) => {
      const context = await browser.newContext({
        ...options,
        storageState: { cookies: [], origins: [{ origin: site, localStorage: [{ name: 'token', value: token }] }] },
      });
      await trouble.watch(context);
      const page = await context.newPage();
      awaitHydration(page);
      return page;
    });
    await use(people);
    await people.leave();
  },

  member: async ({ people }, use) => use(await people.join('Ada Lowenthal')),
});

/** `goto` and `reload` come back once the page answers to its reader: React has taken it over. */
function awaitHydration(page: Person['page']): void {
  const { goto, reload } = page;
  const hydrated = () =>
    page.waitForFunction(
      () => !document.querySelector('script[type=module]') || Object.keys(document.body).some((key) => key.startsWith('__react')),
    );
  page.goto = async (...given) => {
    const response = await goto.apply(page, given);
    await hydrated();
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload.apply(page, given);
    await hydrated();
    return response;
  };
}

/** The live region that the banners stand in. */
export const alerts = (page: Page) => page.getByRole('log', { name: 'Alerts' });

/** The banner with this text. */
export const alert = (page: Page, text: string, type: 'success' | 'danger') =>
  alerts(page).locator(`[data-alert=${type}]`, { hasText: text });
