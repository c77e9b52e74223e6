import type { Locator } from '@playwright/test';
import { card, unique, write } from '../feed.ts';
import { fill, submit } from '../forms.ts';
import { newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

test('leads a new member from the landing screen to a first post @engines', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Dev Connector Demo' }).click();
  await expect(page).toHaveURL('/dev');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await fill(page, { Name: 'Grace Brewster Hollis', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(page).toHaveURL('/dev/dashboard');
  await expect(page).toHaveTitle('Dashboard · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByText('Welcome Grace Brewster Hollis')).toBeVisible();
  await expect(page.getByText('You have not yet setup a Profile. Please add some information')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Profile' }).click();

  await expect(page).toHaveURL('/dev/create-profile');
  await expect(page).toHaveTitle('Create Your Profile · Dev Connector Demo');
  await fill(page, { 'Professional Status': 'Instructor or Teacher', Skills: ' COBOL,  Compilers ,COBOL', Company: 'US Navy' });
  await submit(page);

  await expect(page).toHaveURL('/dev/dashboard');
  await expect(alert(page, 'Profile Created', 'success')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Experience Credentials' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Education Credentials' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();

  await expect(page).toHaveURL('/dev/posts');
  const text = unique('Hello, world');
  await write(page, 'Say Something...', text);
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await card(page, text).getByRole('link', { name: 'Grace Brewster Hollis' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Brewster Hollis');
  await expect(page.getByText('Instructor at US Navy')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText(['COBOL', 'Compilers']);
});

test('supports sign-up and posting with the keyboard only', async ({ page }) => {
  const type = async (text: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  const tabTo = async (wanted: Locator) => {
    await wanted.waitFor();
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Pressing Tab 20 times did not focus ${wanted}`);
  };
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.goto('/dev');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('main').getByRole('link', { name: 'Sign Up' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/dev/register');
  await tabTo(page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Keyboard Kate');
  await type(newEmail());
  await type(password);
  await type(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/dev/dashboard');
  await expect(page.getByText('Welcome Keyboard Kate')).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'Posts', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dev/posts');
  await tabTo(page.getByLabel('Say Something...'));
  const text = unique('No mouse was used');
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, text)).toBeVisible();
});

test('shows the links in a menu on a phone, which closes after navigation', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/dashboard');
  const menu = page.getByRole('button', { name: 'Menu' });
  const posts = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });
  await expect(menu).toBeVisible();
  await expect(posts).toBeHidden();
  await menu.click();
  await expect(posts).toBeVisible();
  await posts.click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(posts).toBeHidden();
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(posts).toBeHidden();
  await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
  await menu.click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dev Connector',
    'Home',
    'Developers',
    'Register',
    'Login',
  ]);
});

test('shows different links in the navigation bar to visitors and members', async ({ page, member }) => {
  await page.goto('/dev/profiles');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Dev Connector', 'Home', 'Developers', 'Register', 'Login']);
  await expect(links.filter({ hasText: 'Developers' })).toHaveAttribute('aria-current', 'page');

  const mine = member.page.getByRole('navigation', { name: 'Main' });
  await member.page.goto('/dev/profiles');
  await expect(mine.getByRole('link')).toHaveText(['Dev Connector', 'Home', 'Dashboard', 'Developers', 'Posts', 'Account']);
  await expect(mine.getByRole('button', { name: 'Logout' })).toBeVisible();
});
