import { expect, test } from './test.ts';

test('formats the text of the input', async ({ page }) => {
  await page.goto('/dev/formatter');
  await page.getByLabel('JSON', { exact: true }).fill('{"a":[1,2]}');
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await expect.poll(() => page.getByLabel('Formatted', { exact: true }).inputValue()).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
});
