import type { EnginePage } from './page.ts';
import { type SlowSite, startSlowSite } from './slow-site.ts';
import { test as base, engineSite, expect } from './test.ts';

/* Leaving a page cancels its loads in WebKit and Firefox. */

const test = base.extend<{ slow: SlowSite }>({
  slow: async ({ engine: _engine }, use) => {
    const slow = await startSlowSite(engineSite());
    await use(slow);
    slow.close();
  },
  site: async ({ slow }, use) => use(slow.url),
});

/** Goes to an address as the bar of the browser does. Does not wait. */
const leaveTo = (page: EnginePage, path: string) =>
  page.evaluate((path) => {
    setTimeout(() => location.assign(path));
  }, path);

/** Whether a part still has the server's HTML: it begins with the comment of a boundary, and React does not know its elements. Runs in the page. */
const isAnyPartKept = () =>
  [...document.querySelectorAll('div.contents')].some(
    ({ firstChild, firstElementChild }) =>
      firstChild instanceof Comment && firstElementChild && !Object.keys(firstElementChild).some((key) => key.startsWith('__react')),
  );

const searchScreen = async (page: EnginePage) => {
  await expect.poll(() => page.url()).toContain('/dev/search');
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  await page.waitForLoadState('networkidle');
};

test('Back shows all parts of a page that was left while they loaded', async ({ page, member: _member, slow }) => {
  slow.hold(/assets\/(member|commands|Live)-/);
  await page.goto('/dev/profiles');
  await expect.poll(slow.held).toHaveLength(3);
  await leaveTo(page, '/dev/search');
  await expect.poll(slow.held).not.toContain(expect.stringContaining('Live'));
  slow.release();
  await searchScreen(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Developers' }).waitFor();
  await page.getByRole('button', { name: 'Me, menu' }).waitFor();
});

test('Back hydrates a part of the server’s HTML whose code had not loaded', async ({ page, slow }) => {
  const hasKeptPart = () => page.evaluate(isAnyPartKept);
  slow.hold(/assets\/Tour-/);
  await page.goto('/dev');
  await expect.poll(slow.held).toHaveLength(1);
  expect(await hasKeptPart()).toBe(true);
  await leaveTo(page, '/dev/search');
  await expect.poll(slow.held).toHaveLength(0);
  slow.release();
  await searchScreen(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Developer Connector' }).waitFor();
  await expect.poll(hasKeptPart).toBe(false);
});

test('Back refetches what had failed on the page', async ({ page, engine, member: { call }, slow }) => {
  await call('POST', '/api/posts', { text: 'Left with an error' });
  slow.drop(/api\/posts\?/);
  await page.goto('/dev/posts');
  await page.getByText('Failed to load posts').first().waitFor();
  await page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
  slow.release();
  await page.goto('/dev/search');
  await searchScreen(page);
  await page.goBack();
  await page.getByText('Left with an error').first().waitFor();
  // Firefox does not keep the pages of the tests.
  if (engine === 'webkit') expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('a viewer can leave while a screen loads @chromium', async ({ page, slow }) => {
  await page.goto('/dev/formatter');
  await page.waitForLoadState('networkidle');
  slow.hold(/assets\/|\/dev\/explore/);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect.poll(slow.held).toContainEqual(expect.stringContaining('/assets/route-'));
  await leaveTo(page, '/dev/explore');
  await expect.poll(slow.held).toContain('/dev/explore');
  slow.release();
  await page.getByRole('heading', { name: 'Explore' }).waitFor();
});

test('a screen whose module could not be loaded opens as a document, and again after Back @chromium', async ({
  page,
  slow,
  takeErrors,
}) => {
  const login = page.getByRole('link', { name: 'Login' }).first();
  await page.goto('/dev/formatter');
  await page.waitForLoadState('networkidle');
  slow.drop(/assets\/route-/);
  slow.hold(/^\/dev\/login/);
  const clicked = login.click(); // which may wait for the document
  await expect.poll(slow.held).toContain('/dev/login');
  slow.release();
  await clicked;
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await page.getByRole('heading', { name: 'JSON Formatter' }).waitFor();
  await page.waitForLoadState('networkidle');
  await login.click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect((await takeErrors()).filter((error) => !/module|ERR_EMPTY_RESPONSE/.test(error))).toEqual([]);
});
