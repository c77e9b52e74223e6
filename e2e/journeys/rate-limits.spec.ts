import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { fill } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { newEmail, password } from '../members.ts';
import { errorResponse, once } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

/** A response of the server's rate limiter. */
const tooManyRequests = (seconds: number | string) => ({
  ...errorResponse(429, 'You have done this many times in a short while'),
  headers: { 'retry-after': String(seconds) },
});
const retryMessage = (seconds: number) => `You have done this many times in a short while. Try again in ${seconds} seconds.`;

const rateLimitOnce = (page: Page, method: string, path: RegExp) => once(page, method, path, (route) => route.fulfill(tooManyRequests(30)));

test('the sign-in and sign-up forms show how long to wait and keep their values', async ({ page, pageErrors }) => {
  pageErrors.expectFailure(429, '/api/auth');
  await page.goto('/dev/login');
  await rateLimitOnce(page, 'POST', /\/api\/auth$/);
  const email = newEmail();
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByText(retryMessage(30))).toBeVisible();
  await expect(alert(page, retryMessage(30), 'danger')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue(password);

  pageErrors.expectFailure(429, '/api/users');
  await page.goto('/dev/register');
  await page.route('**/api/users', (route) => route.fulfill(tooManyRequests(150)));
  await fill(page, { Name: 'Grace Hollis', 'Email Address': email, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('main').getByText('Try again in 3 minutes.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace Hollis');
});

test('shows how long to wait after a post, comment, like or deletion, and loses nothing', async ({
  member: { page, call },
  pageErrors,
}) => {
  const text = unique('There already');
  const { _id } = await call('POST', '/api/posts', { text });
  for (const path of [`/api/posts/${_id}/like`, '/api/posts/comment/', '/api/posts']) pageErrors.expectFailure(429, path);
  await page.goto('/dev/posts');

  await rateLimitOnce(page, 'POST', /\/api\/posts\/?$/);
  await page.getByLabel('Say Something...').fill('Too much');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText(retryMessage(30))).toBeVisible();
  await expect(page.getByLabel('Say Something...')).toHaveValue('Too much');
  await alert(page, retryMessage(30), 'danger').getByRole('button', { name: 'Dismiss' }).click();

  await rateLimitOnce(page, 'PUT', /\/api\/posts\/.*\/like$/);
  const like = card(page, text).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(alert(page, retryMessage(30), 'danger')).toBeVisible();
  await expect(like).toHaveText('Like');
  await alert(page, retryMessage(30), 'danger').getByRole('button', { name: 'Dismiss' }).click();

  await rateLimitOnce(page, 'DELETE', /\/api\/posts\//);
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(alert(page, retryMessage(30), 'danger')).toBeVisible();
  await expect(card(page, text)).toBeVisible();

  await page.goto(`/dev/posts/${_id}`);
  await rateLimitOnce(page, 'POST', /\/api\/posts\/comment\//);
  await page.getByLabel('Leave a Comment').fill('Too much as well');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText(retryMessage(30))).toBeVisible();
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('Too much as well');
  await expect(page.getByText('No comments yet.')).toBeVisible();
});

test('shows how long to wait after a change to the profile, an entry or the password', async ({ members, pageErrors }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', {});
  await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', from: '2001-02-03' });
  for (const path of ['/api/profile/experience', '/api/profile', '/api/auth/password']) pageErrors.expectFailure(429, path);
  await page.goto('/dev/edit-profile');
  await rateLimitOnce(page, 'POST', /\/api\/profile$/);
  await fill(page, { Bio: 'Another' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText('Profile could not be saved (status 429)')).toContainText(retryMessage(30));
  await expect(page.getByLabel('Bio')).toHaveValue('Another');

  await page.goto('/dev/dashboard');
  await rateLimitOnce(page, 'DELETE', /\/api\/profile\/experience\//);
  await page.getByRole('row', { name: 'Lowenthal' }).getByRole('button', { name: 'Delete' }).click();
  await endUndoTime(page, 'Experience Removed');
  await expect(alert(page, `Experience could not be deleted (status 429). ${retryMessage(30)}`, 'danger')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Lowenthal' })).toBeVisible();

  await page.goto('/dev/account');
  await rateLimitOnce(page, 'PUT', /\/api\/auth\/password$/);
  await fill(page, { 'Current password': password, 'New password': 'a newer password', 'Confirm new password': 'a newer password' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByText(retryMessage(30))).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue(password);
});

test('does not retry a rate-limited list until the wait is over and the member asks for it', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(429, '/api/posts');
  let requests = 0;
  const feed = /\/api\/posts\?/;
  await withoutStream(page); // it would read the newest posts
  await page.clock.install();
  await rememberFeed(page);
  await page.goto('/dev/dashboard');
  await page.clock.pauseAt(Date.now() + 60_000); // so that only `runFor` moves the time
  await page.route(feed, (route) => {
    requests++;
    return requests < 3 ? route.fulfill(tooManyRequests(20)) : route.fallback();
  });
  await page.getByRole('link', { name: 'Posts' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load posts' });
  await expect(failure).toContainText('The server answered with status 429.');
  await expect(failure).toContainText(retryMessage(20));
  const retry = failure.getByRole('button', { name: 'Try again' });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await retry.click({ force: true });
  await page.clock.runFor(19_000);
  await page.evaluate(() => fetch('/healthz')); // earlier requests have been intercepted by now
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  expect(requests).toBe(1);
  await page.clock.runFor(2000);
  await expect(retry).not.toHaveAttribute('aria-disabled');
  expect(requests).toBe(1);
  await retry.click();
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  expect(requests).toBe(2);
  await page.clock.runFor(21_000);
  await retry.click();
  await expect(failure).toHaveCount(0);
});

test('keeps a member signed in when the request for the account is rate-limited', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(429, '/api/auth');
  const account = /\/api\/auth$/;
  await page.route(account, (route) => route.fulfill(tooManyRequests(1)));
  await page.goto('/dev/dashboard');
  const failure = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' });
  await expect(failure).toContainText('Try again in 1 second.');
  await page.unroute(account);
  // A component that mounts after the failure may already have requested the account again.
  const retry = failure.getByRole('button', { name: 'Try again', disabled: false });
  await retry.or(page.getByRole('heading', { level: 1, name: 'Dashboard' })).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});

test('retries after the time given in Retry-After while the site starts', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(503, '/api/posts');
  await withoutStream(page); // it would read the newest posts
  await page.clock.install();
  await rememberFeed(page);
  await page.goto('/dev/dashboard');
  await page.clock.pauseAt(Date.now() + 60_000); // so that only `runFor` moves the time
  let requests = 0;
  await page.route(/\/api\/posts\?/, (route) => {
    requests++;
    return requests < 2 ? route.fulfill({ ...errorResponse(503, 'Starting'), headers: { 'retry-after': '4' } }) : route.fallback();
  });
  const unavailable = page.waitForResponse((response) => response.status() === 503);
  await page.getByRole('link', { name: 'Posts' }).click();
  await unavailable;
  await page.clock.runFor(3500);
  await page.evaluate(() => fetch('/healthz')); // earlier requests have been intercepted by now
  expect(requests).toBe(1);
  // The page may have started the timer after the response had arrived.
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(requests).toBe(2);
  }).toPass();
  await expect(page.getByLabel('Say Something...')).toBeVisible();
});

/** Visits the feed, after which the browser knows which one `/dev/posts` shows. */
async function rememberFeed(page: Page): Promise<void> {
  await page.goto('/dev/posts');
  await expect(page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Latest' })).toHaveAttribute(
    'aria-current',
    'page',
  );
}
