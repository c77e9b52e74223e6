import { card, unique, write } from '../feed.ts';
import { hold, once, refused } from '../network.ts';
import { alert, expect, test } from '../test.ts';

/* What members do shows before the server has answered, and is taken back where it refuses. */
const commentCalled = /\/api\/posts\/comment\//;

test('a like shows at once and is taken back, with an alert, where the server refuses', async ({ member: { page, call }, trouble }) => {
  trouble.expectFailure(500, '/api/posts/like/');
  const text = unique('Like me');
  await call('POST', '/api/posts', { text });
  const answer = Promise.withResolvers<void>();
  await once(page, 'PUT', /\/api\/posts\/like\//, async (route) => {
    await answer.promise;
    await route.fulfill(refused);
  });
  await page.goto('/dev/posts');
  const like = card(page, text).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveText('Like1');
  answer.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(like).toHaveText('Like');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('an unlike that is refused leaves the like', async ({ member: { page, call }, trouble }) => {
  trouble.expectFailure(500, '/api/posts/unlike/');
  const text = unique('Keep liking me');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('PUT', `/api/posts/like/${_id}`);
  await once(page, 'PUT', /\/api\/posts\/unlike\//, (route) => route.fulfill(refused));
  await page.goto('/dev/posts');
  const like = card(page, text).getByRole('button', { name: /^Like/ });
  await expect(like).toHaveText('Like1');
  await card(page, text).getByRole('button', { name: 'Unlike' }).click();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(like).toHaveText('Like1');
});

test('a post goes at once when deleted, and comes back, with an alert, where the server refuses', async ({
  member: { page, call },
  trouble,
}) => {
  trouble.expectFailure(500, '/api/posts/');
  const text = unique('Delete me');
  await call('POST', '/api/posts', { text });
  const answer = Promise.withResolvers<void>();
  await once(page, 'DELETE', /\/api\/posts\/[\w-]+$/, async (route) => {
    await answer.promise;
    await route.fulfill(refused);
  });
  await page.goto('/dev/posts');
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(card(page, text)).toHaveCount(0);
  answer.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(card(page, text)).toBeVisible();
});

test('a comment goes at once when deleted, and comes back where the server refuses', async ({ member: { page, call }, trouble }) => {
  trouble.expectFailure(500, '/api/posts/comment/');
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Hear, hear' });
  const answer = Promise.withResolvers<void>();
  await once(page, 'DELETE', commentCalled, async (route) => {
    await answer.promise;
    await route.fulfill(refused);
  });
  await page.goto(`/dev/posts/${_id}`);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await comment.getByRole('button', { name: 'Delete comment' }).click();
  await expect(comment).toHaveCount(0);
  answer.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(comment).toContainText('Hear, hear');
});

test('a comment that could not be deleted comes back alone: what has happened meanwhile stays', async ({
  member: { page, call },
  trouble,
}) => {
  trouble.expectFailure(500, '/api/posts/comment/');
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  for (const text of ['First', 'Second', 'Third']) await call('POST', `/api/posts/comment/${_id}`, { text });
  const answer = Promise.withResolvers<void>();
  await once(page, 'DELETE', commentCalled, async (route) => {
    await answer.promise;
    await route.fulfill(refused);
  });
  await page.goto(`/dev/posts/${_id}`);
  const comments = page.getByRole('article', { name: /^Comment by/ });
  const third = comments.filter({ hasText: 'Third' });
  await comments.filter({ hasText: 'Second' }).getByRole('button', { name: 'Delete comment' }).click();
  await expect(async () => {
    await third.getByRole('button', { name: 'Delete comment' }).click({ timeout: 500 }); // too soon, it counts as the half of a double click
    await expect(third).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await page.getByLabel('Leave a Comment').fill('Fourth');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(comments).toHaveText([/Fourth/, /First/]);
  answer.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  await expect(comments).toHaveText([/Fourth/, /Second/, /First/]);
  await page.reload();
  await expect(comments).toHaveText([/Fourth/, /Second/, /First/]);
});

test('a comment is listed at once also while the others are on their way', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const others = await hold(page, 'GET', new RegExp(`/api/posts/${_id}$`));
  const slow = await hold(page, 'POST', commentCalled);
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const comments = page.getByRole('article', { name: /^Comment by/ });
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(comments).toHaveText([/Sending….*In a hurry/]);
  await expect(page.getByRole('status')).toHaveText('Loading…');
  slow.release(); // its answer has them all
  await expect(comments).toHaveText([/In a hurry/, /Been here before/]);
  await expect(page.getByRole('status')).toHaveCount(0);
  others.release();
});

test('a comment that is refused while the others are on their way goes again, and they come', async ({
  member: { page, call },
  trouble,
}) => {
  trouble.expectFailure(500, '/api/posts/comment/');
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const others = await hold(page, 'GET', new RegExp(`/api/posts/${_id}$`));
  const answer = Promise.withResolvers<void>();
  await once(page, 'POST', commentCalled, async (route) => {
    await answer.promise;
    await route.fulfill(refused);
  });
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const comments = page.getByRole('article', { name: /^Comment by/ });
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(comments).toHaveText([/In a hurry/]);
  answer.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(comments).toHaveCount(0);
  await expect(page.getByText('No comments yet.')).toHaveCount(0);
  others.release();
  await expect(comments).toHaveText([/Been here before/]);
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('In a hurry');
});

test('comments that cannot be had after a refused one are asked for again when their reader says so', async ({
  member: { page, call },
  trouble,
}) => {
  trouble.expectFailure(500, '/api/posts/');
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const discussion = new RegExp(`/api/posts/${_id}$`);
  // Of three loads the first is on its way while the comment is sent, and given up then; the second fails.
  await once(page, 'GET', discussion, (route) => route.fulfill(refused));
  const first = Promise.withResolvers<void>();
  await once(page, 'GET', discussion, () => first.promise);
  await once(page, 'POST', commentCalled, (route) => route.fulfill(refused));
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(page.getByText('Failed to load post')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/Been here before/]);
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('In a hurry');
  first.resolve();
});

test('whoever leaves while a comment is being sent, and comes back, finds it sent and not left to send', async ({
  member: { page, call },
}) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'POST', commentCalled);
  await page.goto('/dev/posts');
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'Only once');
  await expect.poll(() => slow.held.length).toBe(1);
  await page.goBack();
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const field = page.getByLabel('Leave a Comment');
  await expect(field).toHaveValue('Only once'); // it may still be refused
  slow.release();
  await expect(field).toHaveValue('');
  await expect(page.getByText('Your draft was restored.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/Only once/]);
  await expect(field).toHaveValue('');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ commentCount: 1 });
});

