import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { fill } from '../forms.ts';
import { once, refusal } from '../network.ts';
import { newEmail, password } from '../people.ts';
import { alert, expect, test } from '../test.ts';

/** The server's way to say that it has been enough for now. */
const enough = (seconds: number | string) => ({
  ...refusal(429, 'You have done this many times in a short while'),
  headers: { 'retry-after': String(seconds) },
});
const sentence = (seconds: number) => `You have done this many times in a short while. Try again in ${seconds} seconds.`;

const refuse = (page: Page, method: string, path: RegExp) => once(page, method, path, (route) => route.fulfill(enough(30)));

test('signing in and up: the form says how long to wait, and keeps what was typed', async ({ page, trouble }) => {
  trouble.expectFailure(429, '/api/auth');
  await page.goto('/dev/login');
  await refuse(page, 'POST', /\/api\/auth$/);
  const email = newEmail();
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByText(sentence(30))).toBeVisible();
  await expect(alert(page, sentence(30), 'danger')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue(password);

  trouble.expectFailure(429, '/api/users');
  await page.goto('/dev/register');
  await page.route('**/api/users', (route) => route.fulfill(enough(150)));
  await fill(page, { Name: 'Grace Hollis', 'Email Address': email, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('main').getByText('Try again in 3 minutes.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Grace Hollis');
});

test('a post, a comment, a like, a deletion: each is told to wait, and nothing is lost', async ({ member: { page, call }, trouble }) => {
  for (const path of ['/api/posts/like/', '/api/posts/comment/', '/api/posts']) trouble.expectFailure(429, path);
  const text = unique('There already');
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');

  await refuse(page, 'POST', /\/api\/posts\/?$/);
  await page.getByLabel('Say Something...').fill('Too much');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText(sentence(30))).toBeVisible();
  await expect(page.getByLabel('Say Something...')).toHaveValue('Too much');
  await alert(page, sentence(30), 'danger').getByRole('button', { name: 'Dismiss' }).click();

  await refuse(page, 'PUT', /\/api\/posts\/like\//);
  const like = card(page, text).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(alert(page, sentence(30), 'danger')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await alert(page, sentence(30), 'danger').getByRole('button', { name: 'Dismiss' }).click();

  await refuse(page, 'DELETE', /\/api\/posts\//);
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(alert(page, sentence(30), 'danger')).toBeVisible();
  await expect(card(page, text)).toBeVisible();

  await page.goto(`/dev/posts/${_id}`);
  await refuse(page, 'POST', /\/api\/posts\/comment\//);
  await page.getByLabel('Leave a Comment').fill('Too much as well');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText(sentence(30))).toBeVisible();
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('Too much as well');
  await expect(page.getByText('No comments yet.')).toBeVisible();
});

test('the profile, an entry, its deletion, the password: each is told to wait', async ({ people, trouble }) => {
  const { page, call } = await people.join('Ada Lowenthal', {});
  await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', from: '2001-02-03' });
  for (const path of ['/api/profile/experience', '/api/profile', '/api/auth/password']) trouble.expectFailure(429, path);
  await page.goto('/dev/edit-profile');
  await refuse(page, 'POST', /\/api\/profile$/);
  await fill(page, { Bio: 'Another' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByText('Profile could not be saved (status 429)')).toContainText(sentence(30));
  await expect(page.getByLabel('Bio')).toHaveValue('Another');

  await page.goto('/dev/dashboard');
  await refuse(page, 'DELETE', /\/api\/profile\/experience\//);
  await page.getByRole('row', { name: 'Lowenthal' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert')).toHaveText(`Experience could not be deleted (status 429). ${sentence(30)}`);
  await expect(page.getByRole('row', { name: 'Lowenthal' })).toBeVisible();

  await page.goto('/dev/account');
  await refuse(page, 'PUT', /\/api\/auth\/password$/);
  await fill(page, { 'Current password': password, 'New password': 'a newer password', 'Confirm new password': 'a newer password' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByText(sentence(30))).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue(password);
});

test('a list that is refused so is asked for once, and again only when its reader asks, after the wait', async ({
  member: { page },
  trouble,
}) => {
  trouble.expectFailure(429, '/api/posts');
  let asked = 0;
  const feed = /\/api\/posts\?/;
  await page.clock.install();
  await page.goto('/dev/dashboard');
  await page.route(feed, (route) => {
    asked++;
    return asked < 3 ? route.fulfill(enough(20)) : route.fallback();
  });
  await page.getByRole('link', { name: 'Posts' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load posts' });
  await expect(failure).toContainText('The server answered with status 429.');
  await expect(failure).toContainText(sentence(20));
  const again = failure.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await again.click({ force: true });
  await page.clock.runFor(19_000);
  await page.evaluate(() => fetch('/healthz')); // whatever was asked before this has been seen
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  expect(asked).toBe(1);
  await page.clock.runFor(2000);
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  expect(asked).toBe(1);
  await again.click();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  expect(asked).toBe(2);
  await page.clock.runFor(21_000);
  await again.click();
  await expect(failure).toHaveCount(0);
});

test('a member whose account cannot be asked for just now stays signed in', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(429, '/api/auth');
  const account = /\/api\/auth$/;
  await page.route(account, (route) => route.fulfill(enough(1)));
  await page.goto('/dev/dashboard');
  const failure = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' });
  await expect(failure).toContainText('Try again in 1 second.');
  await page.unroute(account);
  await failure.getByRole('button', { name: 'Try again', disabled: false }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});

test('a site that is starting is asked again after the time it names', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(503, '/api/posts');
  await page.clock.install();
  await page.goto('/dev/dashboard');
  let asked = 0;
  await page.route(/\/api\/posts\?/, (route) => {
    asked++;
    return asked < 2 ? route.fulfill({ ...refusal(503, 'Starting'), headers: { 'retry-after': '4' } }) : route.fallback();
  });
  const refused = page.waitForResponse((response) => response.status() === 503);
  await page.getByRole('link', { name: 'Posts' }).click();
  await refused;
  await page.clock.runFor(3500);
  await page.evaluate(() => fetch('/healthz')); // whatever was asked before this has been seen
  expect(asked).toBe(1);
  await page.clock.runFor(1000);
  await expect(page.getByLabel('Say Something...')).toBeVisible();
  await expect.poll(() => asked).toBe(2);
});
