import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

const field = (page: EnginePage) => page.getByLabel('Say Something...');

const select = (page: EnginePage, start: number, end: number) =>
  field(page).evaluate(
    (area, [start, end]) => (area as HTMLTextAreaElement).setSelectionRange(start as number, end as number),
    [start, end],
  );

const selection = (page: EnginePage) =>
  field(page).evaluate((area) => [(area as HTMLTextAreaElement).selectionStart, (area as HTMLTextAreaElement).selectionEnd]);

/** Undoes the last edit. WebKitWebDriver has no keys for it; Chromium's are in `journeys/lists-in-composer.spec.ts`. */
const undo = (page: EnginePage) => page.evaluate(() => void document.execCommand('undo'));

/** Dispatches a key event on the text field. @returns whether the page used the key. */
const dispatch = (page: EnginePage, event: KeyboardEventInit) =>
  field(page).evaluate(
    (area, event) => !area.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true })),
    event,
  );

test('the field of a post continues lists, and uses keys of every layout and input method', async ({ page, member: _member }) => {
  const value = () => field(page).inputValue();
  await page.goto('/dev/posts');
  await field(page).click();
  await page.getByRole('button', { name: 'Preview' }).waitFor();

  await test.step('continues lists as they are typed, and undoes each item at once', async () => {
    await page.keyboard.type('1. a');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await expect.poll(value).toBe('1. a\n2. b');
    await select(page, 4, 4);
    await page.keyboard.press('Enter');
    await expect.poll(value).toBe('1. a\n2. \n3. b');
    expect(await selection(page)).toEqual([8, 8]);
    await undo(page);
    await expect.poll(value).toBe('1. a\n2. b');
    await expect.poll(() => selection(page)).toEqual([4, 4]);
    await select(page, 3, 3);
    await page.keyboard.press('Enter');
    await expect.poll(value).toBe('1. \n2. a\n3. b');
    expect(await selection(page)).toEqual([7, 7]);
    await undo(page);
    await expect.poll(value).toBe('1. a\n2. b');
    await select(page, 9, 9);
    await page.keyboard.press('Enter');
    await expect.poll(value).toBe('1. a\n2. b\n3. ');
    await page.keyboard.press('Enter');
    await expect.poll(value).toBe('1. a\n2. b\n');
    await undo(page);
    await expect.poll(value).toBe('1. a\n2. b\n3. ');
  });

  await test.step('breaks a line without an item on Shift+Enter', async () => {
    await field(page).fill('');
    await page.keyboard.type('- one');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => field(page).inputValue()).toBe('- one\n');
  });

  await test.step('replaces the name of an emoji that is typed, which can be undone', async () => {
    await field(page).fill('');
    await page.keyboard.type('Done :tada:');
    await expect.poll(value).toBe('Done 🎉');
    await undo(page);
    await expect.poll(value).toBe('Done :tada:');
    await page.keyboard.type('!');
    await expect.poll(value).toBe('Done :tada:!');
  });

  await test.step('sets marks with Ctrl and a letter on each layout, and undoes them', async () => {
    await field(page).fill('');
    await page.keyboard.type('bold');
    await select(page, 0, 4);
    await page.keyboard.press('Control+b');
    await expect.poll(value).toBe('**bold**');
    await undo(page);
    await expect.poll(value).toBe('bold');
    await expect.poll(() => selection(page)).toEqual([0, 4]);
    expect(await dispatch(page, { key: 'И', code: 'KeyB', ctrlKey: true })).toBe(true);
    await expect.poll(value).toBe('**bold**');
    expect(await dispatch(page, { key: 'и', code: 'KeyB', ctrlKey: true, altKey: true })).toBe(false);
    await page.keyboard.press('Control+k');
    await expect.poll(value).toBe('**[bold]()**');
  });

  await test.step('leaves keys to an input method during a composition and after it', async () => {
    await field(page).fill('');
    await page.keyboard.type('- one :rocke');
    await page.getByRole('option').first().waitFor();
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown'])
      for (const event of [{ isComposing: true }, { keyCode: 229 }]) expect(await dispatch(page, { key, ...event })).toBe(false);
    expect(await page.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
    expect(await value()).toBe('- one :rocke');
    await page.keyboard.press('Enter');
    await expect.poll(value).toBe('- one 🚀 ');
  });
});
