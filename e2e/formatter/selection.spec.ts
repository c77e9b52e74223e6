import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { format, openFile, records, row, verified, viewer } from './screen.ts';

const text = JSON.stringify(records(1000));
const pretty = JSON.stringify(records(1000), null, 2);
const lines = pretty.split('\n');
const startOf = (line: number) => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dev/formatter');
});

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Copies with the keyboard and returns the copied text. */
async function copy(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'));
  await viewer(page).press('Control+c');
  await expect.poll(() => clipboard(page)).not.toBe('nothing was copied');
  return clipboard(page);
}

/** Returns the point before a character of a row. */
const pointOf = (page: Page, number: number, column: number) =>
  row(page, number)
    .locator('[data-text]')
    .evaluate((element, column) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let left = column;
      let node = walker.nextNode() as Text;
      for (; left > node.length; node = walker.nextNode() as Text) left -= node.length;
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left);
      const { left: x, top, height } = range.getBoundingClientRect();
      return { x: x + 1, y: top + height / 2 };
    }, column);

async function moveTo(page: Page, number: number, column: number): Promise<void> {
  const { x, y } = await pointOf(page, number, column);
  await page.mouse.move(x, y);
}

async function press(page: Page, number: number, column: number): Promise<void> {
  await moveTo(page, number, column);
  await page.mouse.down();
}

async function release(page: Page, number: number, column: number): Promise<void> {
  await moveTo(page, number, column);
  await page.mouse.up();
}

async function click(page: Page, number: number, column: number, modifiers: 'Shift'[] = []): Promise<void> {
  for (const key of modifiers) await page.keyboard.down(key);
  await press(page, number, column);
  await page.mouse.up();
  for (const key of modifiers) await page.keyboard.up(key);
}

/** Turns the wheel until a row is visible. */
async function wheelTo(page: Page, number: number): Promise<void> {
  const distance = () =>
    viewer(page).evaluate((box, number) => {
      const rows = [...box.querySelectorAll('[data-row]')];
      const { top, bottom } = box.getBoundingClientRect();
      const row = rows.find((row) => row.getAttribute('data-row') === String(number))?.getBoundingClientRect();
      if (!row) return Number(rows[0]?.getAttribute('data-row')) < number ? 400 : -400;
      if (row.top >= top && row.bottom <= bottom) return 0;
      return row.top < top ? -200 : 200;
    }, number);
  for (let pixels = await distance(); pixels !== 0; pixels = await distance()) {
    await page.mouse.wheel(0, pixels);
    await whenSettled(page);
  }
}

/** Waits until the rows have been at the same place for three frames: a turn of the wheel scrolls in a later one. */
const whenSettled = (page: Page): Promise<void> =>
  viewer(page).evaluate(
    (box) =>
      new Promise<void>((resolve) => {
        let [last, frames] = ['', 0];
        const check = () => {
          const row = box.querySelector('[data-row]');
          const place = `${box.scrollTop} ${row?.getAttribute('data-row')} ${row?.getBoundingClientRect().top}`;
          frames = place === last ? frames + 1 : 0;
          last = place;
          if (frames === 3) resolve();
          else requestAnimationFrame(check);
        };
        check();
      }),
  );

async function goToStart(page: Page): Promise<void> {
  await viewer(page).press('Control+Home');
  await expect(row(page, 0)).toBeInViewport();
  await whenSettled(page);
}

async function openRecords(page: Page): Promise<void> {
  await openFile(page, 'people.json', text);
  await expect(page.getByText(verified)).toBeVisible();
  await row(page, 5).waitFor();
}

