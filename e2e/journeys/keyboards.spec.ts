import { card, unique } from '../feed.ts';
import { dispatchKey, useMac } from '../keys.ts';
import { expect, test, waitForShortcuts } from '../test.ts';

const russian = { k: { key: 'л', code: 'KeyK' }, b: { key: 'и', code: 'KeyB' }, j: { key: 'о', code: 'KeyJ' } };

test('uses keys of all layouts in the field of a post, once per press', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const area = page.getByLabel('Say Something...');

  await test.step('formats on layouts without Latin letters and with Caps Lock, once per press', async () => {
    await area.fill('bold');
    await area.selectText();
    expect(await dispatchKey(page, { ...russian.b, modifiers: 'Control' })).toBe(true);
    await expect(area).toHaveValue('**bold**');
    expect(await dispatchKey(page, { ...russian.b, modifiers: 'Control+Repeat' })).toBe(true); // or the browser would use it
    await expect(area).toHaveValue('**bold**');
    expect(await dispatchKey(page, { key: 'B', code: 'KeyB', modifiers: 'Control' })).toBe(true);
    await expect(area).toHaveValue('bold');
    for (const modifiers of ['Control+Alt', 'AltGraph', 'Control+Alt+AltGraph', 'Meta', 'Control+Shift'])
      expect(await dispatchKey(page, { key: 'e', code: 'KeyE', modifiers })).toBe(false);
    await expect(area).toHaveValue('bold');
  });

  await test.step('sends a form with Control and Enter of the numeric keypad, once', async () => {
    const text = unique('Keypad');
    await area.fill(text);
    await page.keyboard.press('Control+NumpadEnter');
    await expect(card(page, text)).toBeVisible();
    await expect(card(page, text)).toHaveCount(1);
  });
});

test('reads shortcuts of one key on other layouts, and opens the palette', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');
  await waitForShortcuts(page);
  const palette = page.getByRole('dialog', { name: 'Go to' });
  expect(await dispatchKey(page, { key: 'Л', code: 'KeyK', modifiers: 'Control' })).toBe(true);
  await expect(palette).toBeVisible();
  expect(await dispatchKey(page, { key: 'л', code: 'KeyK', modifiers: 'Control' })).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.locator(':focus')).toHaveCount(0); // a dialog is hidden a frame before it gives the focus back
  const search = page.getByRole('combobox', { name: 'Search' });
  for (const press of [
    { key: '/', code: 'Digit7', modifiers: 'Shift' }, // QWERTZ
    { key: '/', code: 'Period', modifiers: 'Shift' }, // AZERTY
    { key: '/', code: 'KeyQ' }, // Hebrew
    { key: '/', code: 'NumpadDivide' },
  ]) {
    expect(await dispatchKey(page, press)).toBe(true);
    await expect(search).toBeFocused();
    expect(await dispatchKey(page, press)).toBe(false); // it is typed
    await search.blur();
  }
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(await dispatchKey(page, { key: '?', code: 'KeyM', modifiers: 'Shift' })).toBe(true);
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator(':focus')).toHaveCount(0); // a dialog is hidden a frame before it gives the focus back
  for (const press of [
    { key: '-', code: 'Slash' }, // QWERTZ
    { key: 'Dead', code: 'Slash' },
    { key: 'N', code: 'KeyN', modifiers: 'Shift' },
    { key: 'n', code: 'KeyN', modifiers: 'Alt' },
    { key: 'ñ', code: 'KeyN', modifiers: 'AltGraph' },
  ])
    expect(await dispatchKey(page, press)).toBe(false);
  await expect(page).toHaveURL('/dev/dashboard');
  expect(await dispatchKey(page, { key: 'Т', code: 'KeyN' })).toBe(true); // Caps Lock
  await expect(page.getByLabel('Say Something...')).toBeFocused();
});

