import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';
import { format, openFile, records, row, verified } from './screen.ts';

test.beforeEach(({ page }) => page.goto('/dev/formatter').then(() => {}));

test('the empty screen is accessible, also after formatting nothing', async ({ page }) => {
  await expectAccessible(page);
  await format(page, '');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('output with warnings is accessible', async ({ page }) => {
  await format(page, '{"a":12345678901234567890,"a":"\\ud800"}');
  await expect(page.getByRole('region', { name: 'Warnings' })).toBeVisible();
  await expectAccessible(page);
});

test('an error is accessible', async ({ page }) => {
  await format(page, '{"a":[1,]}');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('the viewer is accessible when folded, searched and wrapped', async ({ page }) => {
  await openFile(page, 'people.json', JSON.stringify(records()));
  await expect(page.getByText(verified)).toBeVisible();
  await row(page, 1).locator('[data-fold]').click();
  const find = page.getByLabel('Find in the formatted text');
  await find.fill('näme 1');
  await expect(page.locator('[data-matches]')).toHaveText(/^1 of /);
  await find.press('Enter'); // the second match has others next to it
  await expect(page.locator('[data-matches]')).toHaveText(/^2 of /);
  await expect(page.locator('mark:not([data-current])').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Wrap' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectAccessible(page);
});

test('an error in a file is accessible', async ({ page }) => {
  await openFile(page, 'people.json', `${JSON.stringify(records())}x`);
  await page.getByRole('button', { name: /Show the text around/ }).click();
  await expectAccessible(page);
});
