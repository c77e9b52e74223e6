import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { format, openFile, output, records, row, verified } from './screen.ts';

/** The service worker holds all it needs. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const paths: string[] = [];
    for (const name of names) for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return { names, paths };
  });

test('works without a network once it has been there', async ({ browser, site }) => {
  // A browser whose requests nobody intercepts: where they are, a worker's program never comes from the service worker.
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.goto('/dev/formatter');
  await kept(page);
  await context.setOffline(true);
  await page.goto('/dev/formatter?indent=4');
  await expect(async () => {
    await format(page, '[1]');
    await expect(output(page)).toHaveValue('[\n    1\n]', { timeout: 1000 });
  }).toPass();
  await openFile(page, 'people.json', JSON.stringify(records()));
  await expect(row(page, 3)).toContainText('"name"');
  await expect(page.getByText(verified)).toBeVisible();
  await context.close();
});

test('keeps itself, and nothing of the network', async ({ page, site }) => {
  await page.goto('/dev/formatter');
  await kept(page);
  await page.reload(); // now through the service worker
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
  const { names, paths } = await kept(page);
  expect(names).toHaveLength(1);
  expect(paths).toContain('/dev/formatter');
  expect(paths.filter((path) => path !== '/dev/formatter' && path !== '/icon.svg' && !path.startsWith('/assets/'))).toEqual([]);
  const scopes = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  expect(scopes).toEqual([`${site}/dev/formatter`]);
  await page.goto('/dev/profiles');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test('drops what a former version kept', async ({ page }) => {
  await page.goto('/dev');
  await page.evaluate(async () => {
    await (await caches.open('formatter-former')).put('/assets/former.js', new Response(''));
    await (await caches.open('of-somebody-else')).put('/x', new Response(''));
  });
  await page.goto('/dev/formatter');
  const names = async () => (await page.evaluate(() => caches.keys())).toSorted().map((name) => name.replace(/-[0-9a-f]{16}$/, '-…'));
  await expect.poll(names).toEqual(['formatter-…', 'of-somebody-else']);
});

test('sends nothing anywhere', async ({ page }) => {
  await page.goto('/dev/formatter');
  await kept(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith('blob:') || asked.push(`${request.method()} ${request.url()}`));
  await format(page, '{"secret":1}');
  await expect(page.getByText(verified)).toBeVisible();
  await openFile(page, 'secret.json', JSON.stringify(records()));
  await expect(row(page, 3)).toBeVisible();
  expect(asked.filter((request) => !/^GET .*\/assets\//.test(request))).toEqual([]);
});

test('only this screen may run a worker, and it is always a document of its own', async ({ page, request }) => {
  const policy = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policy('/dev')).not.toContain('worker-src');
  expect(await policy('/dev/profiles')).not.toContain('worker-src');
  expect(await policy('/dev/formatter?indent=2')).toContain("worker-src 'self'");
  expect(await policy('/dev/formatter')).not.toContain('unsafe');

  await page.goto('/dev');
  await page.getByRole('link', { name: 'format some JSON' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
  await format(page, '[1]');
  await expect(output(page)).toHaveValue('[\n  1\n]');

  await kept(page); // not to be taken over in the middle of a load

  // Back to it within one document, after that document was loaded for another screen.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
  await expect(async () => {
    await format(page, '[2]');
    await expect(output(page)).toHaveValue('[\n  2\n]', { timeout: 1000 });
  }).toPass();
});

test('the worker may compile, and reach nobody', async ({ page, request }) => {
  const worker = page.waitForRequest(/formatter-worker/);
  await page.goto('/dev/formatter');
  const answer = await request.get((await worker).url());
  expect(answer.headers()['content-security-policy']).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'");
});
