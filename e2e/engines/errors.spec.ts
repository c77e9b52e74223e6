import { test } from './test.ts';

test.fail('a test fails after an uncaught error', async ({ page }) => {
  await page.goto('/dev/formatter');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('uncaught');
    });
    return new Promise((resolve) => setTimeout(resolve, 50));
  });
});

test.fail('a test fails after an error in the console', async ({ page }) => {
  await page.goto('/dev/formatter');
  await page.evaluate(() => console.error('logged'));
});

test.fail('a test fails after a violation of the content security policy', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/image.png';
    document.body.append(image);
    return new Promise((resolve) => {
      image.onerror = resolve;
    });
  });
});
