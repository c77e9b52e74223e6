import type { Page } from '@playwright/test';
import { card, unique, write } from '../feed.ts';
import { fill, submit } from '../forms.ts';
import { dropAnswer, once, refusal } from '../network.ts';
import { type Person, password } from '../people.ts';
import { alert, expect, test } from '../test.ts';

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** The session of the person's browser is ended from elsewhere. */
const revoke = ({ call }: Person) => call('DELETE', '/api/auth');

async function signInAgain(page: Page, { email }: Person): Promise<void> {
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
}

/** What the page says when the session is over, and what one may do about it. */
const sessionOver = (page: Page) =>
  page.getByRole('log', { name: 'Session' }).filter({ hasText: 'You have been signed out: your session was ended or has expired.' });

test('a token that is no longer good is forgotten, which the page says, and signing in leads back', async ({ member, trouble }) => {
  const { page } = member;
  await revoke(member);
  trouble.expectFailure(401, '/api/');
  await page.goto('/dev/add-experience?from=here');
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/add-experience?from=here')}`);
  expect(await token(page)).toBeNull();
  await expect(sessionOver(page)).toContainText('Sign in again to continue where you left off.');
  await signInAgain(page, member);
  await expect(page).toHaveURL('/dev/add-experience?from=here');
  await expect(sessionOver(page)).toHaveCount(0);
});

test('who is signed out while acting reads a sentence for people, and none of the API’s', async ({ member, trouble }) => {
  const { page } = member;
  trouble.expectFailure(401, '/api/');
  await page.goto('/dev/posts');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(sessionOver(page)).toHaveCount(0);
  await revoke(member);
  await write(page, 'Say Something...', 'Hello');
  await expect(sessionOver(page)).toBeVisible();
  await expect(page.getByText('Token is not valid')).toHaveCount(0);
  await page.getByRole('log', { name: 'Session' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(sessionOver(page)).toHaveCount(0);
});

test('who logs out, here or in another tab, or was never signed in, is told nothing of the kind', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');
  const tab = await page.context().newPage();
  await tab.goto('/dev/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const left of [page, tab]) {
    await expect(left).toHaveURL(/\/dev\/login/);
    await expect(sessionOver(left)).toHaveCount(0);
  }
});

test('a token that is gone from the browser’s storage is no mystery either', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(401, '/api/');
  await page.goto('/dev/posts');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await write(page, 'Say Something...', 'Hello');
  await expect(page).toHaveURL(/\/dev\/login/);
  await expect(sessionOver(page)).toBeVisible();
  await expect(page.getByText('No token')).toHaveCount(0);
});

test('a nonsense token is forgotten on a public screen, which stays', async ({ page, trouble }) => {
  trouble.expectFailure(401, '/api/auth');
  await page.goto('/dev/login');
  await page.evaluate(() => localStorage.setItem('token', 'nonsense'));
  await page.goto('/dev/profiles');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/dev/profiles');
  expect(await token(page)).toBeNull();
  await sessionOver(page).getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/profiles')}`);
});

test('a session that ends while one writes: the text is there again after signing in, and is posted', async ({ member, trouble }) => {
  const { page } = member;
  trouble.expectFailure(401, '/api/');
  const text = unique('A long thought');
  await page.goto('/dev/posts');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await revoke(member);
  await write(page, 'Say Something...', text);
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/posts')}`);
  await signInAgain(page, member);
  await expect(page.getByLabel('Say Something...')).toHaveValue(text);
  await submit(page);
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, text)).toHaveCount(1);
});

test('a session that ends before a form is sent: what was filled in is there again', async ({ people, trouble }) => {
  const ada = await people.join('Ada Lowenthal', {});
  const { page } = ada;
  trouble.expectFailure(401, '/api/');
  await page.goto('/dev/add-experience');
  await fill(page, {
    'Job Title': 'Countess',
    Company: 'Lowenthal',
    'From Date': '2001-02-03',
    'Current Job': true,
    'Job Description': 'Much',
  });
  await revoke(ada);
  await submit(page);
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/add-experience')}`);
  await signInAgain(page, ada);
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Countess');
  await expect(page.getByLabel('From Date')).toHaveValue('2001-02-03');
  await expect(page.getByLabel('Current Job')).toBeChecked();
  await expect(page.getByLabel('To Date')).toBeDisabled();
  await submit(page);
  await expect(alert(page, 'Experience Added', 'success')).toBeVisible();
});

test('what is typed survives a reload, can be discarded, and is not kept once it is sent', async ({ member: { page } }) => {
  await page.goto('/dev/create-profile');
  await fill(page, { Skills: 'HTML', 'Professional Status': 'Intern', Bio: 'Half a sent' });
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sent');
  await expect(page.getByLabel('Professional Status')).toHaveValue('Intern');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('');

  await page.goto('/dev/posts');
  const text = unique('Sent');
  await write(page, 'Say Something...', text);
  await expect(card(page, text)).toBeVisible();
  await page.reload();
  await expect(card(page, text)).toBeVisible();
  await expect(page.getByLabel('Say Something...')).toHaveValue('');
});

test("nobody sees another's unsent text, and logging out drops one's own", async ({ member, people }) => {
  const { page } = member;
  const stranger = await people.join('Charles Brandt');
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill('Between us');
  await page.getByRole('button', { name: 'Logout' }).click();
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain('Between us');
  for (const person of [stranger, member]) {
    await page.goto('/dev/login?to=/dev/posts');
    await signInAgain(page, person);
    await expect(page.getByLabel('Say Something...')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
  }
});

test('logging out clears the profile first, and works where the server cannot be told', async ({ people, trouble }) => {
  const { page } = await people.join('Ada Lowenthal', {});
  trouble.expectFailure('dropped', '/api/auth');
  await page.goto('/dev/dashboard');
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toBeVisible();
  await once(page, 'DELETE', /\/api\/auth$/, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/dev\/login/);
  expect(await token(page)).toBeNull();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toHaveCount(0);
});

test('a server that is restarting signs nobody out', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(503, '/api/auth');
  await page.clock.install();
  await page.route('**/api/auth', (route) => route.fulfill(refusal(503, 'The site is starting')));
  await page.goto('/dev/dashboard');
  await page.clock.runFor(2000);
  await expect(page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' })).toBeVisible();
  expect(await token(page)).not.toBeNull();
  await page.unroute('**/api/auth');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();
});

test('a sign-up whose answer is lost says so and keeps what was typed', async ({ page, trouble }) => {
  trouble.expectFailure('dropped', '/api/users');
  await page.goto('/dev/register');
  await once(page, 'POST', /\/api\/users$/, dropAnswer);
  await fill(page, { Name: 'Grace', 'Email Address': 'grace@example.org', Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(alert(page, 'The server could not be reached', 'danger')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace');
});
