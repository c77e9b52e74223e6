import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';
import { format, openFile, records, row, verified } from './screen.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test.beforeEach(({ page }) => page.goto('/dev/formatter').then(() => {}));

    test('before anything, and with nothing to format', async ({ page }) => {
      await expectAccessible(page);
      await format(page, '');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('formatted, with warnings', async ({ page }) => {
      await format(page, '{"a":12345678901234567890,"a":"\\ud800"}');
      await expect(page.getByRole('region', { name: 'Warnings' })).toBeVisible();
      await expectAccessible(page);
    });

    test('refused', async ({ page }) => {
      await format(page, '{"a":[1,]}');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('a file in the viewer: folded, searched, wrapped', async ({ page }) => {
      await openFile(page, 'people.json', JSON.stringify(records()));
      await expect(page.getByText(verified)).toBeVisible();
      await row(page, 1).locator('[data-fold]').click();
      const find = page.getByLabel('Find in the formatted text');
      await find.fill('näme 1');
      await find.press('Enter');
      await expect(page.locator('mark[data-current]')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Wrap' }).click();
      await page.getByRole('button', { name: 'Copy' }).click();
      await expectAccessible(page);
    });

    test('a file that is refused', async ({ page }) => {
      await openFile(page, 'people.json', `${JSON.stringify(records())}x`);
      await page.getByRole('button', { name: /Show what is around/ }).click();
      await expectAccessible(page);
    });
  });
