import type { Page } from '@playwright/test';
import { fill, logOut } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('signs up a visitor from the landing screen', async ({ page }) => {
  await page.goto('/dev');
  await expect(page).toHaveTitle('Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Connector');
  await expect(page.getByText('Create a developer profile/portfolio, share posts and get help from other developers')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();

  await expect(page).toHaveURL('/dev/register');
  await expect(page).toHaveTitle('Sign Up · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await fill(page, { Name: 'Grace Hollis', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(page).toHaveURL('/dev/dashboard');
  expect(await token(page)).toMatch(/^[\w-]{43}$/);
});

test('signs in a member, who stays signed in after a reload', async ({ page, member }) => {
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

test('the sign-in and sign-up forms help, show passwords, and link to each other', async ({ page }) => {
  await page.goto('/dev/login');

  await test.step('says who can help with a forgotten password', async () => {
    await page.getByText('Forgot your password?').click();
    await expect(page.getByText('An admin of this site can give you a link that sets a new password.')).toBeVisible();
    await page.goto('/dev/forgot-password');
    await expect(page.getByRole('main').getByText('This site sends no e-mail. An admin of this site can give you a link')).toBeVisible();
    await page.getByRole('link', { name: 'Back to signing in' }).click();
    await expect(page).toHaveURL('/dev/login');
  });

  await test.step('shows and hides the password, which stays in its one field', async () => {
    const password = page.locator('input[name=password]');
    await password.fill('typedpassphrase');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(page.getByRole('main').locator('input')).toHaveCount(2);
    await expect(password).toHaveValue('typedpassphrase');
    await expect(page.getByRole('main').locator('form button').last()).toHaveText('Login');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');

    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/dev/register');
    await page.getByRole('button', { name: 'Show passwords' }).click();
    for (const label of ['Password', 'Confirm Password'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text');
    await expect(page.getByRole('main').locator('form button').last()).toHaveText('Register');
    await expect(page.getByRole('main').locator('input').nth(0)).toHaveAttribute('name', 'name');
    await expect(page.getByRole('main').locator('input').nth(1)).toHaveAttribute('name', 'email');
  });

  await test.step('links sign-in and sign-up to each other', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/dev/login');
  });
});

test('the sign-up form reports errors', async ({ page, member, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/users');
  await page.goto('/dev/register');

  await test.step('shows an alert and sends nothing when the passwords differ', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': 'something else' });
    await page.getByRole('button', { name: 'Register' }).click();

    await expect(alert(page, 'Passwords do not match', 'danger')).toBeVisible();
    await expect(page).toHaveURL('/dev/register');
    expect(sent).toEqual([]);
    await expect(page.getByLabel('Name')).toHaveValue('Grace');
    const confirmation = page.getByLabel('Confirm Password');
    await expect(confirmation).toBeFocused();
    await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
    await expect(confirmation).toHaveAccessibleDescription('Passwords do not match');
  });

  await test.step('reports an invalid e-mail address together with passwords that differ', async () => {
    await fill(page, { Name: 'Grace', 'Email Address': 'grace@hopper', Password: password, 'Confirm Password': 'something else' });
    await page.getByRole('button', { name: 'Register' }).click();
    for (const msg of ['Please include a valid email', 'Passwords do not match']) await expect(alert(page, msg, 'danger')).toBeVisible();
    const email = page.getByLabel('Email Address');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(/^Please include a valid email/);
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  });

  await test.step('reports an invalid handle together with passwords that differ, and shows no address for it', async () => {
    const handle = page.getByLabel('Handle (optional)');
    const rule = 'Your @name: 2 to 30 letters, digits, hyphens';
    await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': 'something else' });
    await handle.fill('a b');
    await expect(handle).toHaveAccessibleDescription(rule);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(handle).toHaveAccessibleDescription('Handle must be 2 to 30 letters, digits and single hyphens');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
    await handle.fill('');
    await expect(handle).toHaveAccessibleDescription(/\/dev\/@grace$/);
  });

  await test.step('reports a password that is too short together with passwords that differ', async () => {
    await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: 'short', 'Confirm Password': 'other' });
    await page.getByRole('button', { name: 'Register' }).click();
    const short = 'Please enter a password with 8 or more characters';
    for (const msg of [short, 'Passwords do not match']) await expect(alert(page, msg, 'danger').last()).toBeVisible();
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(short);
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  });

  await test.step('shows every error of a refused sign-up as an alert and next to its field', async () => {
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

  await test.step('refuses an e-mail address that already has an account', async () => {
    await fill(page, { Name: 'Another', 'Email Address': member.email, Password: password, 'Confirm Password': password });
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(alert(page, 'User already exists', 'danger')).toBeVisible();
  });
});

test('reports that the browser refuses to store the session', async ({ page, member }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto('/dev/login');
  await fill(page, { 'Email Address': member.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(alert(page, 'Your browser does not let this site keep you signed in', 'danger')).toBeVisible();
  await expect(page).toHaveURL('/dev/login');
  await expect(page.getByLabel('Email Address')).toHaveValue(member.email);
});

test('does not reveal whether an account exists', async ({ page, pageErrors, member }) => {
  pageErrors.expectFailure(400, '/api/auth');
  await page.goto('/dev/login');
  for (const email of [member.email, newEmail()]) {
    await fill(page, { 'Email Address': email, Password: 'not the password' });
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(alert(page, 'Invalid Credentials', 'danger')).toHaveCount(1);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert(page, 'Invalid Credentials', 'danger')).toHaveCount(0);
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
  }
  expect(await token(page)).toBeNull();
});

test('redirects members from the landing, login and register screens to the dashboard', async ({ member: { page } }) => {
  for (const path of ['/dev', '/dev/login', '/dev/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dev/dashboard');
  }
});

test('ends the session in the browser and on the server on logout', async ({ member, pageErrors }) => {
  const { page } = member;
  await page.goto('/dev/dashboard');
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.url().endsWith('/api/auth'));
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  expect((await ended).status()).toBe(200);
  expect(await token(page)).toBeNull();

  pageErrors.expectFailure(401, '/api/');
  await page.goto('/icon.svg'); // no script there, which would send the token
  await page.evaluate((token) => localStorage.setItem('token', token), member.token);
  await page.goto('/dev/dashboard');
  await expect(page).toHaveURL(/\/dev\/login/);
});

test('shows no data of the previous member after another one signs in', async ({ member, members }) => {
  const stranger = await members.signUp('Charles Brandt');
  const { page } = member;
  await page.goto('/dev/dashboard');
  await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  await fill(page, { 'Email Address': stranger.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Welcome Charles Brandt')).toBeVisible();
  await expect(page.getByText('Ada Lowenthal')).toHaveCount(0);
});

const unknown = '01890000-0000-7000-8000-000000000000';
const memberScreens = [
  ['/dev/dashboard', 'Sign in to see your dashboard'],
  ['/dev/create-profile', 'Sign in to edit your profile'],
  ['/dev/edit-profile', 'Sign in to edit your profile'],
  ['/dev/add-experience', 'Sign in to edit your profile'],
  ['/dev/add-education', 'Sign in to edit your profile'],
  [`/dev/edit-experience/${unknown}`, 'Sign in to edit your profile'],
  ['/dev/account#password', 'Sign in to change your account'],
  ['/dev/bookmarks', 'Sign in to see your bookmarks'],
  ['/dev/notifications', 'Sign in to see your notifications'],
  ['/dev/tags/node.js', 'Sign in to read the posts with this tag'],
  [`/dev/profile/${unknown}/followers`, 'Sign in to see who follows whom'],
  ['/dev/posts', 'Sign in to read and write posts'],
  [`/dev/posts/${unknown}`, 'Sign in to read this post'],
] as const;

test('redirects a visitor of every member screen to the sign-in screen', async ({ page }) => {
  for (const [path, reason] of memberScreens) {
    await page.goto(path);
    await expect(page).toHaveURL(path === '/dev/dashboard' ? '/dev/login' : `/dev/login?to=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
    await expect(page.getByText(reason, { exact: true })).toBeVisible();
    if (path !== '/dev/dashboard') continue;
    await page.reload(); // the address does not have the reason
    await expect(page.getByText(reason, { exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText(/^Sign in to/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  }
  await page.goto('/dev/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(page.getByText(/^Sign in to/)).toHaveCount(0);
});

test('returns to the requested screen after sign-in and after sign-up', async ({ page, member }) => {
  await page.goto('/dev/add-education');
  await fill(page, { 'Email Address': member.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/add-education');
  await page.reload(); // so that `logOut` waits for the requests of the screen
  await logOut(page);

  const search = '/dev/search?q=%28sort+by%29&type=posts';
  await page.goto(search);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sign in to search posts and comments')).toBeVisible();
  await fill(page, { 'Email Address': member.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(search);
  await page.reload();
  await logOut(page);

  await page.goto('/dev/posts');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await fill(page, { Name: 'Grace', 'Email Address': newEmail(), Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/dev/posts');
});

test('does not redirect outside the site after sign-in', async ({ page, member }) => {
  await withoutStream(page);
  for (const to of ['https://evil.example', '//evil.example/dev', '/dev/../api/auth', 'javascript:alert(1)', '/dev/\\evil.example']) {
    await page.goto(`/dev/login?to=${encodeURIComponent(to)}`);
    await fill(page, { 'Email Address': member.email, Password: password });
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page, to).toHaveURL('/dev/dashboard');
    await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();
    await page.goto('/icon.svg'); // ends the requests of the session
    await page.evaluate(() => localStorage.clear());
  }
});

test.describe('without JavaScript, or before it has loaded', () => {
  test.use({ javaScriptEnabled: false });

  test('never puts a password into the URL', async ({ page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    for (const [path, button] of [
      ['/dev/login', 'Login'],
      ['/dev/register', 'Register'],
    ] as const)
      await test.step(path, async () => {
        await page.goto(path);
        await page.getByLabel('Password', { exact: true }).fill('typedpassphrase');
        await expect(page.getByRole('button', { name: button })).toBeDisabled();
        await page.getByLabel('Password', { exact: true }).press('Enter');
        await expect(page.locator('noscript p')).toHaveText(/^This form needs JavaScript/); // Playwright's text locators ignore noscript
        await expect(page.locator('noscript p')).toBeVisible();
        await expect(page).toHaveURL(path);
        expect(urls.join()).not.toContain('typedpassphrase');
      });
  });
});

for (const [siteName, isOn] of [
  ['mail', true],
  ['sqlite', false],
] as const)
  test.describe(`on a site that asks ${isOn ? 'an' : 'no'} avatar service`, () => {
    test.use({ siteName });

    test(`the forms and the account screen ${isOn ? 'say where pictures come from' : 'do not mention it'}`, async ({ page, member }) => {
      const count = isOn ? 1 : 0;
      await page.goto('/dev/register');
      await expect(page.getByLabel('Email Address')).toBeVisible();
      const hint = 'This site uses Gravatar, so if you want a profile image, use an email registered there';
      await expect(page.getByText(hint)).toHaveCount(count);
      await page.goto('/dev/login');
      await expect(page.getByLabel('Email Address')).toBeVisible();
      await expect(page.getByText('To show a picture, use an email address registered with Gravatar.')).toHaveCount(count);
      await member.page.goto('/dev/account');
      await expect(
        member.page.getByText(isOn ? 'your picture from Gravatar, or your initials.' : 'Without one, the site shows your initials.'),
      ).toBeVisible();
      await expect(member.page.getByText('Gravatar')).toHaveCount(count);
    });
  });
