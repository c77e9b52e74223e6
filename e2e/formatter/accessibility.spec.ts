import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';
import { format, openFile, records, row, verified } from './screen.ts';

test('the screen is accessible', async ({ page }) => {
  await page.goto('/dev/formatter');

  await test.step('the empty screen is accessible, also after formatting nothing', async () => {
    await expectAccessible(page);
    await format(page, '');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('output with warnings is accessible', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await format(page, '{"a":12345678901234567890,"a":"\\ud800"}');
    await expect(page.getByRole('region', { name: 'Warnings' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an error is accessible', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await format(page, '{"a":[1,]}');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the viewer is accessible when folded, searched and wrapped', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
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

  await test.step('an error in a file is accessible', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openFile(page, 'people.json', `${JSON.stringify(records())}x`);
    await page.getByRole('button', { name: /Show the text around/ }).click();
    await expectAccessible(page);
  });
});
