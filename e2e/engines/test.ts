import { expect, test as playwright, type TestType } from '@playwright/test';
import { type Member, Members } from '../members.ts';
import { launchChromium } from './drivers/chromium.ts';
import { launchFirefox } from './drivers/firefox.ts';
import { launchWebkit } from './drivers/webkit.ts';
import type { EngineName } from './installed.ts';
import type { EngineBrowser, EnginePage, Tab } from './page.ts';

export { expect } from '@playwright/test';

const launch = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebkit };

export interface EngineOptions {
  engine: EngineName;
}

type EngineMember = Omit<Member, 'page'>;

interface Fixtures {
  /** The site's URL. */
  site: string;
  /** A page of a visitor, in the engine that runs the test. The test fails on every error in it that it does not take. */
  page: EnginePage;
  takeErrors: Tab['takeErrors'];
  tab: Tab;
  /** Signs up a member through the API and signs them in on `page`, which was a visitor's or another member's. */
  signUp(name: string, profile?: object): Promise<EngineMember>;
  /** A new member, who is signed in on `page`. */
  member: EngineMember;
}

/** Playwright's runner without its own `page`. */
const base = playwright as unknown as TestType<object, object>;

interface Browsers {
  engineBrowser: EngineBrowser;
  /** Another browser than that of `page`: pages in the background do not animate, and WebKit's driver has one tab. */
  otherBrowser: EngineBrowser;
}

async function useBrowser({ engine }: EngineOptions, use: (browser: EngineBrowser) => Promise<void>): Promise<void> {
  const browser = await launch[engine]();
  await use(browser);
  await browser.close();
}

export const engineSite = (): string => JSON.parse(process.env.SITES ?? '{}').engines;

export const test = base.extend<Fixtures, EngineOptions & Browsers>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  engineBrowser: [useBrowser, { scope: 'worker', timeout: 60_000 }],
  otherBrowser: [useBrowser, { scope: 'worker', timeout: 60_000 }],
  site: async ({ engine: _engine }, use) => use(engineSite()),
  tab: async ({ engineBrowser, site }, use) => {
    const tab = await engineBrowser.newTab(site);
    await use(tab);
    const errors = await tab.takeErrors();
    await tab.close();
    expect(errors, 'errors in the pages').toEqual([]);
  },
  page: async ({ tab }, use) => use(tab.page),
  takeErrors: async ({ tab }, use) => use(tab.takeErrors),
  signUp: async ({ page, site }, use) => {
    const openBrowser = async (token: string) => {
      await page.goto('/'); // a page of the origin whose storage has the token; leaving it cancels no scripts
      await page.evaluate((token) => localStorage.setItem('token', token), token);
      return undefined as never;
    };
    const members = new Members(site, openBrowser);
    await use((name, profile) => members.signUp(name, profile));
  },
  member: async ({ signUp }, use) => use(await signUp('Ada Lowenthal')),
});
