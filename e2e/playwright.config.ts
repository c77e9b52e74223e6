import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { engines, missingEngines } from './engines/installed.ts';
import type { EngineOptions } from './engines/test.ts';
import { browserArguments, browserPath } from './site/chromium.ts';
import type { SiteOptions } from './test.ts';

if (!process.env.TEST_WORKER_INDEX) for (const missing of missingEngines) console.warn(missing);

/** The pages of a test close before optimized code saves the time that compiling it takes. */
const withoutOptimizer = '--js-flags=--no-maglev --no-turbofan';

/*
 * Run `npm test` in this folder, or `npm test -- journeys/posts.spec.ts --project sqlite` for a part. `site/serve.ts` builds the pages if they are missing or stale,
 * and starts the sites, their databases and the code host. Set CHROMIUM_PATH to use another browser than the one from npm.
 * Tests tagged @engines run on both databases, all others on SQLite. Tests in `engines` run in Firefox and WebKit, and if tagged @chromium in Chromium, too: the other tests check the rest there.
 */
export default defineConfig<SiteOptions, EngineOptions>({
  testDir: '.',
  globalSetup: './site/start.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  workers: availableParallelism() + 1, // a test sometimes waits: for the page, the server or a timer
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'dot' : 'list',
  // Far above any normal duration, so that a busy machine does not fail the tests.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: await browserPath(), args: [...browserArguments, withoutOptimizer] },
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/New_York', // west of UTC, where a date parsed as UTC midnight shows as the previous day
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block', // each page would start one; the tests of service workers allow them
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'postgres', grep: /@engines/, testIgnore: 'e2e/engines/**', use: { siteName: 'postgres' } },
    { name: 'sqlite', testIgnore: 'e2e/engines/**' },
    ...engines.map((engine) => ({
      name: engine,
      testDir: 'engines',
      use: { engine },
      ...(engine === 'chromium' && { grep: /@chromium/ }),
    })),
  ],
});