test('what is typed after coming back is a draft of its own', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'POST', commentCalled);
  await page.goto('/dev/posts');
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'The first');
  await expect.poll(() => slow.held.length).toBe(1);
  await page.goBack();
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const field = page.getByLabel('Leave a Comment');
  await field.fill('The second');
  slow.release();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/The first/]);
  await expect(field).toHaveValue('The second');
  await page.reload();
  await expect(field).toHaveValue('The second');
});

test('a post that somebody has deleted meanwhile does not come back', async ({ member: { page, call }, trouble }) => {
  trouble.expectFailure(404, '/api/posts/');
  const text = unique('Gone');
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  await expect(card(page, text)).toBeVisible();
  await call('DELETE', `/api/posts/${_id}`);
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(alert(page, 'Post not found', 'danger')).toBeVisible();
  await expect(card(page, text)).toHaveCount(0);
});

test('a comment is listed while it is on its way', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  const slow = await hold(page, 'POST', commentCalled);
  await page.goto(`/dev/posts/${_id}`);
  await page.getByLabel('Leave a Comment').fill('Patience');
  await page.getByRole('button', { name: 'Submit' }).click();
  const comment = page.getByRole('article', { name: 'Comment by Ada Lowenthal' });
  await expect(comment).toContainText('Patience');
  await expect(comment.getByRole('button', { name: 'Delete comment' })).toHaveCount(0);
  slow.release();
  await expect(comment.getByRole('button', { name: 'Delete comment' })).toBeVisible();
  await expect(comment).toHaveCount(1);
});
