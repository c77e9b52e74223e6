import type { Browser, Page } from '@playwright/test';
import { newEmail, password } from '../members.ts';
import { expect, test } from '../test.ts';

/* A browser client on another origin. Uses contexts without routes, because Playwright itself answers preflight requests in contexts with routes. */

test.use({ siteName: 'crossOrigin' });

const { allowedOrigin, otherOrigin } = JSON.parse(process.env.SITES ?? '{}') as Record<string, string>;

async function openPage(browser: Browser, origin: string | undefined): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  return page;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Calls the API with `fetch` in the page and returns what the page can read. */
const call = (page: Page, url: string, { method = 'GET', headers = {}, body }: Call = {}) =>
  page.evaluate(
    async ({ url, method, headers, body }) => {
      const init = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
      const response = await fetch(url, { method, headers, ...init });
      const [link, etag, retryAfter] = ['link', 'etag', 'retry-after'].map((name) => response.headers.get(name));
      return { status: response.status, body: await response.json(), link, etag, retryAfter };
    },
    { url, method, headers, body },
  );

test('a page on an allowed origin signs up, reads all of the feed and gets errors it can read', async ({ browser, site }) => {
  const page = await openPage(browser, allowedOrigin);
  const account = { name: 'Ada', email: newEmail(), password };
  const { token } = (await call(page, `${site}/api/users`, { method: 'POST', body: account })).body;
  const headers = { 'x-auth-token': token };

  const invalid = await call(page, `${site}/api/posts`, { method: 'POST', headers, body: { text: '' } });
  expect(invalid).toMatchObject({ status: 400, body: { msg: 'Text is required' } });

  let last: Awaited<ReturnType<typeof call>>;
  let posts = 0;
  do {
    last = await call(page, `${site}/api/posts`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `key-${posts}` },
      body: { text: `Post ${posts}` },
    });
  } while (last.status === 200 && ++posts < 100);
  expect(posts).toBeGreaterThan(1);
  expect(last).toMatchObject({
    status: 429,
    retryAfter: expect.stringMatching(/^\d+$/),
    body: { msg: expect.stringMatching(/^Too many/) },
  });

  const newest = await call(page, `${site}/api/posts?limit=1`, { headers });
  expect(newest).toMatchObject({ status: 200, body: [{ text: `Post ${posts - 1}` }], etag: expect.stringMatching(/^W\//) });
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(newest.link ?? '') ?? [];
  const second = await call(page, new URL(next, site).href, { headers });
  expect(second).toMatchObject({ status: 200, body: [{ text: `Post ${posts - 2}` }] });

  expect((await call(page, `${site}/api/posts/${newest.body[0]._id}`, { method: 'DELETE', headers })).status).toBe(200);
  expect(await call(page, `${site}/api/auth`)).toMatchObject({ status: 401, body: { msg: 'No token, authorization denied' } });
  await page.close();
});

test('a page on another origin can neither send nor read', async ({ browser, site }) => {
  const page = await openPage(browser, otherOrigin);
  const account = { name: 'Eve', email: newEmail(), password };
  await expect(call(page, `${site}/api/profile`)).rejects.toThrow('Failed to fetch');
  await expect(call(page, `${site}/api/users`, { method: 'POST', body: account })).rejects.toThrow('Failed to fetch');
  await page.close();
  const same = await openPage(browser, allowedOrigin);
  expect(await call(same, `${site}/api/users`, { method: 'POST', body: account })).toMatchObject({ status: 200 });
  await same.close();
});
