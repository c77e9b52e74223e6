import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { fill } from '../forms.ts';
import { Owner } from '../owner.ts';
import { newEmail, password } from '../people.ts';
import { alert, expect, test } from '../test.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const fresh = 'a fresh password';

async function signUp(page: Page): Promise<void> {
  await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
}

async function setPassword(page: Page): Promise<void> {
  await fill(page, { Password: fresh, 'Confirm Password': fresh });
  await page.getByRole('button', { name: 'Set password' }).click();
}

test.describe('a password that is easy to guess', () => {
  const msg = 'This password is easy to guess: it is a common one, a simple pattern, or a name. Please choose another';
  const refuses = async (page: Page, button: string) => {
    await fill(page, { Password: 'iloveyou', 'Confirm Password': 'iloveyou' });
    await page.getByRole('button', { name: button }).click();
    await expect(alert(page, msg, 'danger')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(msg);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  };

  test('is refused beside its field, and what was typed stays', async ({ page, trouble }) => {
    trouble.expectFailure(400, '/api/users');
    await page.goto('/dev/register');
    await fill(page, { Name: 'Grace', 'Email Address': newEmail() });
    await refuses(page, 'Register');
    await fill(page, { Password: password, 'Confirm Password': password });
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL('/dev/dashboard');
    await expect(page.getByText('Welcome Grace')).toBeVisible();
  });

  test('is not set with a link either, and the link works on', async ({ page, member, trouble }) => {
    trouble.expectFailure(400, '/api/auth/reset');
    const { link } = await new Owner('sqlite').run('user', 'reset-password', member.email);
    await page.goto(link);
    await refuses(page, 'Set password');
    await setPassword(page);
    await expect(page).toHaveURL('/dev/dashboard');
  });
});

test.describe('a site that takes no new members', () => {
  test.use({ siteName: 'closed' });

  test('offers nobody to sign up, and says so to whoever comes all the same', async ({ page }) => {
    await page.goto('/dev');
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Register|Sign Up)$/ })).toHaveCount(0);
    await page.goto('/dev/register#anything');
    await expect(page.getByRole('main').getByText('This site takes no new members.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe('a site for whoever is invited', () => {
  test.use({ siteName: 'invited' });
  test.describe.configure({ mode: 'serial' }); // the last one lets every invitation expire

  test('a link lets in as many as it is for; the next one, and who has none, are told', async ({ page, trouble }) => {
    trouble.expectFailure(403, '/api/users');
    await page.goto('/dev');
    await expect(bar(page).getByRole('link', { name: 'Register' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByText('To sign up here you need an invitation link from whoever runs the site.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);
    await expectAccessible(page);

    const { link } = await new Owner('invited').run('invite', '--uses', '1');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(link);
    await signUp(page);
    await expect(page).toHaveURL('/dev/dashboard');
    await expect(page.getByText('Welcome Grace')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();

    await page.goto(link);
    await signUp(page);
    await expect(page.getByRole('main').getByText('This invitation is used up')).toBeVisible();
    await expect(page).toHaveURL(link);
    await expectAccessible(page);
  });

  test('a link that has expired lets nobody in', async ({ page, trouble }) => {
    trouble.expectFailure(403, '/api/users');
    const owner = new Owner('invited');
    const { link } = await owner.run('invite', '--uses', '5');
    await page.goto(link);
    owner.expireInvitations();
    await signUp(page);
    await expect(page.getByRole('main').getByText(/^This invitation is used up, has expired/)).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  test.use({ colorScheme: 'dark' });

  test('the link sets a new one, signs in, ends every session elsewhere, and works once', async ({ page, member, trouble }) => {
    trouble.expectFailure(401, '/api/');
    trouble.expectFailure(400, '/api/auth/reset');
    const { link } = await new Owner('sqlite').run('user', 'reset-password', member.email);
    await member.page.goto('/dev/dashboard');
    await expect(member.page.getByText('Welcome Ada Lowenthal')).toBeVisible();

    await page.goto(link);
    await expectAccessible(page);
    await setPassword(page);
    await expect(page).toHaveURL('/dev/dashboard'); // the address holds the secret no more
    await expect(alert(page, 'Password Changed', 'success')).toBeVisible();
    await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();

    await member.page.reload();
    await expect(member.page).toHaveURL('/dev/login');

    await page.goto(link);
    await setPassword(page);
    await expect(page.getByRole('main').getByText('This link was used, replaced or has expired; ask for a new one')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dev/dashboard');
    await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible(); // what did not work ended nothing
  });

  test('a link that lost its secret says that it is not complete', async ({ page }) => {
    await page.goto('/dev/reset-password');
    await expect(page.getByText('This link is incomplete. Open the full link that you were given.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set password' })).toHaveCount(0);
  });
});
