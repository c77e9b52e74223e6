import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';

/** Opens the reference at an operation, enters the token, and sends the call. */
async function sendCall(page: Page, token: string, operation: string): Promise<void> {
  await page.goto('/api/docs');
  await page.getByRole('region', { name: 'Authentication' }).getByRole('textbox', { name: 'Value' }).fill(token);
  await page.getByRole('button', { name: 'Open Group - Posts' }).click();
  await page.getByRole('link', { name: operation }).click();
  await page.getByRole('button', { name: 'Test Request (get /api/posts)', exact: true }).click();
  await page.getByRole('button', { name: 'Send get request to /api/posts', exact: true }).click();
}

const responseOf = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

test('sends a call with the entered token and shows the response as text', async ({ member: { call, token }, page }) => {
  const text = '<img src="/nothing" onerror="window.ran = true">';
  const { _id } = await call('POST', '/api/posts', { text });
  const post = await call<object>('GET', `/api/posts/${_id}`);
  await page.route(/\/api\/posts(\?|$)/, (route) => route.fulfill({ json: [post] })); // without posts of other tests, which could push it out of view
  await sendCall(page, token, 'List posts');
  const response = responseOf(page);
  await expect(response).toContainText('200 OK');
  await expect(response).toContainText('window.ran');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('does not store the entered token', async ({ member: { token }, page }) => {
  await sendCall(page, token, 'List posts');
  await expect(responseOf(page)).toContainText('200 OK');
  const stored = await page.evaluate(async () => ({
    local: Object.values(localStorage),
    session: Object.values(sessionStorage),
    databases: await indexedDB.databases(),
  }));
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(stored.databases).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links to the OpenAPI document', async ({ page, request }) => {
    await page.goto('/api/docs');
    const path = await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href');
    expect(await (await request.get(String(path))).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
