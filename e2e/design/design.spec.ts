import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';

/*
 * Compares every component, in both themes and at three widths, with the committed pictures. After a change of the design, look at the new ones and commit them:
 * npm test -w e2e -- design --project sqlite --update-snapshots
 */
const root = join(import.meta.dirname, '../..');

/** Starts the development server, which alone has /dev/design, and returns its URL. */
async function startSources(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn(process.execPath, ['--conditions=development', 'server/src/dev.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => {
      const found = /listening at (http:[^"]+)/.exec(text.toString());
      if (found?.[1]) resolve(found[1]);
    });
    server.once('exit', (code) => reject(new Error(`The development server exited with code ${code}`)));
  });
  const stop = () => {
    server.kill();
    return exited;
  };
  return { url, stop };
}

/** Waits until React has hydrated the page. A page that reloads has no body for a moment. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body ?? {}).some((key) => key.startsWith('__react')), undefined, { timeout: 20_000 });

test('the components look as in the pictures', async ({ browser }) => {
  test.slow(); // compiles the sources
  const page = await browser.newPage(); // not of a test site
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-design-'));
  const { url, stop } = await startSources(dataDir);
  try {
    await page.routeWebSocket(/./, () => {}); // the development server asks for no reload between two pictures
    // An optional font may be absent from the first picture.
    await page.route(/app\.css/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('font-display: optional', 'font-display: swap') });
    });
    // The first pages may come only after the sources are compiled, and their scripts may be outdated by then.
    await expect(async () => {
      expect((await page.goto(`${url}/dev/design`))?.status()).toBe(200);
      await hydrated(page);
    }).toPass({ timeout: 240_000 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction(() => document.fonts.check('15px "Inter Variable"') && document.fonts.status === 'loaded');
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        // Other machines smooth text differently.
        await expect(page.locator('main')).toHaveScreenshot(`${colorScheme}-${width}.png`, { threshold: 0.3, maxDiffPixelRatio: 0.02 });
      }
    }
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
