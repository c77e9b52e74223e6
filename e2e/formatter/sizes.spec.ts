import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';
import { format, openFile, records, row, verified, viewer } from './screen.ts';

test.beforeEach(({ page }) => page.goto('/dev/formatter').then(() => {}));

const text = JSON.stringify({ id: 1, users: [{ name: 'Ada' }, { name: 'Grace', text: 'x'.repeat(300) }], odd: { 'a b': [], empty: {} } });

test('shows the largest values of the document, and opens the level of one', async ({ page }) => {
  await format(page, text);
  const sizes = page.getByRole('region', { name: /^Bytes of/ });
  await expect(sizes).toHaveAccessibleName('Bytes of the document');
  await expect(sizes.getByRole('listitem')).toHaveText(['users 91 %', 'odd 8 %', 'id 2 %']);
  await expectAccessible(page);

  await sizes.getByRole('button', { name: /^users/ }).press('Enter');
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$.users');
  await expect(viewer(page)).toBeFocused();
  await expect(sizes).toHaveAccessibleName('Bytes of users');
  await expect(sizes.getByRole('listitem')).toHaveText(['[1] 96 %', '[0] 4 %']);

  await sizes.locator('[title^="[1]"]').click();
  await expect(sizes.getByRole('listitem')).toHaveText(['text 95 %', 'name 5 %']);
  await sizes.getByRole('button', { name: /^name/ }).click();
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$.users[1].name');
  await expect(sizes).toHaveAccessibleName('Bytes of [1]');

  await sizes.getByRole('button', { name: 'Up' }).click();
  await sizes.getByRole('button', { name: 'Up' }).click();
  await expect(sizes.getByRole('listitem')).toHaveText(['users 91 %', 'odd 8 %', 'id 2 %']);
});

test('measures a large file and each new document', async ({ page }) => {
  await openFile(page, 'people.json', JSON.stringify(records()));
  await expect(page.getByText(verified)).toBeVisible();
  const sizes = page.getByRole('region', { name: /^Bytes of/ });
  await expect(sizes.getByRole('listitem').first()).toHaveText('3,992 others 100 %');
  await sizes.getByRole('button').first().click();
  await expect(sizes.getByRole('listitem').first()).toHaveText(/^deep/);

  await openFile(page, 'lines.jsonl', '{"a":1}\n[2,3,4,5,6,7,8]\n');
  await expect(sizes.getByRole('listitem')).toHaveText(['Document 2 65 %', 'Document 1 35 %']);
  await sizes.getByRole('button').first().click();
  await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute('data-document', '2');
  await page.getByRole('radio', { name: 'Minify' }).check();
  await expect(row(page, 0)).toContainText('{"a":1}');
  await expect(sizes.getByRole('listitem')).toHaveText(['Document 2 68 %', 'Document 1 32 %']);
});

test('measures minified text', async ({ page }) => {
  await page.getByRole('radio', { name: 'Minify' }).check();
  await format(page, text);
  const sizes = page.getByRole('region', { name: /^Bytes of/ });
  await expect(sizes.getByRole('listitem')).toHaveText(['users 91 %', 'odd 7 %', 'id 2 %']);
  await sizes.getByRole('button', { name: /^users/ }).press('Enter');
  await expect(viewer(page)).toBeFocused();
  await expect(sizes).toHaveAccessibleName('Bytes of users');
  await expect(sizes.getByRole('listitem')).toHaveText(['[1] 96 %', '[0] 4 %']);
});

test('the buttons below the path stand on one line on a phone', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto('/dev/formatter');
  await format(page, '{"a": 1}');
  await page.evaluate(() => document.fonts.ready);
  const boxes = await Promise.all(
    ['Extend', 'Copy path', 'Copy value'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await page.close();
});
