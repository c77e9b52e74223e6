import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ContextPool, type Lease, type PoolOptions } from './context-pool.ts';
import { type Member, Members } from './members.ts';
import { PageErrors } from './page-errors.ts';

export { expect } from '@playwright/test';
export type { Member } from './members.ts';

type SiteName = 'sqlite' | 'postgres' | 'empty' | 'full' | 'invited' | 'closed' | 'named' | 'mail' | 'crossOrigin';

export interface SiteOptions {
  /** The site that a test visits; site/serve.ts lists them. */
  siteName: SiteName;
}

interface Fixtures {
  /** Opens a browser context, signed in with a token if given, until the test ends. */
  openContext: (options: { token?: string; javaScriptEnabled?: boolean }) => Promise<BrowserContext>;
  /** The site's base URL. */
  site: string;
  /** Fails the test on every page error that the test does not expect. */
  pageErrors: PageErrors;
  /** Signs up members and opens their pages. */
  members: Members;
  /** A new member and their page. */
  member: Member;
}

export const test = base.extend<Fixtures & SiteOptions, { contextPool: ContextPool }>({
  // Covers the contexts that a test opens itself, too.
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', awaitHydration));
      await use(browser);
    },
    { scope: 'worker' },
  ],
  contextPool: [async ({ browser }, use) => use(new ContextPool(browser)), { scope: 'worker' }],
  siteName: ['sqlite', { option: true }],
  site: async ({ siteName }, use) => use(JSON.parse(process.env.SITES ?? '{}')[siteName]),
  baseURL: async ({ site }, use) => use(site),

  pageErrors: async ({ site }, use) => {
    const pageErrors = new PageErrors(site);
    await use(pageErrors);
    pageErrors.report();
  },

  openContext: async (
    { contextPool, pageErrors, site, contextOptions, viewport, timezoneId, locale, colorScheme, serviceWorkers },
    use,
  ) => {
    const options: PoolOptions = { ...contextOptions, viewport, timezoneId, locale, colorScheme, serviceWorkers, baseURL: site };
    const leases: Lease[] = [];
    await use(async ({ token, javaScriptEnabled = true }) => {
      const lease = await contextPool.open({ ...options, javaScriptEnabled }, pageErrors, token);
      leases.push(lease);
      return lease.context;
    });
    try {
      await pageErrors.expectAll();
    } finally {
      for (const lease of leases) await contextPool.close(lease);
    }
  },

  // The context of the built-in `page`, which belongs to a visitor.
  context: async ({ openContext, javaScriptEnabled }, use) => use(await openContext({ javaScriptEnabled })),

  members: async ({ openContext, site }, use) => {
    await use(new Members(site, async (token) => (await openContext({ token })).newPage()));
  },

  member: async ({ members }, use) => use(await members.signUp('Ada Lowenthal')),
});

/** Makes `goto` and `reload` wait until React has hydrated the page and rendered all its parts, and the fonts have loaded. Not with `waitUntil: 'commit'` or without script. */
export function awaitHydration(page: Member['page']): void {
  const { goto, reload } = page;
  const isHydrated = () => {
    const isOfReact = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));
    // Parts that keep the HTML of the server until their code arrives (web/app/ui/kept-part.tsx) begin with the comment of a boundary.
    const isKept = ({ firstChild, firstElementChild }: Element) =>
      firstChild instanceof Comment && firstElementChild !== null && !isOfReact(firstElementChild);
    return (
      document.fonts.status === 'loaded' &&
      (!document.querySelector('script[type=module]') ||
        matchMedia('(scripting: none)').matches ||
        (document.body && isOfReact(document.body) && ![...document.querySelectorAll('div.contents')].some(isKept)))
    );
  };
  // `waitForFunction` would compile a library in every page.
  const hydrated = () => expect(async () => expect(await page.evaluate(isHydrated)).toBe(true)).toPass({ intervals: [10, 20, 50] });
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    if (args[1]?.waitUntil !== 'commit') await hydrated();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await hydrated();
    return response;
  };
}

/** The live region that contains the alerts. */
export const alerts = (page: Page) => page.getByRole('log', { name: 'Alerts' });

/** The alert with this text. */
export const alert = (page: Page, text: string, type: 'success' | 'danger') =>
  alerts(page).locator(`[data-alert=${type}]`, { hasText: text });

/** Ends the time in which the deletion that this alert reports can be undone. */
export const endUndoTime = (page: Page, text: string) => alert(page, text, 'success').getByRole('button', { name: 'Dismiss' }).click();

/** Waits until the code of the shortcuts has loaded, by opening and closing their list. */
export async function waitForShortcuts(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(list).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
}
