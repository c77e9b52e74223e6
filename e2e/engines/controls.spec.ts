import type { EngineLocator } from './page.ts';
import { expect, test } from './test.ts';

const boxOf = (element: EngineLocator) => element.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

/** The vertical distance of a popover from its button, and whether they share a part of the width. */
async function placeOf(popover: EngineLocator, button: EngineLocator) {
  const [place, anchor] = [await boxOf(popover), await boxOf(button)];
  const overlaps = place.left < anchor.right && place.right > anchor.left;
  return { overlaps, distance: Math.round(Math.max(place.top - anchor.bottom, anchor.top - place.bottom)) };
}

test('menus, dialogs, fields and cards are in their places @chromium', async ({ page, signUp }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  for (const headline of ['', 'Builds looms that weave algebraic patterns, and writes notes longer than the paper'])
    await signUp(`Ada ${mark}`, { skills: 'HTML', headline });
  await page.goto(`/dev/profiles?q=${mark}`);

  await test.step('the parts of cards in a row align', async () => {
    await page.getByRole('article').nth(1).waitFor();
    const skills = page.getByRole('list', { name: 'Skills' });
    const tops = async () => Promise.all([0, 1].map(async (index) => Math.round((await boxOf(skills.nth(index))).top)));
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
  });

  await test.step('menus and filters open at their buttons', async () => {
    const account = page.getByRole('button', { name: 'Menu' });
    await account.click();
    const menu = page.getByRole('menu', { name: 'Menu' });
    await menu.waitFor();
    await expect.poll(() => placeOf(menu, account)).toEqual({ overlaps: true, distance: 4 });
    await page.keyboard.press('Escape');

    const skills = page.getByRole('button', { name: 'Skills', exact: true });
    await skills.click();
    const filter = page.locator('#filter-skill');
    await filter.waitFor();
    await expect.poll(() => placeOf(filter, skills)).toEqual({ overlaps: true, distance: 4 });
    await page.keyboard.press('Escape');
    await filter.waitFor({ state: 'hidden' });
  });

  await test.step('the first item of a menu or filter has the focus as soon as it opens', async () => {
    const openAndRead = (control: EngineLocator) =>
      control.evaluate((button) => {
        (button as HTMLButtonElement).click();
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim();
      });
    expect(await openAndRead(page.getByRole('button', { name: 'Menu' }))).toBe('My profile');
    await page.keyboard.press('Escape');
    expect(await openAndRead(page.getByRole('button', { name: 'Skills', exact: true }))).toBe('Add a skill');
    await page.keyboard.press('Escape');
  });

  await test.step('a click outside closes a dialog, and one inside does not', async () => {
    const dialog = page.locator('dialog[open]');
    // The code of the shortcuts may still load.
    await expect(async () => {
      await page.keyboard.press('?');
      await expect.poll(() => dialog.count(), { timeout: 500 }).toBe(1);
    }).toPass();
    const { left, top } = await boxOf(dialog);
    await page.mouse.click(left + 5, top + 5);
    await dialog.waitFor();
    await page.mouse.click(left - 20, top + 5);
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('the field of a post grows with its text', async () => {
    await page.goto('/dev/posts');
    const field = page.getByLabel('Say Something...');
    await field.click();
    await page.getByRole('button', { name: 'Preview' }).waitFor();
    const height = async () => (await boxOf(field)).height;
    const before = await height();
    await field.fill('One\nline\nafter\nthe\nother,\nmore\nthan\nthe\nfield\nhas');
    await expect.poll(height).toBeGreaterThan(before);
    expect(await field.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(0);
    expect(await field.evaluate((area) => getComputedStyle(area).resize)).toBe('none');
  });

  await test.step('the buttons of a long form stay in view, and no field ends below them', async () => {
    await page.goto('/dev/edit-profile');
    const bar = page.locator('.form-actions');
    await bar.waitFor();
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      const below = await bar.evaluate((bar) => innerHeight - bar.getBoundingClientRect().bottom);
      expect(below).toBeGreaterThanOrEqual(0);
      expect(below).toBeLessThan(60); // the bar of a phone
      const website = page.getByLabel('Website');
      await website.evaluate((field) => {
        field.blur(); // it has the focus at the second size
        field.focus();
      });
      await expect.poll(async () => (await boxOf(website)).bottom <= (await boxOf(bar)).top).toBe(true);
    }
  });
});

test('a reload shows what the address says, not what the controls had before @chromium', async ({ page, signUp }) => {
  const reload = async () => {
    await page.waitForLoadState('networkidle'); // a script whose loading the reload stops is an error
    await page.reload();
  };
  const search = () => page.evaluate(() => location.search);
  const isChecked = (label: string) => page.locator(`[aria-label="${label}"]`).evaluate((radio) => radio.matches(':checked'));
  await page.goto('/dev/formatter');
  await page.locator('[aria-label="4 spaces"]').click();
  await expect.poll(search).toBe('?indent=4');
  await page.evaluate(() => {
    localStorage.removeItem('formatter.indent');
    history.replaceState(history.state, '', '/dev/formatter');
  });
  await reload();
  await page.getByLabel('JSON', { exact: true }).fill('[1]');
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await expect.poll(() => page.getByLabel('Formatted', { exact: true }).inputValue()).toBe('[\n  1\n]');
  expect([await isChecked('2 spaces'), await search()]).toEqual([true, '']);

  await signUp('Ada Lowenthal', { skills: 'HTML' });
  await page.goto('/dev/profiles');
  await page.getByLabel('Search by name').fill('Bob');
  await reload();
  await page.getByRole('button', { name: 'Skills', exact: true }).waitFor();
  expect(await page.getByLabel('Search by name').inputValue()).toBe('');
});

test('a form shows what the browser finds invalid at its fields, and checkboxes show their state', async ({ page, signUp }) => {
  await signUp('Ada Lowenthal', { skills: 'HTML' });
  await page.goto('/dev/add-experience');
  const title = page.locator('[name=title]');
  await title.waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  const errors = page.locator('[id$="-error"]');
  await expect.poll(() => errors.allTextContents()).toEqual(['Title is required', 'Company is required', 'From date is required']);
  expect(await title.evaluate((input) => input === document.activeElement)).toBe(true);

  const box = page.getByRole('checkbox', { name: 'Current Job' });
  const mark = () => box.evaluate((input) => getComputedStyle(input, '::before').width);
  expect(await mark()).toBe('auto');
  await box.click();
  await expect.poll(mark).toBe('10px');
});
