import type { Page } from '@playwright/test';
import { startProxy } from '../network.ts';
import { expect, test } from '../test.ts';
import { format, openFile, output, records, row, verified } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits for the service worker and returns the names of its caches and the cached paths. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const paths: string[] = [];
    for (const name of names) for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return { names, paths };
  });

test('works offline after the first visit', async ({ browser, site }) => {
  // A context without request interception, which would keep the service worker from serving the formatter's worker.
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.goto('/dev/formatter');
  await waitForServiceWorker(page);
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

test('the offline page of the other screens opens the formatter, once this browser has it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  const formatter = page.getByRole('link', { name: 'Open the JSON formatter' });
  await page.goto('/dev/profiles');
  await waitForServiceWorker(page);
  await page.goto('/dev/offline');
  await page.evaluate(() => caches.keys()); // after that of the page
  await expect(formatter).toBeHidden();
  await page.goto('/dev/formatter');
  // `ready` would be the worker of the other screens until the formatter has its own, which answers once it is activated.
  const worker = () =>
    page.evaluate(async () => {
      const { active } = (await navigator.serviceWorker.getRegistration('/dev/formatter')) ?? {};
      return `${active?.scriptURL} ${active?.state}`;
    });
  await expect.poll(worker).toMatch(/formatter-offline\.js activated$/);
  await context.setOffline(true);
  await page.goto('/dev/profiles');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await formatter.click();
  await expect(page).toHaveURL('/dev/formatter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
  await context.close();
});

test('opens the cached pages while the server accepts connections, but does not answer', async ({ browser, site }) => {
  const proxy = await startProxy(site);
  const context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await page.goto('/dev/formatter');
  await waitForServiceWorker(page);
  await page.goto('/dev/profiles');
  await waitForServiceWorker(page);
  proxy.silence();
  await page.goto('/dev/formatter', { waitUntil: 'commit' });
  await formatWhenHydrated(page, 1);
  await page.goto('/dev/profiles', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await context.close();
  proxy.close();
});

test('caches only the files of the formatter', async ({ page, site }) => {
  await page.goto('/dev/formatter');
  await waitForServiceWorker(page);
  await page.reload(); // served by the service worker
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
  const { names, paths } = await waitForServiceWorker(page);
  expect(names.filter((name) => name.startsWith('formatter-'))).toHaveLength(1);
  expect(paths).toContain('/dev/formatter');
  const ours = ['/dev/formatter', '/icon.svg', '/dev/offline'];
  expect(paths.filter((path) => !ours.includes(path) && !path.startsWith('/assets/'))).toEqual([]);
  const scopes = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  expect(scopes.toSorted()).toEqual([`${site}/dev/`, `${site}/dev/formatter`]);
  await page.goto('/dev/profiles');
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).not.toContain('formatter');
});

test('deletes the caches of older versions', async ({ page }) => {
  await page.goto('/dev');
  await page.evaluate(async () => {
    await (await caches.open('formatter-old')).put('/assets/old.js', new Response(''));
    await (await caches.open('unrelated')).put('/x', new Response(''));
  });
  await page.goto('/dev/formatter');
  const names = async () => (await page.evaluate(() => caches.keys())).toSorted().map((name) => name.replace(/-[^-]{16,}$/, '-…'));
  await expect.poll(async () => (await names()).filter((name) => !name.startsWith('offline-'))).toEqual(['formatter-…', 'unrelated']);
});

test('sends no requests while formatting', async ({ page }) => {
  await page.goto('/dev/formatter');
  await waitForServiceWorker(page);
  const requests: string[] = [];
  page.on('request', (request) => request.url().startsWith('blob:') || requests.push(`${request.method()} ${request.url()}`));
  await format(page, '{"secret":1}');
  await expect(page.getByText(verified)).toBeVisible();
  await openFile(page, 'secret.json', JSON.stringify(records()));
  await expect(row(page, 3)).toBeVisible();
  expect(requests.filter((request) => !/^GET .*\/assets\//.test(request))).toEqual([]);
});

test('allows workers from this site only, and is always loaded as a new document', async ({ page, request }) => {
  const policy = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policy('/dev/formatter?indent=2')).toContain("worker-src 'self';");
  expect(await policy('/dev/formatter')).not.toContain('unsafe');

  await page.goto('/dev');
  await page.getByRole('link', { name: 'format some JSON' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
  await formatWhenHydrated(page, 1);

  await waitForServiceWorker(page); // so that it does not take over during a load

  // Go back to the formatter from a document that was loaded for another screen.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
  await formatWhenHydrated(page, 2);
});

/** Formats a list on a page that may show before its scripts run. */
const formatWhenHydrated = (page: Page, number: number) =>
  expect(async () => {
    await format(page, `[${number}]`);
    await expect(output(page)).toHaveValue(`[\n  ${number}\n]`, { timeout: 1000 });
  }).toPass();

test('the policy of the worker allows WebAssembly and no connections', async ({ page, request }) => {
  const worker = page.waitForRequest(/formatter-worker/);
  await page.goto('/dev/formatter');
  const response = await request.get((await worker).url());
  expect(response.headers()['content-security-policy']).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'");
});
