import { writeFileSync } from 'node:fs';
import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

const input = (page: EnginePage) => page.getByLabel('JSON', { exact: true });
const output = (page: EnginePage) => page.getByLabel('Formatted', { exact: true });
const row = (page: EnginePage, number: number) => page.locator(`[data-row="${number}"]`);

const users = '{"users":[{"name":"Ada"},{"name":"Grace"}]}';

test.beforeEach(({ page }) => page.goto('/dev/formatter').then(() => {}));

test('formats a text on paste, and copies a value', async ({ page }) => {
  await input(page).fill(users);
  await input(page).press('Control+a');
  await page.keyboard.press('Control+x');
  await expect.poll(() => input(page).inputValue()).toBe('');
  await page.keyboard.press('Control+v');
  await expect.poll(() => output(page).inputValue()).toBe(JSON.stringify(JSON.parse(users), null, 2));
  expect(await input(page).inputValue()).toBe(users);

  await row(page, 3).click();
  await page.getByRole('button', { name: 'Copy value' }).click();
  await page.getByText('Value copied.').waitFor();
  await input(page).press('Control+a');
  await page.keyboard.press('Control+v');
  await expect.poll(() => input(page).inputValue()).toBe('"Ada"');
});

test('folds and unfolds', async ({ page }) => {
  await input(page).fill(users);
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await row(page, 3).waitFor();
  await row(page, 2).click();
  await page.keyboard.press('ArrowLeft');
  await row(page, 3).waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowRight');
  await row(page, 3).waitFor();
});

test('opens a file, and points to a mistake', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('users.json');
  writeFileSync(file, users.replace('},{', '},,{'));
  await page.getByLabel('JSON file').setInputFiles(file);
  await page.getByText('Invalid JSON. Please enter a valid JSON to format.').waitFor();
  await page.getByRole('button', { name: /^Go to line 1/ }).click();
  expect(await input(page).evaluate((area) => document.activeElement === area)).toBe(true);
});

test('formats a large file in its worker', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('large.json');
  writeFileSync(file, JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Näme ${id}` }))));
  await page.getByLabel('JSON file').setInputFiles(file);
  await page.getByText('Only white space changed').waitFor();
  await row(page, 2).waitFor();
});
