import type { Page } from '@playwright/test';
import { unique } from '../feed.ts';
import { input, output } from '../formatter/screen.ts';
import { fullProfile, password } from '../members.ts';
import { hold } from '../network.ts';
import { expect, test } from '../test.ts';

/** Opens a page whose scripts load after `use`, as on a slow connection. */
async function useBeforeScripts(page: Page, path: string, use: () => Promise<void>): Promise<void> {
  const { held, release } = await hold(page, 'GET', /\/assets\/.*\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await use();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  release();
}

test('the bar suggests for a text that was typed before the scripts loaded', async ({ members }) => {
  const name = unique('Zoe');
  const { page } = await members.signUp(name, fullProfile);
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' });
  await useBeforeScripts(page, '/dev/profiles', () => field.pressSequentially(name));
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toContainText([name]);
  await expect(field).toHaveValue(name);
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
});

test('the search finds a text that was typed before the scripts loaded', async ({ members, page }) => {
  const name = unique('Zoe');
  await members.signUp(name, fullProfile);
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await useBeforeScripts(page, '/dev/search?type=people', () => field.pressSequentially(name));
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(field).toHaveValue(name);
});

test('the directory keeps a name, and applies a filter, from before the scripts loaded', async ({ members, page }) => {
  const skill = unique('Skill');
  await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skill });
  const field = page.getByLabel('Search by name');
  await useBeforeScripts(page, `/dev/profiles?skill=${encodeURIComponent(skill)}`, async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('x');
    await field.pressSequentially('Lowen');
  });
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible(); // appears after the effects of the hydration
  await expect(field).toHaveValue('Lowen');

  await useBeforeScripts(page, `/dev/profiles?skill=${encodeURIComponent(skill)}`, async () => {
    await field.pressSequentially('Lowen');
    await page.getByRole('button', { name: 'Skills' }).click();
    await page
      .getByRole('checkbox', { name: `${skill}:` })
      .first()
      .uncheck();
  });
  await expect(page).toHaveURL('/dev/profiles?q=Lowen');
});

test('the directory sorts as chosen before the scripts loaded', async ({ page }) => {
  await useBeforeScripts(page, '/dev/profiles', async () => void (await page.getByLabel('Sort').selectOption({ index: 1 })));
  await expect(page).toHaveURL(/\?sort=/);
});

test('the formatter indents as chosen before the scripts loaded', async ({ page }) => {
  await useBeforeScripts(page, '/dev/formatter', async () => {
    await page.getByRole('radio', { name: 'Minify' }).check();
    await input(page).fill('[ 1 ]');
  });
  await expect(output(page)).toHaveValue('[1]');
  await expect(page.getByRole('radio', { name: 'Minify' })).toBeChecked();
  await expect(page).toHaveURL('/dev/formatter?indent=none');
});

test('the formatter indents a text from before the scripts loaded as the address says', async ({ page }) => {
  await useBeforeScripts(page, '/dev/formatter?indent=4', () => input(page).fill('[1]'));
  await expect(output(page)).toHaveValue('[\n    1\n]');
});

test('sign-in keeps what was typed before the scripts loaded', async ({ member, page }) => {
  await useBeforeScripts(page, '/dev/login', async () => {
    await page.getByLabel(/^Email/).pressSequentially(member.email);
    await page.getByLabel(/^Password/).fill(password);
  });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
});
