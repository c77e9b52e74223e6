import { expect, test } from './test.ts';

test('shows the résumé, and downloads it as a PDF', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Tamsin Orrery' }).waitFor();
  const href = await page.getByRole('link', { name: 'PDF', exact: true }).getAttribute('href');
  const start = await page.evaluate(async (url) => {
    const response = await fetch(url as string);
    return [response.headers.get('content-type'), String.fromCharCode(...new Uint8Array(await response.arrayBuffer()).slice(0, 5))];
  }, href);
  expect(start).toEqual(['application/pdf', '%PDF-']);
  await page.getByRole('link', { name: 'PDF', exact: true }).click();
});
