import { expect, test } from '../test.ts';

test('sends a call with the entered token, shows the response as text, and does not store the token', async ({
  member: { call, token },
  page,
}) => {
  const text = '<img src="/nothing" onerror="window.ran = true">';
  const { _id } = await call('POST', '/api/posts', { text });
  const post = await call<object>('GET', `/api/posts/${_id}`);
  await page.route(/\/api\/posts(\?|$)/, (route) => route.fulfill({ json: [post] })); // without posts of other tests, which could push it out of view
  await page.goto('/api/docs');
  await page.getByRole('region', { name: 'Authentication' }).getByRole('textbox', { name: 'Value' }).fill(token);
  await page.getByRole('button', { name: 'Open Group - Posts' }).click();
  await page.getByRole('link', { name: 'List posts' }).click();
  await page.getByRole('button', { name: 'Test Request (get /api/posts)', exact: true }).click();
  const sent = page.waitForRequest(/\/api\/posts(\?|$)/);
  await page.getByRole('button', { name: 'Send get request to /api/posts', exact: true }).click();
  expect(await (await sent).headerValue('x-auth-token')).toBe(token);
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response).toContainText('200 OK');
  await expect(response).toContainText('window.ran');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
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
