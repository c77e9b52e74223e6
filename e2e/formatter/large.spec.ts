import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { format, formatButton, goToLine, input, invalid, openFile, output, paste, records, row, verified, viewer } from './screen.ts';

const text = JSON.stringify(records());
const pretty = JSON.stringify(records(), null, 2);
const lines = pretty.split('\n');

const open = (page: Page) => page.goto('/dev/formatter');

test('takes pasted, dropped and small files', async ({ page }) => {
  await open(page);

  await test.step('shows a card instead of the text area for a long paste', async () => {
    await input(page).fill('to be replaced');
    await input(page).selectText();
    await paste(page, text);
    await expect(page.locator('[data-large-input]')).toContainText('Pasted text');
    await expect(page.locator('[data-large-input]')).toContainText(`${text.length.toLocaleString('en-US')} characters`);
    await expect(input(page)).toBeHidden();
    await expect(page.getByText(verified)).toBeVisible();
    await expect(row(page, 3)).toContainText(`4    "name": "Näme 0",`.replace('    ', '    '));
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(input(page)).toBeFocused();
    await expect(viewer(page)).toHaveCount(0);
    await format(page, '[1]');
    await expect(output(page)).toHaveValue('[\n  1\n]');
  });

  await test.step('inserts a long paste at the selection', async () => {
    await input(page).fill('[0,]');
    await input(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
    await paste(page, text);
    await expect(page.getByText(verified)).toBeVisible();
    await expect(row(page, 1)).toContainText('0,');
  });

  await test.step('accepts a file dropped anywhere on the page', async () => {
    const data = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json'));
      data.items.add(new File(['{}'], 'other.json'));
      return data;
    }, text);
    await page.getByRole('heading', { level: 1 }).dispatchEvent('dragover', { dataTransfer: data });
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data });
    await expect(page.locator('[data-large-input]')).toContainText('dropped.json');
    await expect(page.getByText(verified)).toBeVisible();
    await expect(page.getByText('Opened dropped.json only. Drop one file at a time.')).toBeVisible();
  });

  await test.step('opens a small file for editing', async () => {
    await openFile(page, 'small.json', '{"a":1}');
    await expect(input(page)).toHaveValue('{"a":1}');
    await expect(output(page)).toHaveValue('{\n  "a": 1\n}');
  });
});

