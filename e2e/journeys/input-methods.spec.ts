import { confirmComposition, field, tokens } from '../forms.ts';
import { compose } from '../keys.ts';
import { expect, test, waitForShortcuts } from '../test.ts';

test('leaves the keys of a composition in a post to the input method', async ({ member: { page, call } }) => {
  await call('POST', '/api/posts', { text: 'Composed', tags: ['composed'] });
  await page.goto('/dev/posts');

  await test.step('leaves the keys of a composition in the text of a post to the input method', async () => {
    const area = page.getByLabel('Say Something...');
    await area.fill('- 一');
    expect(await confirmComposition(area)).toBe(true);
    await expect(area).toHaveValue('- 一');
    await area.press('Enter');
    await compose(page, 'に', 'にほん', '日本');
    await expect(area).toHaveValue('- 一\n- 日本');
    await area.press('Enter');
    await area.pressSequentially(':rocke');
    const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
    await expect(options.first()).toBeVisible();
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown']) expect(await confirmComposition(area, key)).toBe(true);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(area).toHaveValue('- 一\n- 日本\n- :rocke');
    await area.press('Escape');
    expect(await confirmComposition(area, 'Escape')).toBe(true);
    await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible(); // the form is open
    const title = page.getByLabel('Title');
    await title.focus();
    expect(await confirmComposition(title)).toBe(true);
    await expect(title).toBeFocused();
    await title.press('Enter');
    await expect(area).toBeFocused();
  });

  await test.step('does not add, choose or remove a tag with the keys of a composition', async () => {
    await page.getByLabel('Say Something...').click();
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.pressSequentially('first,');
    await expect(tokens(page, 'Tags')).toHaveText(['first']);
    expect(await confirmComposition(tags, 'Backspace')).toBe(true);
    await tags.pressSequentially('compo');
    await expect(page.getByRole('option', { name: 'composed' })).toBeVisible();
    for (const key of ['ArrowDown', 'Tab', 'Enter', 'Escape']) expect(await confirmComposition(tags, key)).toBe(true);
    await expect(page.getByRole('option', { name: 'composed' })).toHaveAttribute('aria-selected', 'false');
    await expect(tokens(page, 'Tags')).toHaveText(['first']);
    await expect(tags).toHaveValue('compo');
  });
});

test('separates tokens by the commas of other keyboards, after the composition that contains them', async ({ members }) => {
  const { page } = await members.signUp('Yuki Hartmann', { skills: 'HTML' });
  await page.goto('/dev/edit-profile');
  const skills = field(page, 'Skills');
  await skills.click();
  await compose(page, 'かんじ', '漢字', '漢字、書');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', '漢字']);
  await expect(skills).toHaveValue('書');
  await skills.pressSequentially('，بحث،');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', '漢字', '書', 'بحث']);
  await skills.press('Backspace');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', '漢字', '書']);
});

test('leaves the keys of a composition in the search field and the palette to the input method', async ({ member: { page } }) => {
  await page.goto('/dev/bookmarks');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.pressSequentially('ski');
  await expect(page.getByRole('option').first()).toBeVisible();
  for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape']) expect(await confirmComposition(search, key)).toBe(true);
  await compose(page, 'そ', '捜');
  await expect(search).toHaveValue('ski捜');
  await expect(page).toHaveURL('/dev/bookmarks');
  await search.blur();
  await waitForShortcuts(page);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('combobox', { name: 'Go to' });
  await palette.fill('d');
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  for (const key of ['ArrowDown', 'Enter']) expect(await confirmComposition(palette, key)).toBe(true);
  await confirmComposition(palette, 'Escape');
  await compose(page, 'だ');
  await expect(palette).toBeVisible();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL('/dev/bookmarks');
});

test('runs no shortcut of one key and moves in no menu while an input method composes', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');
  await waitForShortcuts(page);
  for (const key of ['n', '/', '?']) expect(await confirmComposition(page.locator('body'), key)).toBe(true);
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  const first = page.getByRole('menuitem', { name: 'My profile' });
  await expect(first).toBeFocused();
  expect(await confirmComposition(first, 'ArrowDown')).toBe(true);
  expect(await confirmComposition(first, 'd')).toBe(true);
  await expect(first).toBeFocused();
});
