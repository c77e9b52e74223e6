import { writeFileSync } from 'node:fs';
import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

const input = (page: EnginePage) => page.getByLabel('JSON', { exact: true });
const output = (page: EnginePage) => page.getByLabel('Formatted', { exact: true });
const row = (page: EnginePage, number: number) => page.locator(`[data-row="${number}"]`);

const users = '{"users":[{"name":"Ada"},{"name":"Grace"}]}';

/** Pastes the clipboard into a new text field. */
async function pasted(page: EnginePage): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.dataset.pasted = '';
    document.body.append(field);
  });
  const field = page.locator('[data-pasted]');
  await field.press('Control+v');
  await expect.poll(() => field.inputValue()).not.toBe('');
  const value = await field.inputValue();
  await field.evaluate((field) => field.remove());
  return value;
}

test('formats texts, copies values, folds, and points to mistakes', async ({ page }, testInfo) => {
  await page.goto('/dev/formatter');

  await test.step('formats a text on paste, and copies a value', async () => {
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

  await test.step('folds and unfolds', async () => {
    await input(page).fill(users);
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await row(page, 3).waitFor();
    await row(page, 2).click();
    await page.keyboard.press('ArrowLeft');
    await row(page, 3).waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await row(page, 3).waitFor();
  });

  await test.step('opens a file, and points to a mistake', async () => {
    const file = testInfo.outputPath('users.json');
    writeFileSync(file, users.replace('},{', '},,{'));
    await page.getByLabel('JSON file').setInputFiles(file);
    await page.getByText('Invalid JSON. Please enter a valid JSON to format.').waitFor();
    await page.getByRole('button', { name: /^Go to line 1/ }).click();
    expect(await input(page).evaluate((area) => document.activeElement === area)).toBe(true);
  });
});

test('formats files, and copies selections of them', async ({ page }, testInfo) => {
  await page.goto('/dev/formatter');

  await test.step('copies a selection over rows that are not in the page', async () => {
    const text = JSON.stringify(
      Array.from({ length: 1000 }, (_, id) => `Näme ${id} 😀`),
      null,
      2,
    );
    const file = testInfo.outputPath('names.json');
    writeFileSync(file, text);
    await page.getByLabel('JSON file').setInputFiles(file);
    await row(page, 5).waitFor();
    await row(page, 5).click();
    await page.keyboard.press('Home');
    for (let presses = 0; presses < 10; presses++) await page.keyboard.press('Shift+PageDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await page.getByText('Selection copied.').waitFor();
    const copied = await pasted(page);
    expect(copied.split('\n').length).toBeGreaterThan(60);
    expect(text.startsWith(copied)).toBe(true);
    await page.locator('[data-viewer]').press('Control+a');
    await page.locator('[data-viewer]').press('Control+c');
    await page.getByText('Copied.', { exact: true }).waitFor();
    expect(await pasted(page)).toBe(text);
    // A selection by the browser, as by handles on a touch screen, is taken over.
    await page.locator('[data-viewer]').press('Home');
    await page.getByText('selected').waitFor({ state: 'hidden' });
    await page.evaluate(() => {
      const textOf = (row: number) => document.querySelector(`[data-row="${row}"] [data-text]`) as Element;
      getSelection()?.setBaseAndExtent(textOf(1), 0, textOf(2), textOf(2).childNodes.length);
    });
    await page.getByText('35 bytes selected').waitFor();
    await page.locator('[data-viewer]').press('Control+c');
    await page.getByText('Selection copied.').waitFor();
    expect(await pasted(page)).toBe(text.split('\n').slice(1, 3).join('\n'));
  });

  await test.step('formats a large file in its worker', async () => {
    const file = testInfo.outputPath('large.json');
    writeFileSync(file, JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Näme ${id}` }))));
    await page.getByLabel('JSON file').setInputFiles(file);
    await page.getByText('Only white space changed').waitFor();
    await row(page, 2).waitFor();
  });
});
