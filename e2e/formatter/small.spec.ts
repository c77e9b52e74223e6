import type { Page } from '@playwright/test';
import { hold } from '../network.ts';
import { expect, test } from '../test.ts';
import { caret, format, formatButton, input, invalid, output, verified } from './screen.ts';

const open = (page: Page) => page.goto('/dev/formatter');

test('scrolls to an error below the text area', async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 700 },
    { width: 1280, height: 720 },
  ])
    await test.step(`${viewport.width} × ${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/dev/formatter');
      await format(page, '');
      await expect(page.getByText(invalid)).toBeInViewport({ ratio: 1 });
      await format(page, '{"a": nul}');
      await expect(page.getByRole('button', { name: /^Go to line 1/ })).toBeInViewport({ ratio: 1 });
    });
});

test('sizes the text areas, and changes only white space', async ({ page }) => {
  await open(page);

  await test.step('has a title and a heading below the navigation bar', async () => {
    await expect(page).toHaveTitle('JSON Formatter · Dev Connector Demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JSON Formatter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByText('Nothing leaves your browser')).toBeVisible();
  });

  await test.step('sizes the text areas for desktop and mobile', async () => {
    for (const [width, cols, rows] of [
      [1280, '60', '25'],
      [390, '44', '18'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      for (const area of [input(page), output(page)]) {
        await expect(area).toHaveAttribute('cols', cols);
        await expect(area).toHaveAttribute('rows', rows);
      }
    }
    await expect(output(page)).toHaveAttribute('readonly');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('formats with two spaces and shows a summary', async () => {
    await format(page, '{"a":[1,{"b":null}],"c":{},"d":[]}');
    await expect(output(page)).toHaveValue(JSON.stringify({ a: [1, { b: null }], c: {}, d: [] }, null, 2));
    await expect(page.getByText(verified)).toBeVisible();
    await expect(page.getByText(/^Formatted in .*: 34 bytes to 73 bytes, 10 lines\.$/)).toBeVisible();
    await expect(input(page)).toHaveValue('{"a":[1,{"b":null}],"c":{},"d":[]}');
  });

  await test.step('changes only white space', async () => {
    const exact = '{"b":1.0,"a":12345678901234567890,"b":-0,"c":1e400,"2":"\\u0041\\/","1":"é"}';
    await format(page, exact);
    await expect(output(page)).toHaveValue(`{\n  ${exact.slice(1, -1).replaceAll(',', ',\n  ').replaceAll(':', ': ')}\n}`);
  });

  await test.step('preserves right-to-left text and special characters', async () => {
    const text = '{"مفتاح":"قيمة، 1","שלום":[1,2],"👩‍💻":"\u202e\u0000"}'.replace('\u0000', '\\u0000');
    await format(page, text);
    await expect(output(page)).toHaveAttribute('dir', 'ltr');
    await expect(output(page)).not.toHaveValue('');
    expect((await output(page).inputValue()).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    await format(page, '["مفتاح", ]');
    await page.getByRole('button', { name: /Go to line 1, column 11/ }).click();
    await expect.poll(() => caret(page)).toBe(10);
  });

  await test.step('handles deep nesting, a single value and a lone surrogate', async () => {
    await format(page, '['.repeat(200) + ']'.repeat(200));
    await expect(page.getByText(verified)).toBeVisible();
    await format(page, ' 7 ');
    await expect(output(page)).toHaveValue('7');
    await input(page).evaluate((area: HTMLTextAreaElement) => {
      area.value = '["\ud800"]';
    });
    await formatButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(invalid);
  });
});

for (const [keys, platform, label] of [
  ['Control+Enter', 'Win32', 'Ctrl ↵'],
  ['Meta+Enter', 'MacIntel', '⌘ ↵'],
] as const)
  test(`formats on ${keys} on ${platform}`, async ({ page }) => {
    await page.addInitScript((platform) => Object.defineProperty(navigator, 'platform', { value: platform }), platform);
    await open(page);
    await input(page).fill('[1]');
    await expect(formatButton(page)).toContainText(label);
    await expect(formatButton(page)).toHaveAttribute('aria-keyshortcuts', keys);
    await page.keyboard.press(keys);
    await expect(output(page)).toHaveValue('[\n  1\n]');
    await expect(input(page)).toBeFocused();
  });

test('reports invalid and blank texts', async ({ page }) => {
  await open(page);

  await test.step('shows message, red border, position and cause of invalid JSON until the user types', async () => {
    const border = () => input(page).evaluate((area) => getComputedStyle(area).borderColor);
    await format(page, '{\n  "name": "Ada",\n  "tags": [1, 2,]\n}');
    await expect(page.getByRole('alert')).toHaveText(invalid);
    await expect(input(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(input(page)).toHaveAccessibleDescription(new RegExp(invalid));
    const red = await page.getByRole('alert').evaluate((message) => getComputedStyle(message).color);
    await expect.poll(border).toBe(red);
    await expect(page.getByText(/^Remove the trailing comma\. Expected/)).toBeVisible();
    await expect(page.locator('[data-snippet]')).toContainText('"tags": [1, 2,]');

    await page.getByRole('button', { name: /Go to line 3, column 17/ }).click();
    await expect(input(page)).toBeFocused();
    await expect.poll(() => caret(page)).toBe('{\n  "name": "Ada",\n  "tags": [1, 2,'.length);

    await page.getByRole('button', { name: 'line 3, column 11' }).click();
    await expect.poll(() => caret(page)).toBe('{\n  "name": "Ada",\n  "tags": '.length);

    await input(page).press('End');
    await input(page).pressSequentially(' ');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(input(page)).not.toHaveAttribute('aria-invalid');
    await expect.poll(border).not.toBe(red);
  });

  await test.step('removes the previous output on an error', async () => {
    await format(page, '[1]');
    await expect(output(page)).toHaveValue('[\n  1\n]');
    await format(page, '[1');
    await expect(page.getByRole('alert')).toHaveText(invalid);
    await expect(output(page)).toHaveValue('');
    await expect(page.getByText(verified)).toHaveCount(0);
  });

  await test.step('explains what to do if the input is blank', async () => {
    for (const blank of ['', ' \n\t '])
      await test.step(JSON.stringify(blank), async () => {
        await format(page, blank);
        await expect(page.getByText('There is nothing to format yet.')).toBeVisible();
        await expect(page.getByRole('alert')).toHaveText(invalid);
        await expect(input(page)).toBeFocused();
        await input(page).pressSequentially('1');
        await expect(page.getByText('There is nothing to format yet.')).toHaveCount(0);
      });
  });
});

test('shows warnings, grouped by kind', async ({ page }) => {
  await open(page);

  await test.step('shows warnings with the output and links to their positions', async () => {
    const text = '{\n"id": 9007199254740993,\n"id": 1, "half": "\\ud800"}';
    await format(page, text);
    const warnings = page.getByRole('region', { name: 'Warnings' });
    await expect(warnings.getByRole('heading')).toHaveText('3 warnings');
    await expect(output(page)).toHaveValue(/9007199254740993/);
    await expect(warnings.getByRole('listitem').filter({ hasText: 'occurs twice' })).toContainText('"id"');
    await warnings.getByRole('button', { name: 'line 3, column 1', exact: true }).click();
    await expect.poll(() => caret(page)).toBe(text.indexOf('"id": 1'));
    await warnings.getByRole('button', { name: 'line 2, column 1', exact: true }).click();
    await expect.poll(() => caret(page)).toBe(text.indexOf('"id"'));
    await warnings.getByRole('listitem').filter({ hasText: '\\ud800' }).getByRole('button').click();
    await expect.poll(() => caret(page)).toBe(text.indexOf('\\ud800'));
  });

  await test.step('warns of a number that becomes infinity', async () => {
    await format(page, '[1e400]');
    await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(
      'The number 1e400 at line 1, column 2 is beyond the range of a 64-bit float: many programs read infinity or 0.',
    );
  });

  await test.step('groups warnings of a kind, so that many do not hide another kind', async () => {
    const text = `{\n${Array.from({ length: 1234 }, (_, index) => `"${index}": 9007199254740993,\n`).join('')}"id": 1,\n"id": 2}`;
    await format(page, text);
    const warnings = page.getByRole('region', { name: 'Warnings' });
    await expect(warnings.getByRole('heading')).toHaveText('1,235 warnings');
    const group = warnings.getByRole('listitem').filter({ hasText: 'integers beyond 2^53' });
    await expect(group).toContainText('1,234 integers beyond 2^53: many programs round them.');
    await expect(group.getByRole('listitem').filter({ visible: true })).toHaveCount(3);
    await group.getByText('The first 200').click();
    await expect(group.getByRole('listitem').filter({ visible: true })).toHaveCount(200);
    await warnings.getByRole('button', { name: 'line 1,237, column 1', exact: true }).click();
    await expect.poll(() => caret(page)).toBe(text.lastIndexOf('"id"'));
  });
});

test('stores the indentation, copies and saves', async ({ page, context }) => {
  await open(page);

  await test.step('copies and saves the output', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await format(page, '["é"]');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('[\n  "é"\n]');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('formatted.json');
  });

  await test.step('applies the indentation immediately and stores it in the URL and the browser', async () => {
    await format(page, '{"a":[1]}');
    await expect(output(page)).toHaveValue('{\n  "a": [\n    1\n  ]\n}');
    for (const [label, name, text] of [
      ['4 spaces', '4', '{\n    "a": [\n        1\n    ]\n}'],
      ['Tab', 'tab', '{\n\t"a": [\n\t\t1\n\t]\n}'],
      ['Minify', 'none', '{"a":[1]}'],
    ] as const) {
      await page.getByRole('radio', { name: label }).check();
      await expect(output(page)).toHaveValue(text);
      await expect(page).toHaveURL(`/dev/formatter?indent=${name}`);
    }
    const other = await context.newPage();
    await other.goto('/dev/formatter');
    await expect(other.getByRole('radio', { name: 'Minify' })).toBeChecked();
    await other.goto('/dev/formatter?indent=4');
    await expect(other.getByRole('radio', { name: '4 spaces' })).toBeChecked();
    await other.goto('/dev/formatter?indent=nonsense');
    await expect(other.getByRole('radio', { name: 'Minify' })).toBeChecked();
  });
});

test('formats a text that was pasted before the scripts loaded', async ({ page }) => {
  const { held, release } = await hold(page, 'GET', /\/assets\/.*\.js$/);
  await page.goto('/dev/formatter', { waitUntil: 'commit' });
  await input(page).fill('[1]');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  release();
  await expect(output(page)).toHaveValue('[\n  1\n]');
});

test('restores the text after a reload, without formatting it', async ({ page }) => {
  await open(page);

  await test.step('does not format automatically after a reload', async () => {
    await format(page, '[1]');
    await expect(output(page)).toHaveValue('[\n  1\n]');
    await page.reload();
    await expect(output(page)).toHaveValue('');
    await expect(page.getByText('Formatted in')).toHaveCount(0);
  });

  await test.step('restores the text area after a reload', async () => {
    await page.getByLabel('JSON', { exact: true }).fill('{"precious": 1}');
    await page.reload();
    await expect(page.getByLabel('JSON', { exact: true })).toHaveValue('{"precious": 1}');
  });
});

test('reports a worker that cannot start', async ({ page }) => {
  await page.route('**/assets/formatter-worker*', (route) => route.abort());
  await page.goto('/dev/formatter');
  await format(page, '[1]');
  await expect(page.getByText(/The formatter stopped/)).toBeVisible();
});
