import type { Page } from '@playwright/test';
import { logOut } from '../forms.ts';
import { deletionOf } from '../network.ts';
import { expect, test } from '../test.ts';

test.use({ serviceWorkers: 'allow' });

const offline = (page: Page) => page.getByRole('heading', { level: 1, name: 'You are offline' });

/** Waits until the worker of the screens is active. Returns the cached paths. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/dev/');
    const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
    while (worker && worker.state !== 'activated')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    const names = (await caches.keys()).filter((name) => name.startsWith('offline-'));
    const paths: string[] = [];
    for (const name of names) for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return { state: worker?.state, names, paths };
  });

test('shows an offline page with the drafts of the member, and the requested page when online again', async ({ member: { page } }) => {
  const context = page.context();
  await page.goto('/dev/posts');
  await expect.poll(async () => (await waitForServiceWorker(page)).state).toBe('activated');
  await page.waitForLoadState('networkidle'); // an avatar that is still loading would fail
  await page.getByLabel('Say Something...').fill('Half a thought <b>');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(); // its upload would fail, too
  await context.setOffline(true);
  await page.goto('/dev/profiles');
  await expect(offline(page)).toBeVisible();
  await expect(page.locator('.brand')).toHaveText('Dev Connector');
  await expect.poll(() => page.locator('.brand img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('listitem')).toHaveText(['Half a thought <b>']);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(offline(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  await page.goto('/dev/posts');
  await expect(page.getByLabel('Say Something...')).toHaveValue('Half a thought <b>');
});

test('caches nothing but the offline page, which shows no drafts after a logout', async ({ member: { page } }) => {
  await page.goto('/dev/posts/following'); // other tests write to the feed Latest, which the page would read
  await expect.poll(async () => (await waitForServiceWorker(page)).state).toBe('activated');
  await page.reload(); // through the worker
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await waitForServiceWorker(page)).toMatchObject({ names: [expect.any(String)], paths: ['/dev/offline'] });
  await page.getByLabel('Say Something...').fill('A secret');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const ended = deletionOf(page, '/api/auth');
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  await (await ended).finished();
  await page.context().setOffline(true);
  await page.goto('/dev/profiles');
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText('A secret')).toHaveCount(0);
});

test('a new version replaces the cached page', async ({ page }) => {
  await page.goto('/dev');
  await expect.poll(async () => (await waitForServiceWorker(page)).state).toBe('activated');
  await page.evaluate(async () => {
    await (await caches.open('offline-old')).put('/dev/offline', new Response('old'));
    await (await navigator.serviceWorker.getRegistration('/dev/'))?.unregister();
  });
  await page.reload();
  await expect.poll(async () => (await waitForServiceWorker(page)).names).not.toContain('offline-old');
});
