import type { Locator } from '@playwright/test';
import { card, unique, write } from '../feed.ts';
import { confirmComposition, fill, submit } from '../forms.ts';
import { newEmail, password } from '../members.ts';
import { alert, expect, test, waitForShortcuts } from '../test.ts';

test.describe('with service workers', () => {
  test.use({ serviceWorkers: 'allow' });

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
  await tabTo(page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, text)).toBeVisible();
});

test('shows a bar at the bottom of a phone, with a menu that closes after navigation', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/dashboard');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Dev Connector', 'Developers', 'Posts', 'New post', 'Notifications']);
  await links.filter({ hasText: 'New post' }).click();
  await expect(page).toHaveURL('/dev/posts#new-post');
  await expect(page.getByLabel('Say Something...')).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  const dashboard = page.getByRole('menuitem', { name: 'Dashboard' });
  await expect(page.getByRole('menuitem')).toHaveText([
    'My profile',
    'My bookmarks',
    'Tags',
    'Home',
    'Dashboard',
    'Account',
    'JSON formatter',
    /Keyboard/,
    'Logout',
  ]);
  await dashboard.click();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(dashboard).toBeHidden();
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(dashboard).toBeHidden();
  await expect(menu).toBeFocused();
  await page.reload();
  await page.waitForLoadState('networkidle'); // a request that the server answers after the logout would be a 401
  await menu.click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
  await expect(links).toHaveText(['Dev Connector', 'Home', 'Explore', 'Developers', 'Register', 'Login']);
});

test('shows the end of each page above the bar of a phone', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/account');
  const bar = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });
  await expect(bar).toBeVisible();
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'API' });
  const endOf = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight)); // again, because parts of the page load later
    const { y, height } = (await footer.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  await expect.poll(endOf).toBeLessThan((await bar.boundingBox())?.y ?? 0);
});

test('moves through the menu with the keyboard, remembers the theme, and leaves shortcuts of the browser alone', async ({
  member: { page },
}) => {
  await page.goto('/dev/dashboard');

  await test.step('leaves shortcuts of the browser alone while the menu is open', async () => {
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const first = page.getByRole('menuitem', { name: 'My profile' });
    await expect(first).toBeFocused();
    await page.keyboard.press('Control+d'); // D alone moves to Dark
    await expect(first).toBeFocused();
    await page.keyboard.press('d');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  });

  await test.step('moves through the menu with the keyboard, and remembers the theme', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: 'My profile' })).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'My profile' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await page.keyboard.press('d');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 24, 29)');
    await page.reload();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 24, 29)');
  });
});

test('offers shortcuts, their list and a palette, which can be switched off and do not disturb typing', async ({ member: { page } }) => {
  await page.goto('/dev/profiles');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await waitForShortcuts(page);
  await page.keyboard.press('n');
  await expect(page.getByLabel('Say Something...')).toBeFocused();
  await page.keyboard.type('g n?');
  await expect(page.getByLabel('Say Something...')).toHaveValue('g n?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card(page, 'g n?').first()).toBeVisible();
  await expect(page.getByLabel('Say Something...')).toHaveValue('');
  await page.getByLabel('Say Something...').blur();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL('/dev/dashboard');
  const command = page.getByRole('option', { name: 'New post', exact: true });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(command).toHaveText('New post n');
  await expect(page.getByRole('option', { name: 'Bookmarks', exact: true })).toHaveText('Bookmarks');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(list.getByText('New post')).toBeVisible();
  await list.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(command).toHaveText('New post');
  await page.getByRole('combobox', { name: 'Go to' }).fill('devel');
  expect(await confirmComposition(page.getByRole('combobox', { name: 'Go to' }))).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dev/profiles');
});

test('shows different links in the navigation bar to visitors and members', async ({ page, member }) => {
  await page.goto('/dev/profiles');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Dev Connector', 'Home', 'Explore', 'Developers', 'Register', 'Login']);
  await expect(links.filter({ hasText: 'Developers' })).toHaveAttribute('aria-current', 'page');

  const mine = member.page.getByRole('navigation', { name: 'Main' });
  await member.page.goto('/dev/profiles');
  await expect(mine.getByRole('link')).toHaveText(['Dev Connector', 'Home', 'Dashboard', 'Developers', 'Posts', 'Notifications']);
  await expect(mine.getByRole('button', { name: 'Logout' })).toBeVisible();
});
