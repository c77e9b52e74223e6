import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './site/chromium.ts';
import type { SiteOptions } from './test.ts';

/*
 * `npm test` here, or `npm test -- journeys/posts.spec.ts --project sqlite` for a part. Nothing has to be started or installed first: `site/serve.ts` builds the
 * pages where they are missing or stale, and starts the sites with their databases and the code host. CHROMIUM_PATH names another browser than the one
 * from npm. Tests tagged @engines run on both databases, all others on SQLite.
 */
export default defineConfig<SiteOptions>({
  testDir: '.',
  globalSetup: './site/start.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: process.env.CI ? 1 : 2, // continuous integration has two cores, and the site and the browser need one each
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'line' : 'list',
  // Far above what anything takes: a busy machine is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: await browserPath(), args: browserArguments },
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York', // west of UTC: a calendar day read as a moment there shows as the day before
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [{ name: 'sqlite' }, { name: 'postgres', grep: /@engines/, use: { siteName: 'postgres' } }],
});
