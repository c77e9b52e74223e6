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

  await sizes.locator('.formatter-sizes-bar [title^="[1]"]').click();
  await expect(sizes.getByRole('listitem')).toHaveText(['text 95 %', 'name 5 %']);
  await sizes.getByRole('button', { name: /^name/ }).click();
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$.users[1].name');
  await expect(sizes).toHaveAccessibleName('Bytes of [1]');

  await sizes.getByRole('button', { name: 'Up to users' }).press('Enter');
  await expect(sizes.getByRole('button', { name: '[1] 96 %' })).toBeFocused();
  await sizes.getByRole('button', { name: 'Up to the document' }).press('Enter');
  await expect(sizes.getByRole('listitem')).toHaveText(['users 91 %', 'odd 8 %', 'id 2 %']);
  await expect(sizes.getByRole('button', { name: 'users 91 %' })).toBeFocused();
});

test('measures a large file and each new document', async ({ page }) => {
  await openFile(page, 'people.json', JSON.stringify(records()));
  await expect(page.getByText(verified)).toBeVisible();
  const sizes = page.getByRole('region', { name: /^Bytes of/ });
  await expect(sizes).toContainText('Keys of 4,000 values');
  await expect(sizes.getByRole('listitem')).toHaveText([/^deep \d+ %$/, /^name \d+ %$/, /^tags \d+ %$/, /^id \d+ %$/]);
  await sizes.getByRole('button', { name: /^tags/ }).click();
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$[0].tags');
  await expect(sizes).toHaveAccessibleName('Bytes of the document');

  await openFile(page, 'lines.jsonl', '{"a":1}\n[2,3,4,5,6,7,8]\n');
  await expect(sizes.getByRole('listitem')).toHaveText(['Document 2 65 %', 'Document 1 35 %']);
  await sizes.getByRole('button').first().click();
  await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute('data-document', '2');
  await sizes.getByRole('button', { name: 'Up to all documents' }).click();
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

test('shows ranges of values that have no keys, and one of even values', async ({ page }) => {
  await format(page, JSON.stringify(Array.from({ length: 3000 }, (_, index) => (index < 2048 ? 1 : 123_456_789))));
  const sizes = page.getByRole('region', { name: 'Bytes of the document' });
  await expect(sizes.getByRole('listitem')).toHaveText(['[0] … [2047] 19 %', '[2048] … [2999] 81 %']);
  await sizes.getByRole('button', { name: /^\[2048\]/ }).click();
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$[2048]');
  await format(page, JSON.stringify(Array(3000).fill(1)));
  await expect(sizes).toContainText('3,000 values in order');
  await expect(sizes.getByRole('listitem')).toHaveText(['[0] … [2999] 100 %']);
});

test('shows hidden characters in keys as escapes, wherever it names them', async ({ page }) => {
  await format(page, '{"gnp.\u202etxt": {"a\u2066\u00adb": 1, "a\u2066\u00adb": 2}}');
  const sizes = page.getByRole('region', { name: /^Bytes of/ });
  await sizes.getByRole('button', { name: 'gnp.\\u202etxt 100 %' }).click();
  await expect(sizes).toHaveAccessibleName('Bytes of gnp.\\u202etxt');
  await sizes.getByRole('button', { name: /^a/ }).first().click();
  const path = page.getByLabel('Path of the cursor');
  await expect(path).toHaveText('$["gnp.\\u202etxt"]["a\\u2066\\u00adb"]');
  await expect(path).toHaveAttribute('title', '$["gnp.\\u202etxt"]["a\\u2066\\u00adb"]');
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('"a\\u2066\\u00adb"');
  const named = page.locator('.formatter-sizes, .formatter-path, .formatter-warnings');
  expect((await named.evaluateAll((parts) => parts.map(({ outerHTML }) => outerHTML))).join()).not.toMatch(/[\u202e\u2066\u00ad]/);
});

test('shows hidden characters around an error as escapes', async ({ page }) => {
  await format(page, '{"a\u202e": \u2066}');
  await expect(page.locator('[data-snippet]')).toContainText('{"a\\u202e": \\u2066');
});

for (const width of [390, 1280])
  test(`names every part of a level within the window, at ${width} px`, async ({ browser, site }) => {
    const page = await browser.newPage({ baseURL: site, viewport: { width, height: 844 }, hasTouch: width < 500, isMobile: width < 500 });
    await page.goto('/dev/formatter');
    const parts = Array.from({ length: 6 }, (_, index) => [`a rather long key, number ${index}`, 'x'.repeat(50)]);
    await format(page, JSON.stringify(Object.fromEntries([...parts, ['other', 1]])));
    const sizes = page.getByRole('region', { name: /^Bytes of/ });
    await expect(sizes.getByRole('listitem')).toHaveCount(7);
    for (const item of await sizes.getByRole('listitem').all()) {
      await item.scrollIntoViewIfNeeded();
      const box = await item.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
    await page.close();
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
