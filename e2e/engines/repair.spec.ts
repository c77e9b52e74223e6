import { writeFileSync } from 'node:fs';
import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

const input = (page: EnginePage) => page.getByLabel('JSON', { exact: true });
const output = (page: EnginePage) => page.getByLabel('Formatted', { exact: true });
const row = (page: EnginePage, number: number) => page.locator(`[data-row="${number}"]`);
const formatButton = (page: EnginePage) => page.getByRole('button', { name: 'Format', exact: true });
const repairButton = (page: EnginePage) => page.getByRole('button', { name: 'Repair and format' });

test('repairs texts and files, and formats several documents', async ({ page }, testInfo) => {
  await page.goto('/dev/formatter');

  await test.step('lists the edits of a repair, applies them, and undoes them', async () => {
    const broken = `{'team': «x», // new\n  id: NaN,\n  "tags": [1,\u00a0.5,],}`;
    await input(page).fill(broken);
    await formatButton(page).click();
    await page.getByText('9 edits make this valid JSON').waitFor();
    expect(await page.locator('del').first().allTextContents()).toEqual(["'team'"]);
    expect(await page.locator('ins').first().allTextContents()).toEqual(['"team"']);
    expect(await input(page).inputValue()).toBe(broken);
    await repairButton(page).click();
    await expect.poll(() => output(page).inputValue()).toBe('{\n  "team": "x",\n  "id": null,\n  "tags": [\n    1,\n    0.5\n  ]\n}');
    await page.getByRole('button', { name: 'Undo repair' }).click();
    await expect.poll(() => input(page).inputValue()).toBe(broken);
    await repairButton(page).waitFor();
  });

  await test.step('gives advice where the intention is not certain', async () => {
    await input(page).fill('{"price": 1,234.50}');
    await formatButton(page).click();
    await page.getByText('Write numbers without separators between digits').first().waitFor();
    expect(await repairButton(page).count()).toBe(0);
  });

  await test.step('offers the JSON in lines of a log', async () => {
    await input(page).fill('10:00 got {"a": 1} in 3 ms\n10:01 got {"a": "\u00e9"} in 4 ms\n');
    await formatButton(page).click();
    await repairButton(page).click();
    await expect.poll(() => output(page).inputValue()).toBe('{\n  "a": 1\n}\n{\n  "a": "\u00e9"\n}');
  });

  await test.step('formats and numbers several documents', async () => {
    await input(page).fill('{"a":1}\n{"b":\n[2]}\n[3]');
    await formatButton(page).click();
    await page.getByText('3 documents, each on new lines.').waitFor();
    expect(await output(page).inputValue()).toBe('{\n  "a": 1\n}\n{\n  "b": [\n    2\n  ]\n}\n[\n  3\n]');
    await row(page, 8).waitFor();
    expect(await row(page, 3).getAttribute('data-document')).toBe('2');
    expect(await row(page, 8).getAttribute('data-document')).toBe('3');
    expect(await page.locator('[data-document]').count()).toBe(3);
  });

  await test.step('rejects several documents on one line', async () => {
    await input(page).fill('{}{}');
    await formatButton(page).click();
    await page.getByText('Invalid JSON. Please enter a valid JSON to format.').waitFor();
    expect(await repairButton(page).count()).toBe(0);
  });

  await test.step('repairs a file that is too large to edit', async () => {
    const file = testInfo.outputPath('people.json');
    writeFileSync(file, JSON.stringify(Array.from({ length: 4000 }, (_, id) => ({ id, name: `Näme ${id}` }))).replace(/\]$/, ',]'));
    await page.getByLabel('JSON file').setInputFiles(file);
    await repairButton(page).click();
    await page.getByText('Only white space changed').waitFor();
    await page.getByRole('button', { name: 'Undo repair' }).click();
    await repairButton(page).waitFor();
  });
});
