import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { field, fill } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { fullProfile, type Member, newEmail, password } from '../members.ts';
import { errorResponse, hold } from '../network.ts';
import { alert, expect, test } from '../test.ts';

const newPassword = 'a newer password';

/** Creates another session of the member with this user agent and returns its token. */
async function signInAs(page: Page, { email }: Member, userAgent: string): Promise<string> {
  const response = await page.request.post('/api/auth', { data: { email, password }, headers: { 'user-agent': userAgent } });
  return (await response.json()).token;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0';

const sessions = (page: Page): Locator => page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');

test('links the account screen from the menu', async ({ member: { page, email } }) => {
  await page.goto('/dev/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page).toHaveURL('/dev/account');
  await expect(page).toHaveTitle('Account · Dev Connector Demo');
  await expect(field(page, 'E-mail')).toHaveValue(email);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Where you are signed in' }).click();
  await expect(page).toHaveURL('/dev/account#sessions');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeInViewport();
});

test('scrolls to a section whose link was opened before it had loaded', async ({ member: { page } }) => {
  const load = await hold(page, 'GET', /\/api\/auth\/sessions$/);
  await page.goto('/dev/account#follows');
  const heading = page.getByRole('heading', { name: 'Follows and tags' });
  await expect.poll(() => load.held.length).toBe(1);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1); // the sections appear together
  await expect(heading).toHaveCount(0);
  load.release();
  await expect(heading).toBeInViewport();
});

test('redirects visitors to the sign-in screen', async ({ page }) => {
  await page.goto('/dev/account');
  await expect(page).toHaveURL(/\/dev\/login/);
});

test('ends the sessions of all other browsers after a password change', async ({ member, members, page: visitor, pageErrors }) => {
  const { page, token, email } = member;
  pageErrors.expectFailure(401, '/api/');
  const other = await members.openBrowser(await signInAs(page, member, firefox));
  await withoutStream(other); // it would report the ended session
  await other.goto('/dev/account');
  await page.goto('/dev/account');
  await expect(sessions(page)).toHaveCount(2);

  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await fill(page, { 'Current password': password, 'New password': newPassword, 'Confirm new password': 'another' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription('Passwords do not match');
  expect(sent).toEqual([]);

  pageErrors.expectFailure(400, '/api/auth/password');
  await fill(page, { 'Current password': 'a guess', 'Confirm new password': newPassword });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Current password is incorrect');
  expect(await page.locator('[data-alert]').count()).toBe(0); // the fields show the errors
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword);

  await fill(page, { 'Current password': password, 'New password': 'iloveyou', 'Confirm new password': 'iloveyou' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/^This password is easy to guess/);

  await fill(page, { 'New password': newPassword, 'Confirm new password': newPassword });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(alert(page, 'Password changed', 'success')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(sessions(page)).toHaveCount(1);
  await expect(sessions(page)).toContainText('This device');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
  await page.reload();
  await expect(sessions(page)).toHaveCount(1);

  await other.getByRole('link', { name: 'Posts' }).click();
  await expect(other).toHaveURL(/\/dev\/login/);
  await visitor.goto('/dev/login');
  await fill(visitor, { 'Email Address': email, Password: newPassword });
  await visitor.getByRole('button', { name: 'Login' }).click();
  await expect(visitor).toHaveURL('/dev/dashboard');
});

test('lists sessions by device and ends one or all others, but none of another member', async ({ member, members, pageErrors }) => {
  const { page } = member;
  const tokens = [];
  for (const userAgent of [firefox, safari, edge, 'curl/8.14.1', 'admin\u00ad']) tokens.push(await signInAs(page, member, userAgent));
  const phone = await members.openBrowser(tokens[1] as string);
  const stranger = await members.signUp('Charles Brandt');
  await page.goto('/dev/account');
  await expect(sessions(page)).toContainText([
    /^admin.*SHY/,
    'curl',
    'Edge on Windows',
    'Safari on iPhone',
    'Firefox on Linux',
    'This device',
  ]);
  await expect(sessions(page).filter({ hasText: 'curl' })).toContainText(/Last seen \d{4}\/\d\d\/\d\d · now/);
  await expect(page.getByText('This device')).toHaveCount(1);

  await sessions(page).filter({ hasText: 'Safari on iPhone' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions(page)).toHaveCount(5);
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
  pageErrors.expectFailure(401, '/api/');
  await phone.goto('/dev/posts');
  await expect(phone).toHaveURL(/\/dev\/login/);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  for (const token of tokens) expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(401);
  await stranger.call('GET', '/api/auth');

  await sessions(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
});

test('groups the sessions of equal browsers, except this one, and ends them together', async ({ member, members }) => {
  const { page } = member;
  const tokens: string[] = [];
  for (const userAgent of [firefox, firefox.replaceAll('140.0', '141.0'), firefox]) tokens.push(await signInAs(page, member, userAgent));
  const same = await members.openBrowser(await signInAs(page, member, await page.evaluate(() => navigator.userAgent)));
  await same.goto('/dev/account');
  await expect(sessions(same)).toHaveCount(3);
  await expect(sessions(same)).toContainText(['This device', '3 sessions', /^(?!.*sessions)/]);
  const group = sessions(same).filter({ hasText: 'Firefox on Linux' });
  await expect(group).toContainText('Last signed in');
  await group.getByRole('button', { name: 'Sign out all of these' }).click();
  await expect(sessions(same)).toHaveCount(2);
  await expect(same.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
  for (const token of tokens) expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(401);
  await member.call('GET', '/api/auth');
});

test('marks the section that is being read in the navigation', async ({ member: { page } }) => {
  await page.goto('/dev/account');
  const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]');
  await expect(current).toHaveText('Name and e-mail');
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await expect(current).toHaveText('Where you are signed in');
  await page.getByRole('heading', { name: 'Appearance' }).evaluate((heading) => heading.scrollIntoView());
  await expect(current).toHaveText('Appearance');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(current).toHaveText('Delete account');
  await page.getByRole('link', { name: 'Your data', exact: true }).click();
  await expect(current).toHaveText('Your data');
});

test('has the navigation above the sections on a phone', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/account');
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await page.getByRole('link', { name: 'Appearance', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeInViewport();
});

test('keeps a session in the list and shows the reason when it could not be ended', async ({ member, pageErrors }) => {
  const { page } = member;
  await signInAs(page, member, firefox);
  await page.goto('/dev/account');
  pageErrors.expectFailure(500, '/api/auth/sessions');
  await page.route('**/api/auth/sessions/*', (route) => route.fulfill(errorResponse(500, 'Something went wrong on our side')));
  await sessions(page).filter({ hasText: 'Firefox' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(sessions(page)).toHaveCount(2);
});

test('downloads all data of the member in one file', async ({ members, pageErrors }) => {
  const { page, call, id } = await members.signUp('Ada Lowenthal', fullProfile);
  const post = await call('POST', '/api/posts', { text: 'Notes on the engine' });
  await call('POST', `/api/posts/comment/${post._id}`, { text: 'And a note on the notes' });
  await call('PUT', `/api/posts/like/${post._id}`);
  await page.goto('/dev/account');
  await expect(page.getByText('1 kB of 500 MB: 1 kB of texts, 0 kB of images')).toBeVisible();
  await expect(page.getByText('1 kB of 50 MB')).toBeVisible();
  const button = page.getByRole('button', { name: 'Download my data' });

  pageErrors.expectFailure(503, '/api/users/me/data');
  await page.route('**/api/users/me/data', (route) =>
    route.fulfill({ ...errorResponse(503, 'The site is very busy; try again in a moment'), headers: { 'retry-after': '7' } }),
  );
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Your data could not be downloaded (status 503). The site is very busy. Try again in 7 seconds.',
  );
  await page.unroute('**/api/users/me/data');

  const slow = await hold(page, 'GET', /\/api\/users\/me\/data$/);
  const downloadEvent = page.waitForEvent('download');
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  slow.release();
  const download = await downloadEvent;
  expect(slow.held).toHaveLength(1);
  expect(download.suggestedFilename()).toMatch(/^dev-connector-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    account: { _id: id, name: 'Ada Lowenthal' },
    profile: { company: fullProfile.company },
    sessions: [{ current: true }],
    posts: [{ text: 'Notes on the engine', likeCount: 1, commentCount: 1 }],
    comments: [{ text: 'And a note on the notes', post: { _id: post._id } }],
    likes: [{ post: { name: 'Ada Lowenthal' } }],
  });
  await expect(button).not.toHaveAttribute('aria-disabled');
});

test('deletes the account after confirmation', async ({ member: { page, token } }) => {
  await page.goto('/dev/account');
  await page.getByRole('button', { name: 'Delete My Account' }).press('Enter'); // sections that load late would move it away from a click
  const question = page.getByRole('dialog', { name: 'Are you sure? This cannot be undone' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(200);
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(alert(page, 'YOUR account has been permanantly deleted', 'success')).toBeVisible();
  expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(401);
});

for (const path of ['/dev/account', '/dev/dashboard'])
  test(`asks for the password on ${path} before it deletes the account in an older session`, async ({
    member: { page, token },
    pageErrors,
  }) => {
    // The session is new, so the test fakes the response to an old one.
    await page.route('/api/profile', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(errorResponse(403, 'Please confirm your password')) : route.fallback(),
    );
    pageErrors.expectFailure(403, '/api/profile');
    await page.goto(path);
    await page.getByRole('button', { name: 'Delete My Account' }).press('Enter'); // sections that load late would move it away from a click
    await page.getByRole('dialog', { name: 'Are you sure? This cannot be undone' }).getByRole('button', { name: 'Yes, delete it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    const field = dialog.getByLabel('Password', { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(200);

    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    pageErrors.expectFailure(400, '/api/auth/confirm');
    await field.fill('a guess');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(field).toHaveAccessibleDescription('Password is incorrect');
    await page.unroute('/api/profile');
    await field.fill(password);
    await field.press('Enter');
    await expect(alert(page, 'YOUR account has been permanantly deleted', 'success')).toBeVisible();
    expect((await page.request.get('/api/auth', { headers: { 'x-auth-token': token } })).status()).toBe(401);
  });

test('changes the name everywhere, and reports errors at the fields', async ({ member: { page }, members, pageErrors }) => {
  const { email } = await members.signUp('Charles Brandt');
  pageErrors.expectFailure(400, '/api/account');
  await page.goto('/dev/account');
  const save = page.getByRole('button', { name: 'Save' });
  await fill(page, { Name: ' ', 'E-mail': email });
  await save.click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Name is required');
  await fill(page, { Name: 'Ada Byron' });
  await save.click();
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription(/^User already exists/);
  await expect(field(page, 'E-mail')).toBeFocused();
  const own = newEmail();
  await fill(page, { 'E-mail': own });
  await save.click();
  await expect(alert(page, 'Account updated', 'success')).toBeVisible();
  await page.reload();
  await expect(field(page, 'E-mail')).toHaveValue(own);
  await page.goto('/dev/dashboard');
  await expect(page.getByText('Welcome Ada Byron')).toBeVisible();
});

test('shows the new initials as soon as the name has changed', async ({ member: { page } }) => {
  await page.goto('/dev/account');
  const picture = page.locator('#picture img');
  const shownInitials = () =>
    picture.evaluate(async (image: HTMLImageElement) => /<text.*>(.*)<\/text>/.exec(await (await fetch(image.src)).text())?.[1]);
  await expect.poll(shownInitials).not.toBe('ZQ');
  await fill(page, { Name: 'Zelda Quinn' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Account updated', 'success')).toBeVisible();
  await expect.poll(shownInitials).toBe('ZQ');
});

test('asks for the password before it changes the e-mail address in an older session', async ({ member: { page, call }, pageErrors }) => {
  // The session is new, so the test fakes the response to an old one.
  await page.route('/api/account', (route) => route.fulfill(errorResponse(403, 'Please confirm your password')));
  pageErrors.expectFailure(403, '/api/account');
  await page.goto('/dev/account');
  const own = newEmail();
  await fill(page, { 'E-mail': own });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('form', { name: 'Name and e-mail' }).getByText('Please confirm your password')).toBeVisible();
  expect(await call('GET', '/api/auth')).not.toMatchObject({ email: own });

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await page.unroute('/api/account');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(alert(page, 'Account updated', 'success')).toBeVisible();
  expect(await call('GET', '/api/auth')).toMatchObject({ email: own });
});

test('remembers the theme and whether shortcuts of one key are on', async ({ member: { page } }) => {
  await page.goto('/dev/account');
  const theme = page.getByRole('radiogroup', { name: 'Theme' });
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked();
  await theme.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('checkbox', { name: /^Single-key shortcuts/ }).uncheck();
  await page.reload();
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Single-key shortcuts/ })).not.toBeChecked();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/dev/account');
});
