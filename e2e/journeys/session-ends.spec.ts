import type { Page } from '@playwright/test';
import { card, unique, write } from '../feed.ts';
import { fill, logOut, submit } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { type Member, password } from '../members.ts';
import { dropResponse, errorResponse, once } from '../network.ts';
import { alert, expect, test } from '../test.ts';

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Ends the session of the member's browser from outside that browser. */
const revoke = ({ call }: Member) => call('DELETE', '/api/auth');

async function signInAgain(page: Page, { email }: Member): Promise<void> {
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens a screen and waits until no request is left that could find the session ended. */
async function open(page: Page, path: string): Promise<void> {
  await withoutStream(page); // it would find the session ended, too
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

async function openFeed(page: Page): Promise<void> {
  await open(page, '/dev/posts');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
}

/** The banner that reports that the session has ended. */
const sessionOver = (page: Page) =>
  page.getByRole('log', { name: 'Session' }).filter({ hasText: 'You have been signed out: your session was ended or has expired.' });

test('drops an invalid token, says so, and returns to the same screen after sign-in', async ({ member, pageErrors }) => {
  const { page } = member;
  await revoke(member);
  pageErrors.expectFailure(401, '/api/');
  await page.goto('/dev/add-experience?from=here');
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/add-experience?from=here')}`);
  expect(await token(page)).toBeNull();
  await expect(sessionOver(page)).toContainText('Sign in again to continue where you left off.');
  await signInAgain(page, member);
  await expect(page).toHaveURL('/dev/add-experience?from=here');
  await expect(sessionOver(page)).toHaveCount(0);
});

test('shows a readable message instead of the API’s when an action finds the session ended', async ({ member, pageErrors }) => {
  const { page } = member;
  pageErrors.expectFailure(401, '/api/');
  await openFeed(page);
  await expect(sessionOver(page)).toHaveCount(0);
  await page.clock.install(); // on a slow machine, saving the draft would find the ended session first
  await revoke(member);
  await write(page, 'Say Something...', 'Hello');
  await expect(sessionOver(page)).toBeVisible();
  await expect(page.getByText('Token is not valid')).toHaveCount(0);
  await page.getByRole('log', { name: 'Session' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(sessionOver(page)).toHaveCount(0);
});

test('does not report an ended session after a logout in this tab or another one', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dev/dashboard');
  await otherTab.waitForLoadState('networkidle');
  await logOut(page);
  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL(/\/dev\/login/);
    await expect(sessionOver(tab)).toHaveCount(0);
  }
});

test('a tab whose former session was ended does not report the sign-out of the next one', async ({ member }) => {
  const { page } = member;
  const otherTab = await page.context().newPage();
  for (const tab of [page, otherTab]) await tab.goto('/dev/dashboard');
  for (const tab of [page, otherTab]) await tab.waitForLoadState('networkidle'); // no request is left that could find the session ended
  await revoke(member);
  for (const tab of [page, otherTab]) await expect(sessionOver(tab)).toBeVisible();
  await signInAgain(page, member);
  for (const tab of [page, otherTab]) await expect(tab.getByText('Welcome Ada Lowenthal')).toBeVisible();
  await logOut(page);
  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL(/\/dev\/login/);
    await expect(sessionOver(tab)).toHaveCount(0);
  }
});

test('signing out of a session that has ended says nothing of its end', async ({ member, pageErrors }) => {
  const { page } = member;
  pageErrors.expectFailure(401, '/api/drafts/');
  await openFeed(page);
  await page.clock.install(); // the draft is saved by the logout
  await page.getByLabel('Say Something...').fill('Half a thought');
  await revoke(member);
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  expect(await token(page)).toBeNull();
  await expect(sessionOver(page)).toHaveCount(0);
});

test('signing out leaves the session that another tab has begun meanwhile', async ({ member: { page }, members }) => {
  const stranger = await members.signUp('Charles Brandt');
  await openFeed(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dev/dashboard');
  await otherTab.waitForLoadState('networkidle');
  await page.clock.install();
  await page.route('**/api/drafts/**', () => {}); // signing out waits for it
  await page.getByLabel('Say Something...').fill('Half a thought');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await logOut(otherTab);
  await signInAgain(otherTab, stranger);
  await expect(otherTab.getByText('Welcome Charles Brandt')).toBeVisible();
  const newer = await token(otherTab);
  await page.clock.runFor(5000);
  await expect(page.getByLabel('Say Something...')).toHaveValue('');
  await otherTab.reload();
  await expect(otherTab.getByText('Welcome Charles Brandt')).toBeVisible();
  for (const tab of [page, otherTab]) expect(await token(tab)).toBe(newer);
});

test('reports an ended session when the token was removed from the browser’s storage', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(401, '/api/');
  await openFeed(page);
  await page.clock.install();
  await page.evaluate(() => localStorage.clear());
  await write(page, 'Say Something...', 'Hello');
  await expect(page).toHaveURL(/\/dev\/login/);
  await expect(sessionOver(page)).toBeVisible();
  await expect(page.getByText('No token')).toHaveCount(0);
});

test('drops an invalid token on a public screen without leaving the screen', async ({ page, pageErrors }) => {
  pageErrors.expectFailure(401, '/api/auth');
  await page.goto('/icon.svg'); // no script there, which would send the token
  await page.evaluate(() => localStorage.setItem('token', 'nonsense'));
  await page.goto('/dev/profiles');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/dev/profiles');
  expect(await token(page)).toBeNull();
  await sessionOver(page).getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/profiles')}`);
});

test('restores the text of a post after sign-in when the session ended while writing it', async ({ member, pageErrors }) => {
  const { page } = member;
  pageErrors.expectFailure(401, '/api/');
  const text = unique('A long thought');
  await openFeed(page);
  await revoke(member);
  await page.getByLabel('Say Something...').fill(text); // saving the draft finds the session ended
  await expect(page).toHaveURL(`/dev/login?to=${encodeURIComponent('/dev/posts')}`);
  await signInAgain(page, member);
  await expect(page.getByLabel('Say Something...')).toHaveValue(text);
  await submit(page);
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, text)).toHaveCount(1);
});