test('goes to lines, finds texts, folds, and saves', async ({ page }) => {
  await open(page);
  await openFile(page, 'people.json', text);

  await test.step('goes to a line', async () => {
    await expect(page.getByText(`${lines.length.toLocaleString('en-US')} lines.`)).toBeVisible();
    for (const line of [20_000, 1, lines.length, 31_337]) {
      await goToLine(page, line);
      await expect(row(page, line - 1)).toBeInViewport();
      await expect(row(page, line - 1)).toHaveText(`${line}${lines[line - 1]}`);
      await expect(row(page, line - 1)).toHaveAttribute('aria-selected', 'true');
      await expect(viewer(page)).toBeFocused();
    }
  });

  await test.step('supports keyboard navigation', async () => {
    await viewer(page).focus();
    const active = page.locator('[aria-selected=true]');
    await page.keyboard.press('End');
    await expect(active).toHaveAttribute('data-row', String(lines.length - 1));
    await expect(active).toBeInViewport();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await expect(active).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(active).toHaveAttribute('data-row', '0');
    await page.keyboard.press('Control+f');
    await expect(page.getByLabel('Find in the formatted text')).toBeFocused();
  });

  await test.step('finds the next and the previous match while the user types, and numbers them', async () => {
    const find = page.getByLabel('Find in the formatted text');
    const number = page.locator('[data-matches]');
    await find.fill('NäME 39');
    await expect(number).toHaveText('1 of 111');
    const current = page.locator('mark[data-current]');
    await expect(current).toHaveText('Näme 39');
    const currentRow = async () => Number(await page.locator('[data-row]', { has: current }).getAttribute('data-row'));
    const matches = lines.flatMap((line, index) => (line.includes('Näme 39') ? [index] : []));
    await expect.poll(currentRow).toBe(matches[0]);
    await find.press('Enter');
    await expect(number).toHaveText('2 of 111');
    await expect.poll(currentRow).toBe(matches[1]);
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect(number).toHaveText('1 of 111');
    await expect.poll(currentRow).toBe(matches[0]);
    await find.press('Shift+Enter');
    await expect(number).toHaveText('111 of 111');
    await expect.poll(currentRow).toBe(matches.at(-1));
    await expect(current).toBeInViewport();
    await page.getByRole('button', { name: 'Match case' }).click();
    await expect(number).toHaveText('Not found');
    await expect(page.locator('mark')).toHaveCount(0);
    await find.fill('Näme 3999');
    await expect(number).toHaveText('1 of 1');
    await find.press('Escape');
    await expect(number).toHaveText('');
    await expect(viewer(page)).toBeFocused();
  });

  await test.step('folds and unfolds by mouse and keyboard', async () => {
    const closing = lines.findIndex((line, index) => index > 1 && /^ {2}\}/.test(line));
    await viewer(page).press('Home');
    await row(page, 1).locator('[data-fold]').click();
    await expect(row(page, 1)).toHaveAttribute('aria-expanded', 'false');
    await expect(row(page, 1)).toContainText('{ … }');
    await expect(row(page, 2)).toHaveCount(0);
    await expect(row(page, closing)).toHaveCount(0);
    await expect(row(page, closing + 1)).toBeInViewport();

    await viewer(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 2)).toBeInViewport();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 0)).toContainText('[ … ]');
    await expect(page.locator('[data-row]')).toHaveCount(1);

    // Going to a line inside a fold opens it.
    await goToLine(page, 12_345);
    await expect(row(page, 12_344)).toBeInViewport();
  });

  await test.step('saves the output under the name of the input file', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('people.formatted.json');
    expect(readFileSync(await saved.path(), 'utf8')).toBe(pretty);

    await page.getByRole('radio', { name: 'Minify' }).check();
    await expect(page.getByText(/ 1 line\./)).toBeVisible();
    const minified = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await minified).suggestedFilename()).toBe('people.min.json');
    expect(readFileSync(await (await minified).path(), 'utf8')).toBe(text);
  });
});

test('splits a long line into rows, with and without wrapping', async ({ page }) => {
  await page.goto('/dev/formatter?indent=none');
  await openFile(page, 'people.json', text);
  await expect(page.getByText(verified)).toBeVisible();
  await expect(row(page, 0)).toContainText('[{"id":0,');
  await expect(row(page, 1)).toContainText('↪');
  const shown = await page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? '').join(''));
  expect(text.startsWith(shown)).toBe(true);
  await page.getByRole('button', { name: 'Wrap' }).click();
  await expect(page.getByRole('button', { name: 'Wrap' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => viewer(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const find = page.getByLabel('Find in the formatted text');
  await find.fill('näme 3999');
  await find.press('Enter');
  await expect(page.locator('mark[data-current]')).toHaveText('Näme 3999');
});

test('reports warnings, errors and encodings of files', async ({ page }) => {
  await open(page);

  await test.step('a warning about a file scrolls to its position in the output', async () => {
    await openFile(page, 'twice.json', `[${text},{"here":1,"here":2}]`);
    const warnings = page.getByRole('region', { name: 'Warnings' });
    await warnings.getByRole('button').last().click();
    await expect(page.locator('[aria-selected=true]')).toContainText('"here": 2');
    await expect(page.locator('[aria-selected=true]')).toBeInViewport();
  });

  await test.step('shows position, cause and surrounding text of an error in a file', async () => {
    await openFile(page, 'broken.json', `[${text},\nNaN]`);
    await expect(page.getByRole('alert')).toHaveText(invalid);
    await page.getByRole('button', { name: 'Show the text around line 2, column 1' }).click();
    await expect(page.locator('[data-snippet]')).toContainText('"Näme 3999"');
    await expect(viewer(page)).toHaveCount(0);
  });

  await test.step('reports other encodings, a byte order mark and an empty file', async () => {
    await openFile(page, 'latin1.json', Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]));
    await expect(page.getByRole('alert')).toHaveText(invalid);
    await expect(page.locator('[data-large-input]')).toHaveText('latin1.json 5 bytes · not UTF-8');
    await expect(page.getByText('The text is probably in Latin-1 or Windows-1252. Save it as UTF-8.')).toBeVisible();
    await openFile(page, 'utf32.json', Buffer.from([0x5b, 0, 0, 0, 0x5d, 0, 0, 0]));
    await expect(page.getByText('The text is in UTF-32. Save it as UTF-8.')).toBeVisible();
    for (const text of ['[1]', '\ufeff["é"]']) {
      await openFile(page, 'utf16.json', Buffer.from(text, 'utf16le'));
      await expect(page.getByText('Read as UTF-16.')).toBeVisible();
      await expect(page.getByText(verified)).toBeVisible();
    }
    await openFile(page, 'mark.json', '\ufeff[1]');
    await expect(page.getByText('Left out the byte order mark.')).toBeVisible();
    await expect(output(page)).toHaveValue('[\n  1\n]');
    await expect(page.getByText(verified)).toBeVisible();
    await openFile(page, 'empty.json', '');
    await expect(page.getByText('There is nothing to format yet.')).toBeVisible();
  });

  await test.step('reports an excessive output, but not as invalid JSON', async () => {
    await openFile(page, 'brackets.json', '['.repeat(60_000) + ']'.repeat(60_000));
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('alert')).not.toContainText('Invalid JSON');
  });
});

