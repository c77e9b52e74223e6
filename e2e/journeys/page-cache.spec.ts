import { withoutStream } from '../live.ts';
import { expect, test } from '../test.ts';

/** Extracts the nonce from a Content-Security-Policy. */
const nonceOf = (policy = '') => /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';

test('answers 304 for an unchanged page and uses a new nonce in every full response', async ({ request, members }) => {
  const ada = await members.signUp('Ada Lowenthal', { bio: 'As it was' });
  const address = `/dev/profile/${ada.id}`;
  const [first, second] = [await request.get(address), await request.get(address)];
  const [one, two] = [first, second].map((response) => nonceOf(response.headers()['content-security-policy']));
  expect(one).not.toBe(two);
  expect((await first.text()).replaceAll(String(one), '')).toBe((await second.text()).replaceAll(String(two), ''));
  expect(await first.text()).toContain(`nonce="${one}"`);
  const { etag = '' } = first.headers();
  expect(second.headers().etag).toBe(etag);

  const again = await request.get(address, { headers: { 'if-none-match': `"other", ${etag}` } });
  expect(again.status()).toBe(304);
  // A new policy has another nonce, which would block the scripts of the cached page.
  expect(again.headers()).not.toHaveProperty('content-security-policy');

  await ada.call('POST', '/api/profile', { status: 'Developer', skills: 'HTML', bio: 'As it is' });
  const changed = await request.get(address, { headers: { 'if-none-match': etag } });
  expect(changed.status()).toBe(200);
  expect(await changed.text()).toContain('As it is');
  await ada.call('DELETE', '/api/profile');
  expect((await request.get(address, { headers: { 'if-none-match': etag } })).status()).toBe(404);
});

test('runs the scripts of a page that the browser has cached', async ({ browser, site }) => {
  // Needs its own context, whose cache is empty at first. The size of a response through a service worker, which may already be active, is that of the whole page.
  const context = await browser.newContext({ baseURL: site, serviceWorkers: 'block' });
  const consoleMessages: string[] = [];
  context.on('console', (message) => {
    if (message.text() !== 'Service Worker registration blocked by Playwright') consoleMessages.push(message.text());
  });
  const page = await context.newPage();
  await page.goto('/dev/login');
  await page.reload();
  // Hydration shows that the policy allows the scripts.
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  const { encodedBodySize, transferSize } = await page.evaluate(
    () => performance.getEntriesByType('navigation')[0]?.toJSON() as PerformanceNavigationTiming,
  );
  expect(transferSize).toBeLessThan(encodedBodySize); // only the response headers were transferred
  expect(consoleMessages).toEqual([]);
  await context.close();
});

test('the browser repeats no request of the server, even if its clock is ahead', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 10 * 60_000);
  for (const path of ['/dev', '/dev/explore', '/dev/profiles']) {
    const requested: string[] = [];
    const onRequest = (request: { url(): string }) => void requested.push(new URL(request.url()).pathname);
    page.on('request', onRequest);
    await page.goto(path);
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
    await page.getByRole('navigation').getByRole('link', { name: 'Login' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    page.off('request', onRequest);
    expect(requested.filter((path) => /^[/]api[/](?:site|profile|feeds|posts)/.test(path))).toEqual([]);
  }
});

test('compresses text responses with an encoding that the browser accepts', async ({ request }) => {
  for (const path of ['/dev', '/api/openapi.json', '/icon.svg'])
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(path, { headers: { 'accept-encoding': encoding } });
      expect(response.ok()).toBe(true);
      const body = await response.body();
      expect(body.length).toBeGreaterThan(0);
      if (body.length > 1024) expect(response.headers()['content-encoding'], path).toBe(encoding);
    }
});

test.describe('a list that no other test changes', () => {
  test.use({ siteName: 'named' });

  test('answers 304 when an unchanged list is requested again', async ({ members }) => {
    const ada = await members.signUp('Ada Lowenthal');
    await ada.call('POST', '/api/posts', { text: 'The only one' });
    const { page } = ada;
    await withoutStream(page); // it would read the list again
    await page.clock.install();
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/posts') statuses.push(response.status());
    });
    const visit = async (text: string) => {
      await page.clock.fastForward('01:00'); // makes the cached list stale
      const response = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/posts');
      await page.getByRole('link', { name: 'Posts' }).click();
      await response;
      await expect(page.getByRole('article').first()).toContainText(text);
      await page.getByRole('link', { name: 'Developers' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
    };
    await page.goto('/dev/profiles');
    await visit('The only one');
    await visit('The only one');
    await ada.call('POST', '/api/posts', { text: 'Another' });
    await visit('Another');
    expect(statuses).toEqual([200, 304, 200]);
  });
});