test('restores a form after sign-in when the session ended before it was submitted', async ({ members, pageErrors }) => {
  const ada = await members.signUp('Ada Lowenthal', {});
  const { page } = ada;
  pageErrors.expectFailure(401, '/api/');
  await open(page, '/dev/add-experience');
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

test('restores a draft after a reload and drops it when it is discarded or sent', async ({ member: { page } }) => {
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

test('removes drafts from the browser on logout, and restores them for their author only', async ({ member, members }) => {
  const { page } = member;
  const stranger = await members.signUp('Charles Brandt');
  await openFeed(page);
  const field = page.getByLabel('Say Something...');
  await page.clock.install(); // on a slow machine, the time to upload drafts would be over
  await field.fill('Between us');
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('Between us');
  for (const [person, text] of [
    [stranger, ''],
    [member, 'Between us'],
  ] as const) {
    await page.goto('/dev/login?to=/dev/posts');
    await signInAgain(page, person);
    await expect(field).toHaveValue(text);
    await page.reload(); // so that `logOut` waits for the requests of the screen
    await logOut(page);
  }
});

test('logs out and clears the profile even when the server is unreachable', async ({ members, pageErrors }) => {
  const { page } = await members.signUp('Ada Lowenthal', {});
  pageErrors.expectFailure('dropped', '/api/auth');
  await page.goto('/dev/dashboard');
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toBeVisible();
  await once(page, 'DELETE', /\/api\/auth$/, (route) => route.abort('internetdisconnected'));
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  expect(await token(page)).toBeNull();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toHaveCount(0);
});

test('keeps members signed in while the server restarts', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(503, '/api/auth');
  await page.clock.install();
  await page.route('**/api/auth', (route) => route.fulfill(errorResponse(503, 'The site is starting')));
  await page.goto('/dev/dashboard');
  await page.clock.runFor(2000);
  await expect(page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' })).toBeVisible();
  expect(await token(page)).not.toBeNull();
  await page.unroute('**/api/auth');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Welcome Ada Lowenthal')).toBeVisible();
});

test('does not request the account again for each part of a screen that appears after a failure', async ({
  member: { page },
  pageErrors,
}) => {
  pageErrors.expectFailure(503, '/api/auth');
  await page.clock.install();
  let requests = 0;
  await page.route('**/api/auth', (route) => {
    requests += 1;
    return route.fulfill(errorResponse(503, 'The site is starting'));
  });
  await page.goto('/dev/posts');
  await page.clock.runFor(2000);
  const failure = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' });
  await expect(failure).toBeVisible();
  expect(requests).toBe(3);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible();
  await page.goBack();
  await expect(failure).toBeVisible();
  expect(requests).toBe(3);
});

test('reports a lost response to a sign-up and keeps the form values', async ({ page, pageErrors }) => {
  pageErrors.expectFailure('dropped', '/api/users');
  await page.goto('/dev/register');
  await once(page, 'POST', /\/api\/users$/, dropResponse);
  await fill(page, { Name: 'Grace', 'Email Address': 'grace@example.org', Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(alert(page, 'The server could not be reached', 'danger')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace');
});