test('extends selections over many pages', async ({ page }) => {
  await openRecords(page);

  await test.step('copies what is dragged over with the wheel, whatever is in the page', async () => {
    await press(page, 3, 6);
    await wheelTo(page, 203);
    await release(page, 203, 4);
    expect(await copy(page)).toBe(pretty.slice(startOf(3) + 6, startOf(203) + 4));
    await expect(row(page, 3)).toHaveCount(0);
    await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'));
    expect(await page.evaluate(() => document.execCommand('copy'))).toBe(true); // the menu of the browser
    await expect.poll(() => clipboard(page)).toBe(pretty.slice(startOf(3) + 6, startOf(203) + 4));

    // Upwards, from a row that leaves the page.
    await press(page, 203, 4);
    await wheelTo(page, 3);
    await release(page, 3, 6);
    expect(await copy(page)).toBe(pretty.slice(startOf(3) + 6, startOf(203) + 4));
  });

  await test.step('Shift and a click extends the selection, in both directions', async () => {
    await goToStart(page);
    await click(page, 10, 5);
    await wheelTo(page, 300);
    await click(page, 300, 3, ['Shift']);
    expect(await copy(page)).toBe(pretty.slice(startOf(10) + 5, startOf(300) + 3));
    await page.mouse.wheel(0, -100_000);
    await expect(row(page, 2)).toBeInViewport();
    await click(page, 2, 4, ['Shift']);
    expect(await copy(page)).toBe(pretty.slice(startOf(2) + 4, startOf(10) + 5));
  });

  await test.step('Shift with Page Down extends the selection over many pages', async () => {
    await goToStart(page);
    await click(page, 3, 6);
    for (let presses = 0; presses < 20; presses++) await page.keyboard.press('Shift+PageDown');
    const copied = await copy(page);
    expect(copied.split('\n').length).toBeGreaterThan(200);
    expect(pretty.slice(startOf(3) + 6).startsWith(copied)).toBe(true);
    for (let presses = 0; presses < 20; presses++) await page.keyboard.press('Shift+PageUp');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await copy(page)).toBe(pretty.slice(startOf(3) + 6, startOf(3) + 7));
  });
});

