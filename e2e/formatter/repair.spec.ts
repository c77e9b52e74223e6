import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { caret, format, formatButton, goToLine, input, openFile, output, records, row, verified } from './screen.ts';

const open = (page: Page) => page.goto('/dev/formatter');

test('repairs a text', async ({ page }) => {
  await open(page);

  await test.step('lists the edits of a repair, applies them only when asked, and undoes them', async () => {
    const broken = `{'team': "x",\n  id: NaN, // new\n  "tags": [1,\u00a02,],}`;
    await format(page, broken);
    const repair = page.getByRole('region', { name: 'Repair' });
    await expect(repair.getByRole('heading')).toHaveText('7 edits make this valid JSON');
    await expect(repair.getByText('One edit writes null in place of a value')).toBeVisible();
    await expect(repair.getByRole('listitem').first()).toContainText('Use double quotes at line 1, column 2');
    await expect(repair.locator('del').first()).toHaveText("'team'");
    await expect(repair.locator('ins').first()).toHaveText('"team"');
    await expect(repair.getByRole('listitem').filter({ hasText: 'white space' })).toContainText('U+00A0');
    await expect(input(page)).toHaveValue(broken);
    await repair.getByRole('button', { name: 'line 2, column 3', exact: true }).click();
    await expect.poll(() => caret(page)).toBe(broken.indexOf('id'));

    await repair.getByRole('button', { name: 'Repair and format' }).click();
    await expect(page.getByText('Repaired with 7 edits.')).toBeVisible();
    await expect(input(page)).toHaveValue(`{"team": "x",\n  "id": null, \n  "tags": [1, 2]}`);
    await expect(page.getByText(verified)).toBeVisible();
    await page.getByRole('button', { name: 'Undo repair' }).click();
    await expect(input(page)).toHaveValue(broken);
    await expect(repair).toBeVisible();
    await repair.getByRole('button', { name: 'Repair and format' }).click();
    await expect(page.getByText(verified)).toBeVisible();
    await input(page).press('ControlOrMeta+z');
    await expect(input(page)).toHaveValue(broken);
  });

  await test.step('names a Markdown fence, and removes it with the text around it', async () => {
    await format(page, 'Here it is:\n```json\n{"a": 1}\n```\nBye');
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(output(page)).toHaveValue('{\n  "a": 1\n}');
    await format(page, '```json\n{"a": 1}\n```');
    await expect(page.getByText('Remove the Markdown fence. Expected a value')).toBeVisible();
  });

  await test.step('offers the JSON in log lines', async () => {
    await format(page, '10:00 INFO got {"a": 1} in 3 ms\n10:01 INFO got {"a": 2} in 4 ms\n');
    await expect(page.getByRole('region', { name: 'Repair' }).getByRole('listitem').first()).toContainText(
      'Remove the text around the JSON',
    );
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(output(page)).toHaveValue('{\n  "a": 1\n}\n{\n  "a": 2\n}');
    await expect(page.getByText('2 documents')).toBeVisible();
  });

  await test.step('gives advice, and offers no repair', async () => {
    for (const [name, text, advice, place] of [
      ['an ellipsis', '[1,\n 2, ...]', 'The dots stand for values that are left out', undefined],
      ['grouped digits', '{"price": 1,234.50}', 'Write numbers without separators between digits', undefined],
      ['an expression after a mistake', "{'a': 1,\n 'b': 60 * 60}", 'JSON has values, not code', 'line 2, column 7'],
      [
        'a second error of the same kind',
        '[1 2, "a" x]',
        'Put text in double quotes. If this is the name of a variable',
        'line 1, column 11',
      ],
    ] as const)
      await test.step(name, async () => {
        await format(page, text);
        await expect(page.getByText(advice)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Repair and format' })).toHaveCount(0);
        if (place) await page.getByRole('button', { name: place, exact: true }).click();
      });
  });

  await test.step('keeps the undo of a repair when the indentation changes, but not when the text does', async () => {
    const broken = "{'a': 1}";
    await format(page, broken);
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(output(page)).toHaveValue('{\n  "a": 1\n}');
    await page.getByLabel('Tab').check();
    await expect(output(page)).toHaveValue('{\n\t"a": 1\n}');
    await page.getByRole('button', { name: 'Undo repair' }).click();
    await expect(input(page)).toHaveValue(broken);
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(page.getByRole('button', { name: 'Undo repair' })).toBeVisible();
    await format(page, '[1]');
    await expect(output(page)).toHaveValue('[\n\t1\n]');
    await expect(page.getByRole('button', { name: 'Undo repair' })).toHaveCount(0);
  });
});

test('formats several documents', async ({ page, context }) => {
  await open(page);

  await test.step('rejects several documents on one line', async () => {
    for (const text of ['1 2', '{}{}', '[][]'])
      await test.step(text, async () => {
        await format(page, '1');
        await expect(output(page)).toHaveValue('1');
        await format(page, text);
        await expect(page.getByRole('alert')).toHaveText('Invalid JSON. Please enter a valid JSON to format.');
        await expect(page.getByRole('button', { name: 'Repair and format' })).toHaveCount(0);
      });
  });

  await test.step('formats several documents, numbers them, and separates them in copies and files', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await format(page, '{"a":1}\n{"b":\n[2]}\n[3]');
    const formatted = '{\n  "a": 1\n}\n{\n  "b": [\n    2\n  ]\n}\n[\n  3\n]';
    await expect(output(page)).toHaveValue(formatted);
    await expect(page.getByText('3 documents, each on new lines.')).toBeVisible();
    await expect(page.getByText(verified)).toBeVisible();
    const label = (number: number) => row(page, number).evaluate((line) => getComputedStyle(line, '::after').content.replaceAll('" "', ''));
    await expect(row(page, 3)).toHaveAttribute('data-document', '2');
    expect(await label(3)).toContain('Document ');
    await expect(row(page, 8)).toHaveAttribute('data-document', '3');
    await expect(page.locator('[data-document]')).toHaveCount(3);
    const path = page.getByLabel('Path of the cursor');
    for (const [number, document, expected] of [
      [0, 'Document 1', '$'],
      [5, 'Document 2', '$.b[0]'],
      [9, 'Document 3', '$[0]'],
    ] as const) {
      await row(page, number).click();
      await expect(path).toHaveText(expected);
      await expect(page.locator('.formatter-document')).toHaveText(document);
    }
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(formatted);
    await page.getByRole('radio', { name: 'Minify' }).check();
    await expect(output(page)).toHaveValue('{"a":1}\n{"b":[2]}\n[3]');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('minified.jsonl');
  });

  await test.step('numbers the documents of a large file', async () => {
    await page.getByRole('radio', { name: '2 spaces' }).check();
    await openFile(
      page,
      'people.jsonl',
      records(20_000)
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    await expect(page.getByText('20,000 documents')).toBeVisible();
    await goToLine(page, 239_989);
    await expect(page.locator('[data-document="20000"]')).toContainText('{');
    await page.locator('[data-document="20000"]').click();
    await expect(page.getByLabel('Path of the cursor')).toHaveText('$');
    await expect(page.getByText('Document 20,000', { exact: true })).toBeVisible();
  });
});

test('repairs a large file', async ({ page }) => {
  await open(page);

  await test.step('repairs a file that is too large to edit, and undoes it', async () => {
    await openFile(page, 'people.json', JSON.stringify(records()).replace(/\]$/, ',]'));
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(page.getByText(verified)).toBeVisible();
    await expect(page.locator('[data-large-input]')).toContainText('people.json');
    await page.getByRole('button', { name: 'Undo repair' }).click();
    await expect(page.getByRole('button', { name: 'Repair and format' })).toBeVisible();
  });

  await test.step('repairs a text above 1 MB only when asked', async () => {
    await openFile(
      page,
      'people.json',
      `[${records(20_000)
        .map((record) => JSON.stringify(record))
        .join('\n')}]`,
    );
    await page.getByRole('button', { name: 'Look for a repair' }).click();
    await expect(page.getByText('19,999 edits make this valid JSON')).toBeVisible();
    await page.getByRole('button', { name: 'Repair and format' }).click();
    await expect(page.getByText(verified)).toBeVisible();
    await expect(formatButton(page)).toBeEnabled();
  });
});
