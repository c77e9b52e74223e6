import type { Page } from '@playwright/test';
import { Admin } from '../admin.ts';
import { expectAccessible } from '../axe.ts';
import { fill, logOut } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const newPassword = 'a fresh password';

async function signUp(page: Page): Promise<void> {
  await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
}

async function setPassword(page: Page): Promise<void> {
  await fill(page, { Password: newPassword, 'Confirm Password': newPassword });
  await page.getByRole('button', { name: 'Set password' }).click();
}

test.describe('a password that is easy to guess', () => {
  const msg = 'This password is easy to guess: it is a common password, a simple pattern or a name. Choose another one';
  const expectRefusal = async (page: Page, button: string) => {
    await fill(page, { Password: 'iloveyou', 'Confirm Password': 'iloveyou' });
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(new RegExp(`^${msg}`));
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  };

  test('is refused next to its field and in an alert, and the form keeps its values', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/users');
    await page.goto('/dev/register');
    await fill(page, { Name: 'Grace', 'Email Address': newEmail() });
    await expectRefusal(page, 'Register');
    await expect(alert(page, msg, 'danger')).toBeVisible();
    await fill(page, { Password: password, 'Confirm Password': password });
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL('/dev/dashboard');
    await expect(page.getByText('Welcome Grace')).toBeVisible();
  });

  test('is refused by the reset link, which stays valid', async ({ page, member, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/auth/reset');
    const { link } = await new Admin('sqlite').run('user', 'reset-password', member.email);
    await page.goto(link);
    await expectRefusal(page, 'Set password');
    await setPassword(page);
    await expect(page).toHaveURL('/dev/dashboard');
  });
});

test.describe('a site with closed registration', () => {
  test.use({ siteName: 'closed' });

  test('has no links to sign-up and says on the sign-up screen that it is closed', async ({ page }) => {
    await page.goto('/dev');
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Register|Sign Up)$/ })).toHaveCount(0);
    await page.goto('/dev/register#anything');
    await expect(page.getByRole('main').getByText('This site does not accept new members.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe('a site with registration by invitation', () => {
  test.use({ siteName: 'invited' });
  test.describe.configure({ mode: 'serial' }); // the last test expires every invitation

  test('accepts an invitation link up to its limit and explains why others cannot sign up', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(403, '/api/users');
    await page.goto('/dev');
    await expect(bar(page).getByRole('link', { name: 'Register' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByText('You need an invitation link from an admin to sign up.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);
    await expectAccessible(page);

    const { link } = await new Admin('invited').run('invite', '--uses', '1');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(link);
    await signUp(page);
    await expect(page).toHaveURL('/dev/dashboard');
    await expect(page.getByText('Welcome Grace')).toBeVisible();
    await page.reload(); // so that `logOut` waits for the requests of the screen
    await logOut(page);
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();

    await page.goto(link);
    await signUp(page);
    await expect(page.getByRole('main').getByText(/^This invitation is not valid, has been used/)).toBeVisible();
    await expect(page).toHaveURL(link);
    await expectAccessible(page);
  });

  test('refuses an expired invitation link', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(403, '/api/users');
    const admin = new Admin('invited');
    const { link } = await admin.run('invite', '--uses', '5');
    await page.goto(link);
    admin.expireInvitations();
    await signUp(page);
    await expect(page.getByRole('main').getByText(/^This invitation is not valid, has been used/)).toBeVisible();
  });
});

test.describe('a password reset link', () => {
  test.use({ colorScheme: 'dark' });

  test('sets a new password, signs in, ends all other sessions, and works once', async ({ page, member, pageErrors }) => {
    pageErrors.expectFailure(401, '/api/');
    pageErrors.expectFailure(400, '/api/auth/reset');
    const { link } = await new Admin('sqlite').run('user', 'reset-password', member.email);
    await withoutStream(member.page); // it would report the ended session
    await member.page.goto('/dev/dashboard');
    await expect(member.page.getByText('Welcome Ada Lowenthal')).toBeVisible();

    await page.goto(link);
    await expectAccessible(page);
    await setPassword(page);
    await expect(page).toHaveURL('/dev/dashboard'); // the URL no longer contains the secret
    await expect(alert(page, 'Password changed', 'success')).toBeVisible();
    await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();

    await member.page.reload();
    await expect(member.page).toHaveURL('/dev/login');

    await page.goto(link);
    await setPassword(page);
    await expect(page.getByRole('main').getByText('This link has been used, replaced or has expired. Ask for a new one.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dev/dashboard');
    await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible(); // the failed attempt ended no session
  });

  test('reports that it is incomplete when the secret is missing', async ({ page }) => {
    await page.goto('/dev/reset-password');
    await expect(page.getByText('This link is incomplete. Open the full link that you were given.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set password' })).toHaveCount(0);
  });
});
