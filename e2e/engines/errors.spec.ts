import { expect, test } from './test.ts';

test('a test sees uncaught errors, errors in the console and violations of the content security policy @chromium', async ({
  page,
  takeErrors,
}) => {
  const taken = async () => (await takeErrors()).join('\n');
  await page.goto('/dev/formatter');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('an uncaught error');
    });
    return new Promise((resolve) => addEventListener('error', () => setTimeout(resolve), { once: true }));
  });
  expect(await taken()).toContain('an uncaught error');
  await page.evaluate(() => console.error('an error in the console'));
  expect(await taken()).toContain('an error in the console');

  await page.goto('/'); // a page without scripts
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/image.png';
    document.body.append(image);
    return new Promise((resolve) => {
      image.onerror = resolve;
    });
  });
  expect(await taken()).toContain('img-src');
});
