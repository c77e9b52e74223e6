import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import type { PageErrors } from '../page-errors.ts';
import { expect, test } from '../test.ts';

async function dropScripts(page: Page, pageErrors: PageErrors, chunks: string[]): Promise<void> {
  for (const chunk of chunks) {
    await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort('connectionrefused'));
    pageErrors.expectFailure('dropped', `/assets/${chunk}`);
  }
  pageErrors.expectMessage(/dynamically imported module/);
}

test('keeps the screen and what is typed when the script of a part cannot be loaded', async ({ member: { page, call }, pageErrors }) => {
  const text = unique('Edited post');
  const { _id, version } = await call<{ _id: string; version: number }>('POST', '/api/posts', { text: 'Text' });
  await call('PATCH', `/api/posts/${_id}`, { text, version });
  await page.goto('/dev/posts');
  const composer = page.getByLabel('Say Something...');
  await composer.fill('A text that must not be lost');
  await page.waitForLoadState('networkidle');
  await dropScripts(page, pageErrors, ['History', 'suggested']);

  await card(page, text)
    .getByRole('button', { name: /^edited/ })
    .click();
  await expect(card(page, text).getByRole('status')).toContainText('This part could not be loaded.');
  const search = page.getByRole('combobox', { name: 'Search' }).first();
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('/suggested-'));
  await search.pressSequentially('typ');
  await dropped;
  await expect(search).toHaveValue('typ');
  await expect(composer).toHaveValue('A text that must not be lost');

  await page.unrouteAll();
  await card(page, text).getByRole('button', { name: 'reload the page' }).click();
  await expect(composer).toHaveValue('A text that must not be lost');
  await card(page, text)
    .getByRole('button', { name: /^edited/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
});

test('keeps the bar and the screen without the menus and the shortcuts', async ({ member: { page }, pageErrors }) => {
  await dropScripts(page, pageErrors, ['member', 'commands']);
  await page.goto('/dev/profiles');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('log', { name: 'Alerts' })).toContainText('This part could not be loaded.');
});

test('opens a screen as a document if its module cannot be loaded, and only when its link is clicked', async ({ page, pageErrors }) => {
  await page.goto('/dev/login');
  await page.waitForLoadState('networkidle');
  pageErrors.expectFailure('dropped', '/assets/route');
  pageErrors.expectMessage(/dynamically imported module/);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
  });
  await page.route('**/assets/route-*.js', (route) => (documents === 0 ? route.abort('connectionrefused') : route.continue()));
  await page.getByLabel('Email Address').fill('ada@example.org');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' });
  const reported = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'));
  await link.hover(); // which loads the module
  await reported;
  await page.waitForLoadState('networkidle');
  expect(documents).toBe(0);
  await expect(page.getByLabel('Email Address')).toHaveValue('ada@example.org');

  await link.click();
  await expect(page).toHaveURL('/dev/profiles');
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(documents).toBe(1);
});

test('searching while typing loads no document after a module could not be loaded', async ({ page, pageErrors }) => {
  await page.goto('/dev/search?type=people');
  await page.waitForLoadState('networkidle');
  await dropScripts(page, pageErrors, ['route']);
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('/route-'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).hover();
  await dropped;
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
  });
  await page.getByRole('combobox', { name: 'Search' }).first().pressSequentially('ada');
  await expect(page).toHaveURL(/q=ada/);
  await page.waitForLoadState('networkidle');
  expect(documents).toBe(0);
});

test('the bar of a member does not wait for the scripts of parts', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(404, '/dev/nothing');
  const held: string[] = [];
  await page.route(/\/assets\/(commands|member|search-parts)-/, (route) => void held.push(route.request().url()));
  for (const [path, parts] of [
    ['/dev/profiles', ['commands', 'member']],
    ['/dev/search', ['commands', 'member', 'search-parts']],
    ['/dev/search?q=author%3Aada&type=people', ['commands', 'member', 'search-parts']],
    ['/dev/nothing', ['commands', 'member']],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    for (const part of parts) await expect.poll(() => held).toContainEqual(expect.stringContaining(`/${part}-`));
    held.length = 0;
  }
});
