import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../test.ts';

const field = (page: Page) => page.getByLabel('Say Something...');

const select = (area: Locator, start: number, end = start) =>
  area.evaluate((element: HTMLTextAreaElement, [start, end]) => element.setSelectionRange(start as number, end as number), [start, end]);

const caret = (area: Locator) => area.evaluate((element: HTMLTextAreaElement) => [element.selectionStart, element.selectionEnd]);

test('continues lists and replaces names of emoji, which can be undone', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const area = field(page);

  await test.step('inserts an item above the text and undoes it at once', async () => {
    for (const at of [0, 1, 2]) {
      await area.fill('- one');
      await select(area, at);
      await area.press('Enter');
      await expect(area).toHaveValue('- \n- one');
      expect(await caret(area)).toEqual([5, 5]);
      await area.press('Control+z');
      await expect(area).toHaveValue('- one');
      await area.press('Control+Shift+z');
      await expect(area).toHaveValue('- \n- one');
    }
  });

  await test.step('numbers the items below, moves empty items out, and undoes each at once', async () => {
    await area.fill('1. a\n   - b\n2. c');
    await select(area, 4);
    await page.keyboard.press('NumpadEnter');
    await expect(area).toHaveValue('1. a\n2. \n   - b\n3. c');
    expect(await caret(area)).toEqual([8, 8]);
    await area.press('Control+z');
    await expect(area).toHaveValue('1. a\n   - b\n2. c');
    await select(area, 11);
    await area.press('Enter');
    await area.press('Enter');
    await expect(area).toHaveValue('1. a\n   - b\n2. \n3. c');
    await area.press('Control+z');
    await expect(area).toHaveValue('1. a\n   - b\n   - \n2. c');
    await area.press('Control+z');
    await expect(area).toHaveValue('1. a\n   - b\n2. c');
  });

  await test.step('breaks the line without an item on Shift+Enter and in code, and replaces a selection', async () => {
    await area.fill('- one');
    await area.press('Shift+Enter');
    await expect(area).toHaveValue('- one\n');
    await area.press('Enter');
    await area.pressSequentially('- two');
    await area.press('Enter');
    await expect(area).toHaveValue('- one\n\n- two\n- ');
    await area.fill('```\n- one');
    await area.press('Enter');
    await expect(area).toHaveValue('```\n- one\n');
    await area.fill('- one\n- two');
    await select(area, 3, 9);
    await area.press('Enter');
    await expect(area).toHaveValue('- o\n- wo');
  });

  await test.step('continues a list with the keyboard of a phone, which sends no keys', async () => {
    await area.fill('- [x] one');
    const isLeft = await area.evaluate((element) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Unidentified', keyCode: 229, bubbles: true, cancelable: true }));
      return element.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertLineBreak', bubbles: true, cancelable: true }));
    });
    expect(isLeft).toBe(false);
    await expect(area).toHaveValue('- [x] one\n- [ ] ');
  });

  await test.step('replaces the name of an emoji as its second colon is typed, which can be undone', async () => {
    await area.fill('');
    await area.pressSequentially('Done :tada:');
    await expect(area).toHaveValue('Done 🎉');
    await area.press('Control+z');
    await expect(area).toHaveValue('Done :tada:');
    await area.pressSequentially(' and :+1:');
    await expect(area).toHaveValue('Done :tada: and 👍');
    await area.fill('');
    await area.pressSequentially(':rocket::heart: `:tada:` :nothing: 10:30:');
    await expect(area).toHaveValue('🚀❤️ `:tada:` :nothing: 10:30:');
    await area.fill('see');
    await area.press('Home');
    await area.pressSequentially(':x:');
    await expect(area).toHaveValue('❌see');
    expect(await caret(area)).toEqual([1, 1]);
  });

  await test.step('returns the caret to its place when an edit is undone', async () => {
    await area.fill('1. a\n2. b\n3. c');
    await select(area, 4);
    await area.press('Enter');
    await area.press('Control+z');
    expect(await caret(area)).toEqual([4, 4]);
    await area.pressSequentially('!');
    await expect(area).toHaveValue('1. a!\n2. b\n3. c');
    await select(area, 5, 10);
    await area.press('Enter');
    await expect(area).toHaveValue('1. a!\n2. \n3. c');
    await area.press('Control+z');
    expect(await caret(area)).toEqual([5, 10]);
  });
});

test('replaces the names of emoji that were typed while their list was loading', async ({ member: { page } }) => {
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/emoji-list-*', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/dev/posts');
  const area = field(page);
  await area.pressSequentially(':rocket::heart: `:tada:` :nothing: 10:30: a::tada: and :+1: so');
  release();
  await expect(area).toHaveValue('🚀❤️ `:tada:` :nothing: 10:30: a::tada: and 👍 so');
});