test('moves in the feed with Russian letters, and repeats only moves while a key is held', async ({ member: { page, call } }) => {
  const [older, newer] = [unique('Older'), unique('Newer')];
  for (const text of [older, newer]) await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  const [one, other] = [card(page, newer), card(page, older)];
  await expect(one).toBeVisible();
  await waitForShortcuts(page);
  await one.focus();
  for (const modifiers of ['Shift', 'Control', 'Alt', 'Meta']) expect(await dispatchKey(page, { ...russian.j, modifiers })).toBe(false);
  await expect(one).toBeFocused();
  await dispatchKey(page, { ...russian.j, modifiers: 'Repeat' });
  await expect(one).not.toBeFocused();
  await dispatchKey(page, russian.k);
  await expect(one).toBeFocused();
  expect(await dispatchKey(page, { key: 'l', code: 'KeyL', modifiers: 'Repeat' })).toBe(true);
  await expect(one.getByRole('button', { name: 'Like' })).toHaveText('Like');
  await one.getByRole('link').nth(1).focus();
  expect(await dispatchKey(page, { key: 'Enter', code: 'Enter' })).toBe(false); // it follows the link
  await other.focus();
  expect(await dispatchKey(page, { key: 'Enter', code: 'NumpadEnter' })).toBe(true);
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
});

test('leaves letters to all controls that use them, and to dialogs', async ({ member: { page } }) => {
  await page.goto('/dev/account');
  await waitForShortcuts(page);
  await page.evaluate(() => {
    const edited = Object.assign(document.createElement('div'), { id: 'edited', contentEditable: 'true', textContent: 'text' });
    const chosen = Object.assign(document.createElement('select'), { id: 'chosen' });
    chosen.add(new Option('n'));
    document.body.append(edited, chosen);
    for (const type of ['text', 'search', 'email', 'date', 'range', 'checkbox', 'radio', 'color'])
      document.body.append(Object.assign(document.createElement('input'), { type, id: `input-${type}` }));
  });
  for (const id of [
    'edited',
    'chosen',
    ...['text', 'search', 'email', 'date', 'range', 'checkbox', 'radio', 'color'].map((type) => `input-${type}`),
  ]) {
    await page.locator(`#${id}`).focus();
    for (const key of ['n', '/', '?']) expect(await dispatchKey(page, { key })).toBe(false);
  }
  await page.locator('#input-color').blur();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  for (const key of ['n', '/', '?']) expect(await dispatchKey(page, { key })).toBe(false);
  await expect(page).toHaveURL('/dev/account');
});

test('on a Mac, leaves Control to the text field and labels shortcuts with ⌘', async ({ member: { page } }) => {
  await useMac(page);
  await page.goto('/dev/posts');
  const area = page.getByLabel('Say Something...');
  await area.fill('text');
  await area.selectText();
  for (const key of 'abdefhiknoptvwy')
    expect(await dispatchKey(page, { key, code: `Key${key.toUpperCase()}`, modifiers: 'Control' })).toBe(false);
  expect(await dispatchKey(page, { key: 'Enter', code: 'Enter', modifiers: 'Control' })).toBe(false);
  await expect(area).toHaveValue('text');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toHaveCount(0);
  const bold = page.getByRole('button', { name: 'Bold' });
  await expect(bold).toHaveAttribute('title', 'Bold (⌘B)');
  await expect(bold).toHaveAttribute('aria-keyshortcuts', 'Meta+B');
  expect(await dispatchKey(page, { key: 'b', code: 'KeyB', modifiers: 'Meta' })).toBe(true);
  await expect(area).toHaveValue('**text**');
  await area.fill('');
  await page.getByRole('main').focus();
  await waitForShortcuts(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Go to a screen⌘K');
  await expect(list).toContainText('Send the form⌘↵');
  await expect(list).not.toContainText('Ctrl');
});

test('labels shortcuts with Ctrl, and opens their list again', async ({ member: { page } }) => {
  await page.goto('/dev/bookmarks');
  await waitForShortcuts(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await test.step('labels shortcuts with Ctrl elsewhere', async () => {
    for (const line of ['Go to a screenCtrlK', 'Send the formCtrl↵', 'BoldCtrlB', 'Find in the formatted textCtrlF'])
      await expect(list).toContainText(line);
  });

  await test.step('stays open when it is reopened before its close event', async () => {
    await expect(list).toBeVisible();
    await page.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog:modal')?.close(); // the `close` event follows
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', shiftKey: true, bubbles: true }));
    });
    await expect(list).toBeVisible();
  });
});

test('opens the palette whose keys were pressed before its code has loaded', async ({ page }) => {
  const pressed = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto('/dev/profiles', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  pressed.resolve();
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
});