test('refuses to copy an output or a value that is too large for the clipboard', async ({ page }) => {
  await open(page);
  await openFile(page, 'large.json', JSON.stringify({ records: records(70_000) }));
  await expect(page.getByText('Formatted in')).toBeVisible();
  const refusal = page.getByText(/too large for the clipboard .* Download/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(refusal).toBeVisible();
  await row(page, 1).click();
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect(refusal).toBeHidden();
  await page.getByRole('button', { name: 'Copy value' }).click();
  await expect(refusal).toBeVisible();
});

/** Drops a file that repeats the same part. */
const dropRepeated = (page: Page, letter: string, times: number) =>
  page.evaluate(
    ([letter, times]) => {
      const part = new Blob([`{"a":"${letter.repeat(4_000_000)}"},`]);
      const data = new DataTransfer();
      data.items.add(new File(['[', ...Array(times).fill(part), '0]'], `${letter}.json`));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [letter, times] as const,
  );

test('shows and saves a file completely that replaces a larger one in progress', async ({ page }) => {
  await open(page);
  await dropRepeated(page, 'x', 400);
  // Wait until the output exceeds the memory limit and the browser stores Blobs.
  const read = () => page.getByRole('progressbar', { name: 'Formatting' }).evaluate((bar: HTMLProgressElement) => bar.value);
  await expect.poll(read).toBeGreaterThan(100_000_000);
  await dropRepeated(page, 'y', 20);
  await expect(page.getByText(verified)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  const part = `  {\n    "a": "${'y'.repeat(4_000_000)}"\n  },\n`;
  expect(saved === `[\n${part.repeat(20)}  0\n]`).toBe(true);
});

test('can be cancelled and used again', async ({ page }) => {
  await open(page);
  await dropRepeated(page, 'x', 400);
  await expect(page.getByRole('progressbar', { name: 'Formatting' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled.')).toBeVisible();
  await expect(formatButton(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).click();
  await format(page, '[1]');
  await expect(output(page)).toHaveValue('[\n  1\n]');
});

test('measures the time from the last start', async ({ page }) => {
  await page.clock.install();
  await page.route('**/assets/formatter-worker*', (route) => route.fulfill({ contentType: 'text/javascript', body: '' })); // never finishes
  await page.goto('/dev/formatter');
  await format(page, '[1]');
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/^0 % of 3 bytes · 6\d\.\d s$/)).toBeVisible();
  await page.getByLabel('Tab').check();
  await page.clock.fastForward(1000);
  await expect(page.getByText(/^0 % of 3 bytes · [1-9]\.\d s$/)).toBeVisible();
});
