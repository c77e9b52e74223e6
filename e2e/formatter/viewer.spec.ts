import type { Page } from '@playwright/test';
import { confirmComposition } from '../forms.ts';
import { expect, test } from '../test.ts';
import { format, formatButton, goToLine, input, openFile, output, paste, records, row, viewer } from './screen.ts';

const open = (page: Page) => page.goto('/dev/formatter');

const users = '{"users":[{"name":"Ada"},{"name":"Grace","first name":["a",{}]}],"empty":[]}';

test('shows an output, its paths and values', async ({ page, context }) => {
  await open(page);

  await test.step('formats a text as soon as it is pasted', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('{"pasted":1}'));
    await input(page).press('Control+v');
    await expect(row(page, 1)).toContainText('"pasted": 1');
    await expect(input(page)).toBeFocused();
  });

  await test.step('shows a small output in the viewer, with line numbers and colours', async () => {
    await format(page, users);
    await expect(viewer(page)).toHaveAccessibleName('Formatted text, 15 lines');
    await expect(row(page, 3)).toHaveText('4      "name": "Ada"');
    await expect(row(page, 3).locator('.json-key')).toHaveText('"name"');
    await expect(row(page, 3).locator('.json-string')).toHaveText('"Ada"');
    await expect(page.getByRole('treeitem').nth(3)).toHaveAttribute('aria-level', '4');
    await expect(output(page)).toHaveAttribute('readonly');
  });

  await test.step('shows the path of the cursor, and copies path, value and line', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await format(page, users);
    const path = page.getByLabel('Path of the cursor');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [number, expected] of [
      [0, '$'],
      [1, '$.users'],
      [2, '$.users[0]'],
      [3, '$.users[0].name'],
      [4, '$.users[0]'],
      [6, '$.users[1].name'],
      [8, '$.users[1]["first name"][0]'],
      [9, '$.users[1]["first name"][1]'],
      [12, '$.users'],
      [13, '$.empty'],
    ] as const) {
      await row(page, number).click();
      await expect(path).toHaveText(expected);
    }
    await row(page, 11).click();
    await expect(path).toHaveText('$.users[1]');
    await page.getByRole('button', { name: 'Copy path' }).click();
    await expect(page.getByText('Path copied.')).toBeVisible();
    expect(await clipboard()).toBe('$.users[1]');
    await page.getByRole('button', { name: 'Copy value' }).click();
    await expect(page.getByText('Value copied.')).toBeVisible();
    expect(await clipboard()).toBe(JSON.stringify(JSON.parse(users).users[1], null, 2));
    await row(page, 3).click();
    await page.getByRole('button', { name: 'Copy value' }).click();
    await expect.poll(clipboard).toBe('"Ada"');
    await viewer(page).focus();
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Line copied.')).toBeVisible();
    expect(await clipboard()).toBe('"name": "Ada"');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied.', { exact: true })).toBeVisible();
    expect(await clipboard()).toBe(JSON.stringify(JSON.parse(users), null, 2));
  });

  await test.step('shows the path of a line far from the start of its array', async () => {
    await openFile(page, 'people.json', JSON.stringify({ all: records(100_000) }));
    await goToLine(page, 3 + 99_999 * 12 + 5);
    await expect(page.getByLabel('Path of the cursor')).toHaveText('$.all[99999].tags[1]');
  });
});

test('can be used with the keyboard alone', async ({ page }) => {
  await open(page);
  await input(page).focus();
  await page.keyboard.type('{"a":[1,2,{"b":"find me"}],"c":3}');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 7)).toBeVisible();
  for (let presses = 0; presses < 20 && !(await viewer(page).evaluate((tree) => tree === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(viewer(page)).toBeFocused();
  const path = page.getByLabel('Path of the cursor');
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowDown');
  await expect(path).toHaveText('$.a[2].b');
  await page.keyboard.press('ArrowLeft'); // to the enclosing object
  await expect(path).toHaveText('$.a[2]');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 4)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 4)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(path).toHaveText('$.a[2].b');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('find');
  expect(await confirmComposition(page.getByRole('searchbox', { name: 'Find' }))).toBe(true);
  await expect(page.locator('[data-matches]')).toHaveText('1 of 1');
  const prevented = await page.evaluate(
    () =>
      !document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })),
  );
  expect(prevented).toBe(false); // pressed again, the keys open the browser's search
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy path' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows input and output in turn', async ({ page }) => {
    await open(page);

    await test.step('shows either the input or the output, in tabs', async () => {
      const tab = (name: string) => page.getByRole('tab', { name });
      await expect(tab('Input')).toHaveAttribute('aria-selected', 'true');
      await expect(viewer(page)).toBeHidden();
      await input(page).focus();
      await paste(page, '');
      await input(page).fill('{"a":1}');
      await input(page).press('Control+Enter');
      await expect(tab('Output')).toHaveAttribute('aria-selected', 'true');
      await expect(tab('Output')).toBeFocused();
      await expect(viewer(page)).toBeVisible();
      await expect(input(page)).toBeHidden();
      await page.keyboard.press('ArrowLeft');
      await expect(input(page)).toBeVisible();
      await format(page, '{"a":}');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(input(page)).toBeVisible();
      await formatButton(page).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    await test.step('a warning leads back to the input', async () => {
      await format(page, '{"a":1,"a":2}');
      await expect(viewer(page)).toBeVisible();
      await page.getByRole('region', { name: 'Warnings' }).getByRole('button').last().click();
      await expect(input(page)).toBeFocused();
    });

    await test.step('a text and a file get the room of the heading', async () => {
      const heading = page.getByRole('heading', { name: 'JSON Formatter' });
      const introduction = page.getByText('Formats JSON of any size');
      const heightOf = async () => (await page.locator('header:has(> h1)').boundingBox())?.height;
      await page.reload();
      await input(page).fill('');
      await expect(introduction).toBeVisible();
      await format(page, '{"a":1}');
      await expect(viewer(page)).toBeVisible();
      await expect(introduction).toBeHidden();
      await expect.poll(heightOf).toBe(1);
      await page.reload();
      await expect(introduction).toBeVisible();
      await openFile(page, 'people.json', JSON.stringify(records()));
      await expect(viewer(page)).toBeVisible();
      await expect(introduction).toBeHidden();
      await expect.poll(heightOf).toBe(1);
      await expect(heading).toBeAttached(); // for screen readers
    });
  });
});

test('does not shift the layout when the output, warnings or an error appear', async ({ page }) => {
  await open(page);
  await page.evaluate(async () => {
    // A font that loads late moves the page, too: in the next frame.
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: (window as never as { shift: number }).shift + (entry as never as { value: number }).value });
    }).observe({ type: 'layout-shift' });
  });
  const frame = () =>
    page.locator('.formatter-panes').evaluate((panes) => {
      const { top, height } = panes.getBoundingClientRect();
      return { top: top + window.scrollY, height };
    });
  const before = await frame();
  for (const text of ['[1]', '{"a":1,"a":2}', '[1,]', '']) {
    await format(page, text);
    await expect(page.locator('.formatter-viewer, .formatter-failure').first()).toBeVisible();
    expect(await frame()).toEqual(before);
  }
  expect(await page.evaluate(() => (window as never as { shift: number }).shift)).toBeLessThan(0.001);
});
