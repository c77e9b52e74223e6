import type { Route } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { cutAnswer, dropAnswer, hold, once, refused } from '../network.ts';
import { alert, expect, test } from '../test.ts';

const postsCalled = /\/api\/posts\/?$/;
const commentCalled = /\/api\/posts\/comment\//;

test('pressing twice, or three times, posts once', async ({ member: { page, call } }) => {
  const text = unique('Once is enough');
  const slow = await hold(page, 'POST', postsCalled);
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill(text);
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  await page.getByRole('button', { name: 'Submit' }).click({ force: true });
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  slow.release();
  await expect(card(page, text)).toHaveCount(1);
  expect(slow.held).toHaveLength(1);
  const feed = await call<Array<{ text: string }>>('GET', '/api/posts');
  expect(feed.filter((post) => post.text === text)).toHaveLength(1);
});

test('while a post is on its way its text stays, and what is typed meanwhile is not lost', async ({ member: { page } }) => {
  const [text, next] = [unique('On its way'), unique('And another thing')];
  const slow = await hold(page, 'POST', postsCalled);
  await page.goto('/dev/posts');
  const area = page.getByLabel('Say Something...');
  await area.fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  await expect(area).toHaveValue(text);
  await area.fill(next);
  slow.release();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(area).toHaveValue(next);
});

for (const [what, failure, said] of [
  ['whose answer is lost', dropAnswer, 'The server could not be reached'],
  ['that never arrives', (route: Route) => route.abort('internetdisconnected'), 'The server could not be reached'],
  ['whose answer is cut in its midst', cutAnswer, 'The server could not be reached'],
  [
    'that something on the way answers',
    (route: Route) => route.fulfill({ body: '<h1>Sign in to this Wi-Fi</h1>' }),
    'The server could not be reached',
  ],
  ['that the server refuses', (route: Route) => route.fulfill(refused), 'Something went wrong on our side'],
] as const) {
  test(`a post ${what} keeps its text; sent again, it exists once`, async ({ member: { page, call }, trouble }) => {
    if (!what.startsWith('that something')) trouble.expectFailure(said.startsWith('The server') ? 'dropped' : 500, '/api/posts');
    const text = unique('Is this thing on?');
    await once(page, 'POST', postsCalled, failure);
    await page.goto('/dev/posts');
    const area = page.getByLabel('Say Something...');
    await area.fill(text);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alert(page, said, 'danger')).toBeVisible();
    await expect(area).toHaveValue(text);

    await page.reload(); // which must not cost the text, nor what makes the repeat harmless
    await expect(area).toHaveValue(text);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
    await expect(area).toHaveValue('');
    await expect(card(page, text)).toHaveCount(1);
    const feed = await call<Array<{ text: string }>>('GET', '/api/posts');
    expect(feed.filter((post) => post.text === text)).toHaveLength(1);
  });

  test(`a comment ${what} keeps its text; sent again, it exists once`, async ({ member: { page, call }, trouble }) => {
    if (!what.startsWith('that something')) trouble.expectFailure(said.startsWith('The server') ? 'dropped' : 500, '/api/posts/comment/');
    const { _id } = await call('POST', '/api/posts', { text: unique('Say yes') });
    await once(page, 'POST', commentCalled, failure);
    await page.goto(`/dev/posts/${_id}`);
    const area = page.getByLabel('Leave a Comment');
    await area.fill('Yes!');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alert(page, said, 'danger')).toBeVisible();
    await expect(area).toHaveValue('Yes!');
    const arrived = failure === dropAnswer || failure === cutAnswer; // which the page learns by asking again
    await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(arrived ? 1 : 0);

    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
    await expect(area).toHaveValue('');
    await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(1);
    const post = await call<{ comments: unknown[] }>('GET', `/api/posts/${_id}`);
    expect(post.comments).toHaveLength(1);
  });
}

test('the same words can be posted again once they are posted', async ({ member: { page } }) => {
  const text = unique('Good morning');
  await page.goto('/dev/posts');
  for (const count of [1, 2]) {
    await page.getByLabel('Say Something...').fill(text);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(card(page, text)).toHaveCount(count);
  }
});

test('a post written while the feed is still loading stands in it', async ({ member: { page } }) => {
  const text = unique('In a hurry');
  const stale = Promise.withResolvers<void>();
  await once(page, 'GET', /\/api\/posts\?/, async (route) => {
    const response = await route.fetch(); // of before the post
    await stale.promise;
    await route.fulfill({ response }).catch(() => {}); // the page may have given up meanwhile
  });
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  stale.resolve();
  await expect(card(page, text)).toHaveCount(1);
});

test('a comment sent before the others have come is shown with them', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const slow = await hold(page, 'GET', new RegExp(`/api/posts/${_id}$`));
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await page.getByLabel('Leave a Comment').fill('In a hurry');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  slow.release();
  await expect(page.getByRole('article', { name: 'Comment by Ada Lowenthal' })).toHaveText([/In a hurry/, /Been here before/]);
});

test('the feed shows a spinner while it loads', async ({ member: { page, call } }) => {
  const text = unique('Slowly');
  await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'GET', /\/api\/posts\?/);
  await page.goto('/dev/posts');
  await expect(page.getByRole('status')).toHaveText('Loading…');
  slow.release();
  await expect(card(page, text)).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
});

for (const [path, message, called, shown] of [
  ['/dev/posts', 'Failed to load posts', /\/api\/posts\?/, /^No posts found|^Posted on/],
  ['/dev/posts/01890000-0000-7000-8000-000000000000', 'Failed to load post', /\/api\/posts\/01890000/, 'Post not found'],
] as const) {
  test(`'${message}' comes with its status and can be tried again`, async ({ member: { page }, trouble }) => {
    trouble.expectFailure(500, '/api/posts');
    await page.route(called, (route) => route.fulfill(refused));
    await page.goto(path);
    const failure = page.getByRole('alert').filter({ hasText: message });
    await expect(failure).toContainText('500');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toContainText('500');
    await page.unroute(called);
    if (path.includes('0189')) trouble.expectFailure(404, '/api/posts/0189');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
}

test('a network that is down is told apart from a server that refuses, and is tried thrice', async ({ member: { page }, trouble }) => {
  trouble.expectFailure('dropped', '/api/posts');
  let tries = 0;
  await page.clock.install();
  await page.route(/\/api\/posts\?/, (route) => {
    tries++;
    return route.abort('internetdisconnected');
  });
  await page.goto('/dev/posts');
  await expect.poll(() => tries).toBe(1);
  await page.clock.runFor(600);
  await expect.poll(() => tries).toBe(2);
  await page.clock.runFor(1100);
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load posts' })).toContainText('The server could not be reached');
  expect(tries).toBe(3);
});
