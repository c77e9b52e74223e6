import type { Page } from '@playwright/test';
import { fill } from '../forms.ts';
import { newEmail, password } from '../people.ts';
import { alert, expect, test } from '../test.ts';

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('a visitor signs up from the landing screen', async ({ page }) => {
  await page.goto('/dev');
  await expect(page).toHaveTitle('Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Connector');
  await expect(page.getByText('Create a developer profile/portfolio, share posts and get help from other developers')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();

  await expect(page).toHaveURL('/dev/register');
  await expect(page).toHaveTitle('Sign Up · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await expect(page.getByText('This site uses Gravatar, so if you want a profile image, use an email registered there')).toBeVisible();
  await fill(page, { Name: 'Grace Hopper', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(page).toHaveURL('/dev/dashboard');
  expect(await token(page)).toMatch(/^[\w-]{43}$/);
});

test('a member signs in, and a reload keeps them in', async ({ page, member }) => {
  await page.goto('/dev');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/login');
  await expect(page).toHaveTitle('Sign In · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await fill(page, { 'Email Address': member.email.toUpperCase(), Password: password });
  await page.getByRole('button', { name: 'Login' }).click();

  await expect(page).toHaveURL('/dev/dashboard');
  await page.reload();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('sign in and sign up lead to each other', async ({ page }) => {
  await page.goto('/dev/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/dev/register');
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dev/login');
});

test('passwords that differ: an alert, and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/dev/register');
  await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': 'something else' });
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(alert(page, 'Passwords do not match', 'danger')).toBeVisible();
  await expect(page).toHaveURL('/dev/register');
  expect(sent).toEqual([]);
  await expect(page.getByLabel('Name')).toHaveValue('Grace');
});

test('a refused sign-up says all that is wrong, as alerts and beside the fields', async ({ page, trouble }) => {
  trouble.expectFailure(400, '/api/users');
  await page.goto('/dev/register');
  await fill(page, { Name: '  ', 'Email Address': 'nonsense', Password: 'short', 'Confirm Password': 'short' });
  await page.getByRole('button', { name: 'Register' }).click();

  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Email Address', 'Please include a valid email'],
    ['Password', 'Please enter a password with 8 or more characters'],
  ] as const) {
    await expect(alert(page, message, 'danger')).toBeVisible();
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Email Address')).toHaveValue('nonsense');
  expect(await token(page)).toBeNull();
});

test('an e-mail address signs up once', async ({ page, trouble, member }) => {
  trouble.expectFailure(400, '/api/users');
  await page.goto('/dev/register');
  await fill(page, { Name: 'Another', 'Email Address': member.email, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(alert(page, 'User already exists', 'danger')).toBeVisible();
});

test('a wrong password and an unknown address are refused alike', async ({ page, trouble, member }) => {
  trouble.expectFailure(400, '/api/auth');
  await page.goto('/dev/login');
  for (const email of [member.email, newEmail()]) {
    await fill(page, { 'Email Address': email, Password: 'not the password' });
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(alert(page, 'Invalid Credentials', 'danger')).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert(page, 'Invalid Credentials', 'danger')).toHaveCount(0);
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
  }
  expect(await token(page)).toBeNull();
});

test('who is signed in is taken from landing, login and register to the dashboard', async ({ member: { page } }) => {
  for (const path of ['/dev', '/dev/login', '/dev/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dev/dashboard');
  }
});

test('logout ends the session here and on the server', async ({ member, trouble }) => {
  const { page } = member;
  await page.goto('/dev/dashboard');
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.url().endsWith('/api/auth'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
  expect((await ended).status()).toBe(200);
  expect(await token(page)).toBeNull();

  trouble.expectFailure(401, '/api/');
  await page.evaluate((token) => localStorage.setItem('token', token), member.token);
  await page.goto('/dev/dashboard');
  await expect(page).toHaveURL(/\/dev\/login/);
});

test('logging out in one tab logs the other out; so does logging in', async ({ member: { page, email } }) => {
  const other = await page.context().newPage();
  await page.goto('/dev/dashboard');
  await other.goto('/dev/posts');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/dev/login?to=%2Fdev%2Fposts');
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Register' })).toBeVisible();

  await page.goto('/dev/login');
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(other).toHaveURL('/dev/posts');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a stranger who signs in after someone sees nothing of them', async ({ member, people }) => {
  const stranger = await people.join('Charles Babbage');
  const { page } = member;
  await page.goto('/dev/dashboard');
  await expect(page.getByText('Welcome Ada Lovelace')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
  await fill(page, { 'Email Address': stranger.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Welcome Charles Babbage')).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
});

const memberScreens = [
  '/dev/dashboard',
  '/dev/create-profile',
  '/dev/edit-profile',
  '/dev/add-experience',
  '/dev/add-education',
  '/dev/posts',
  '/dev/posts/01890000-0000-7000-8000-000000000000',
];

for (const path of memberScreens) {
  test(`a visitor of ${path} signs in first`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(path === '/dev/dashboard' ? '/dev/login' : `/dev/login?to=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  });
}

test('after signing in one is where one wanted to go, also by way of signing up', async ({ page, member }) => {
  await page.goto('/dev/add-education');
  await fill(page, { 'Email Address': member.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/add-education');
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.goto('/dev/posts');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/dev/posts');
});

for (const to of ['https://evil.example', '//evil.example/dev', '/dev/../api/auth', 'javascript:alert(1)', '/dev/\\evil.example']) {
  test(`signing in leads nowhere else: ${to}`, async ({ page, member }) => {
    await page.goto(`/dev/login?to=${encodeURIComponent(to)}`);
    await fill(page, { 'Email Address': member.email, Password: password });
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/dev/dashboard');
  });
}

test.describe('without script, or before it has come', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, button] of [
    ['/dev/login', 'Login'],
    ['/dev/register', 'Register'],
  ] as const) {
    test(`a password never gets into an address: ${path}`, async ({ page, trouble }) => {
      trouble.expectFailure(404, path); // no page answers a form that is sent by itself
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(path);
      await page.getByLabel('Password', { exact: true }).fill('secret');
      const press = page.getByRole('button', { name: button });
      if (await press.isEnabled()) await press.click();
      await expect(page.locator('html')).toBeVisible();
      expect(asked.join()).not.toContain('secret');
    });
  }
});