test('scrolls while the mouse is dragged below the viewer', async ({ page }) => {
  await openRecords(page);
  await press(page, 3, 6);
  const box = await viewer(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + (box?.height ?? 0) + 20);
  await row(page, 100).waitFor();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
  await page.mouse.up();
  const copied = await copy(page);
  expect(pretty.slice(startOf(3) + 6)).toMatch(new RegExp(`^${copied.slice(0, 100).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  expect(pretty.slice(startOf(3) + 6).startsWith(copied)).toBe(true);
  expect(copied.split('\n').length).toBeGreaterThan(50);
});

test('replaces, shows and copies selections', async ({ page }) => {
  await openRecords(page);

  await test.step('a later selection replaces that of the whole text', async () => {
    await viewer(page).press('Control+a');
    expect(await copy(page)).toBe(pretty);
    await press(page, 3, 6);
    await release(page, 4, 4);
    expect(await copy(page)).toBe(pretty.slice(startOf(3) + 6, startOf(4) + 4));
    await viewer(page).press('Control+a');
    await viewer(page).press('Shift+ArrowUp');
    expect(await copy(page)).toBe(pretty.slice(0, startOf(lines.length - 2) + 1));
    await viewer(page).press('Escape');
    expect(await copy(page)).toBe('}');
  });

  await test.step('selects a word with two clicks, and a line with three or at its number', async () => {
    await goToStart(page);
    const { x, y } = await pointOf(page, 3, 14);
    await page.mouse.dblclick(x, y);
    expect(await copy(page)).toBe('Näme');
    await page.mouse.click(x, y, { clickCount: 3 });
    expect(await copy(page)).toBe(lines[3]);
    const box = await row(page, 4).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 16, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 16, (box?.y ?? 0) + 50);
    await page.mouse.up();
    expect(await copy(page)).toBe(lines.slice(4, 7).join('\n'));
  });

  await test.step('keeps the selection, and shows it, while the text is searched', async () => {
    await press(page, 3, 6);
    await release(page, 4, 4);
    await page.getByLabel('Find in the formatted text').focus();
    expect(await page.evaluate(() => [...(CSS.highlights.get('formatter-selection') ?? [])].map(String))).toEqual([
      lines[3]?.slice(6),
      lines[4]?.slice(0, 4),
    ]);
    await page.getByRole('button', { name: 'Copy selection' }).click();
    await expect.poll(() => clipboard(page)).toBe(pretty.slice(startOf(3) + 6, startOf(4) + 4));
  });
});

test('Shift and a key extends the selection', async ({ page }) => {
  await openRecords(page);
  for (const [keys, from, to] of [
    [
      ['Shift+ArrowDown', 'Shift+ArrowDown'],
      [3, 6],
      [5, 6],
    ],
    [['Shift+ArrowUp'], [3, 6], [2, 6]],
    [
      ['Shift+ArrowRight', 'Shift+ArrowRight'],
      [3, 14],
      [3, 16],
    ],
    [['Shift+ArrowLeft'], [3, 0], [2, lines[2]?.length ?? 0]],
    [['Shift+End'], [3, 6], [3, lines[3]?.length ?? 0]],
    [['Shift+Home'], [3, 6], [3, 0]],
    [['Control+Shift+End'], [3, 6], [lines.length - 1, 1]],
    [['Control+Shift+Home'], [3, 6], [0, 0]],
    [['Control+Shift+ArrowRight'], [3, 6], [3, 9]],
    [['Control+Shift+ArrowLeft'], [3, 9], [3, 5]],
  ] as const)
    await test.step(keys.join(', '), async () => {
      await goToStart(page);
      await click(page, from[0], from[1]);
      for (const key of keys) await page.keyboard.press(key);
      const [a, b] = [startOf(from[0]) + from[1], startOf(to[0]) + to[1]];
      expect(await copy(page)).toBe(pretty.slice(Math.min(a, b), Math.max(a, b)));
    });
});

const long = { first: `é${'0123456789'.repeat(1000)}😀${'ü'.repeat(3000)}`, last: 1 };
const longLines = JSON.stringify(long, null, 2).split('\n');

test('moves by characters, copies folds and texts that are cut into rows', async ({ page }) => {
  await test.step('copies a line that is cut into rows without line feeds', async () => {
    await format(page, JSON.stringify(long));
    await expect(row(page, 3)).toContainText('↪');
    await row(page, 3).click();
    await viewer(page).press('Escape');
    expect(await copy(page)).toBe(longLines[1]?.trim());
    await press(page, 0, 0);
    await release(page, 4, 10);
    const copied = await copy(page);
    expect(JSON.stringify(long, null, 2).startsWith(copied)).toBe(true);
    expect(copied.split('\n')).toHaveLength(2);
    await row(page, 3).click({ clickCount: 3 });
    expect(await copy(page)).toBe(longLines[1]);
    await viewer(page).press('Shift+Home');
    await viewer(page).press('Shift+End');
    expect(await copy(page)).toBe(longLines[1]);
  });

  await test.step('moves by whole characters, also between rows of one line', async () => {
    await format(page, JSON.stringify({ a: '👩‍👩‍👧‍👦🇩🇪é' }));
    await click(page, 1, 8);
    for (const expected of ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦🇩🇪', '👩‍👩‍👧‍👦🇩🇪é', '👩‍👩‍👧‍👦🇩🇪é"']) {
      await page.keyboard.press('Shift+ArrowRight');
      expect(await copy(page)).toBe(expected);
    }
  });

  await test.step('copies folded objects and arrays whole', async () => {
    const value = { a: [{ b: 1, c: [2] }, 3], d: 4 };
    const pretty = JSON.stringify(value, null, 2);
    await format(page, JSON.stringify(value));
    await row(page, 2).locator('[data-fold]').click();
    await expect(row(page, 2)).toContainText('{ … },');
    await viewer(page).press('Control+a');
    expect(await copy(page)).toBe(pretty);
    await press(page, 1, 2);
    const end = await row(page, 2).boundingBox();
    await page.mouse.move((end?.x ?? 0) + (end?.width ?? 0) - 4, (end?.y ?? 0) + 10);
    await page.mouse.up();
    expect(await copy(page)).toBe(pretty.slice(pretty.indexOf('"a"'), pretty.indexOf('},') + 2));
    // From the end of the fold with the keyboard, over the fold.
    await click(page, 2, 4);
    await page.keyboard.press('Shift+ArrowDown');
    expect(await copy(page)).toBe(pretty.slice(pretty.indexOf('{\n      "b"'), pretty.indexOf('3')));
    await click(page, 2, 4);
    expect(await copy(page)).toBe(pretty.slice(pretty.indexOf('{\n      "b"'), pretty.indexOf('},') + 2));
  });
});

test("takes over the browser's selection, as handles on a touch screen change it", async ({ page }) => {
  await openRecords(page);
  const choose = (from: number, to: number) =>
    page.evaluate(
      ([from, to]) => {
        const texts = (row: number) => document.querySelector(`[data-row="${row}"] [data-text]`) as Element;
        getSelection()?.setBaseAndExtent(texts(from as number), 0, texts(to as number), texts(to as number).childNodes.length);
      },
      [from, to],
    );
  await choose(3, 5);
  expect(await copy(page)).toBe(lines.slice(3, 6).join('\n'));
  // The handle at the end is dragged on until the first rows have left the page.
  await moveTo(page, 3, 6);
  for (let number = 20; number <= 120; number += 10) {
    await wheelTo(page, number);
    await page.evaluate((number) => {
      const text = document.querySelector(`[data-row="${number}"] [data-text]`) as Element;
      getSelection()?.extend(text, text.childNodes.length);
    }, number);
  }
  expect(await copy(page)).toBe(lines.slice(3, 121).join('\n'));
});

test("takes over the browser's selection although the viewer renders before it is told", async ({ page }) => {
  await openRecords(page);
  await press(page, 1, 2);
  await release(page, 2, 4);
  await page.evaluate(() => {
    const texts = (row: number) => document.querySelector(`[data-row="${row}"] [data-text]`) as Element;
    getSelection()?.setBaseAndExtent(texts(3), 0, texts(5), texts(5).childNodes.length);
    document.querySelector('[data-viewer]')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true })); // renders before the task of `selectionchange`
  });
  expect(await copy(page)).toBe(lines.slice(3, 6).join('\n'));
});

test('offers to download a selection that is too large for the clipboard', async ({ page }) => {
  const large = records(70_000);
  await openFile(page, 'large.json', JSON.stringify(large));
  await expect(page.getByText('Formatted in')).toBeVisible();
  await row(page, 5).waitFor();
  await click(page, 3, 6);
  await page.keyboard.press('Control+Shift+End');
  await expect(page.getByLabel('Selection')).toHaveText(/^\d+ MB selected$/);
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/too large for the clipboard .* Download/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download selection' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved === JSON.stringify(large, null, 2).slice(startOf(3) + 6)).toBe(true);
});

test('copies a string as it is written and as text, and opens JSON in it as a document', async ({ page, context }) => {
  const inner = { deep: '{"deeper":[1]}', text: 'say "hi"\n\tü' };
  await format(page, JSON.stringify({ payload: JSON.stringify(inner), number: 1, note: '[x] done' }));
  await row(page, 1).click();
  await page.getByRole('button', { name: 'Copy value' }).click();
  await expect.poll(() => clipboard(page)).toBe(JSON.stringify(JSON.stringify(inner)));
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect(page.getByText('Text copied.')).toBeVisible();
  await expect.poll(() => clipboard(page)).toBe(JSON.stringify(inner));
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open as JSON' }).click();
  const document = await opened;
  await expect(document.getByLabel('Formatted', { exact: true })).toHaveValue(JSON.stringify(inner, null, 2));
  await expect(page.getByText('Opened in a new tab.')).toBeVisible();
  await row(document, 2).click();
  await document.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => clipboard(document)).toBe(inner.text);
  await row(page, 2).click();
  await expect(page.getByLabel('Path of the cursor')).toHaveText('$.number');
  await expect(page.getByRole('button', { name: /Copy text|Open as JSON/ })).toHaveCount(0);
  await row(page, 3).click();
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open as JSON' })).toHaveCount(0);
});

test('copies on pages without https', async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.reload();
  await openRecords(page);
  await press(page, 3, 6);
  await release(page, 4, 4);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Selection copied.')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dev/formatter');
  await other.getByLabel('JSON', { exact: true }).press('Control+v');
  await expect(other.getByLabel('JSON', { exact: true })).toHaveValue(pretty.slice(startOf(3) + 6, startOf(4) + 4));
});

test('finds decoded and raw texts', async ({ page }) => {
  for (const [needle, value, status] of [
    ['zürich', 'Z\\u00fcrich', '1 of 1 · decoded text'],
    ['\\u00FC', 'Z\\u00fcrich', '1 of 1 · raw text'],
    ['éric', 'ÉRIC', '1 of 1'],
    ['say "hi"', 'say \\"hi\\"', '1 of 1 · decoded text'],
  ] as const)
    await test.step(`${needle} in ${value}`, async () => {
      await format(page, `{"value":"${value}"}`);
      await expect(row(page, 1)).toContainText(value);
      await page.getByLabel('Find in the formatted text').fill(needle);
      await expect(page.locator('[data-matches]')).toHaveText(status);
      await expect(page.locator('mark[data-current]')).toHaveText(needle === '\\u00FC' ? '\\u00fc' : value);
    });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { hasTouch: true, reducedMotion: 'reduce' } });

  test('taps select from one place to another, over rows that leave the page', async ({ page }) => {
    await openRecords(page);
    const tap = async (number: number, column: number) => {
      const { x, y } = await pointOf(page, number, column);
      await page.touchscreen.tap(x, y);
    };
    await tap(3, 6);
    await page.getByRole('button', { name: 'Extend' }).tap();
    await moveTo(page, 3, 6);
    await wheelTo(page, 203);
    await tap(203, 4);
    await expect(page.getByLabel('Selection')).toBeVisible();
    await page.getByRole('button', { name: 'Copy selection' }).tap();
    await expect.poll(() => clipboard(page)).toBe(pretty.slice(startOf(3) + 6, startOf(203) + 4));
  });
});

test('Ctrl+A selects all on each keyboard', async ({ page }) => {
  await openRecords(page);
  for (const [layout, key] of [
    ['Cyrillic', 'ф'],
    ['Greek', 'α'],
    ['Latin with Caps Lock', 'A'],
  ] as const)
    await test.step(layout, async () => {
      await row(page, 5).click();
      await expect(page.locator('[aria-selected=true]')).toHaveAttribute('data-row', '5');
      await viewer(page).dispatchEvent('keydown', { key, code: 'KeyA', ctrlKey: true });
      expect(await copy(page)).toBe(pretty);
    });
});

test('shows characters that reorder a text as escapes, and copies them as they are', async ({ page }) => {
  const raw = '{"a\u202ebc": "\u2066d\u00ade"}';
  await format(page, raw);
  await expect(page.getByText(verified)).toBeVisible();
  const escapes = row(page, 1).locator('[data-escape]');
  await expect(escapes).toHaveCount(3);
  expect(await escapes.evaluateAll((all) => all.map((one) => one.getAttribute('data-escape')))).toEqual(['\\u202e', '\\u2066', '\\u00ad']);
  for (const one of await escapes.all()) expect((await one.boundingBox())?.width).toBeGreaterThan(20);
  const points = await Promise.all([...'  "a.bc'].map((_, column) => pointOf(page, 1, column)));
  expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
  await viewer(page).press('Control+a');
  expect(await copy(page)).toBe(`{\n  ${raw.slice(1, -1)}\n}`);
});
