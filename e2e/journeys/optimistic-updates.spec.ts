import { card, unique, write } from '../feed.ts';
import { withoutStream } from '../live.ts';
import { deletionOf, hold, once, serverError } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

/* Optimistic updates: the page shows a change before the server answers and reverts it if the server refuses. */
const commentPath = /\/api\/posts\/comment\//;

test('shows likes and deletions in the feed immediately, and reverts those that the server refuses', async ({
  member: { page, call },
  pageErrors,
}) => {
  pageErrors.expectFailure(500, '/api/posts/');
  await withoutStream(page); // it would show the changes before

  await test.step('shows a like immediately and reverts it with an alert when the server refuses', async () => {
    const text = unique('Like me');
    await call('POST', '/api/posts', { text });
    const response = Promise.withResolvers<void>();
    await once(page, 'PUT', /\/api\/posts\/.*\/like$/, async (route) => {
      await response.promise;
      await route.fulfill(serverError);
    });
    await page.goto('/dev/posts');
    const like = card(page, text).getByRole('button', { name: /like/i });
    await like.click();
    await expect(like).toHaveText('Unlike1');
    response.resolve();
    await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
    await alert(page, 'Something went wrong on our side', 'danger').getByRole('button', { name: 'Dismiss' }).click();
    await expect(like).toHaveText('Like');
  });

  await test.step('restores a like when the server refuses to remove it', async () => {
    const text = unique('Keep liking me');
    const { _id } = await call('POST', '/api/posts', { text });
    await call('PUT', `/api/posts/like/${_id}`);
    await once(page, 'DELETE', /\/api\/posts\/.*\/like$/, (route) => route.fulfill(serverError));
    await page.goto('/dev/posts');
    const like = card(page, text).getByRole('button', { name: /like/i });
    await expect(like).toHaveText('Unlike1');
    await like.click();
    await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
    await alert(page, 'Something went wrong on our side', 'danger').getByRole('button', { name: 'Dismiss' }).click();
    await expect(like).toHaveText('Unlike1');
  });

  await test.step('removes a deleted post immediately and restores it with an alert when the server refuses', async () => {
    const text = unique('Delete me');
    await call('POST', '/api/posts', { text });
    const response = Promise.withResolvers<void>();
    await once(page, 'DELETE', /\/api\/posts\/[\w-]+$/, async (route) => {
      await response.promise;
      await route.fulfill(serverError);
    });
    await page.goto('/dev/posts');
    await card(page, text).getByRole('button', { name: 'Delete post' }).click();
    await expect(card(page, text)).toHaveCount(0);
    await endUndoTime(page, 'Post Removed');
    response.resolve();
    await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
    await alert(page, 'Something went wrong on our side', 'danger').getByRole('button', { name: 'Dismiss' }).click();
    await expect(card(page, text)).toBeVisible();
  });

  await test.step('does not restore a post that was already deleted elsewhere', async () => {
    const text = unique('Gone');
    const { _id } = await call('POST', '/api/posts', { text });
    await page.goto('/dev/posts');
    await expect(card(page, text)).toBeVisible();
    await call('DELETE', `/api/posts/${_id}`);
    await card(page, text).getByRole('button', { name: 'Delete post' }).click();
    const response = deletionOf(page, `/api/posts/${_id}`);
    await endUndoTime(page, 'Post Removed');
    expect((await response).status()).toBe(404);
    await expect(alert(page, 'Post Removed', 'success')).toHaveCount(0);
    await expect(card(page, text)).toHaveCount(0);
  });
});

test('likes a post from the feed while its discussion still loads it', async ({ member: { page, call } }) => {
  const text = unique('Like me early');
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  const load = await hold(page, 'GET', new RegExp(`/api/posts/${_id}\\?`));
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const toolbar = page.getByRole('group', { name: 'Actions' });
  await expect(toolbar).toHaveCount(1); // the feed with its toolbars has gone
  await expect.poll(() => load.held.length).toBe(1);
  await toolbar.getByRole('button', { name: 'Like' }).click();
  await expect(toolbar.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  load.release();
  await expect(toolbar.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await expect.poll(() => call('GET', `/api/posts/${_id}`)).toMatchObject({ likeCount: 1 });
});

test('removes a deleted comment immediately and restores it when the server refuses', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts/comment/');
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Hear, hear' });
  const response = Promise.withResolvers<void>();
  await once(page, 'DELETE', commentPath, async (route) => {
    await response.promise;
    await route.fulfill(serverError);
  });
  await page.goto(`/dev/posts/${_id}`);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await comment.getByRole('button', { name: 'Delete comment' }).click();
  await expect(comment).toHaveCount(0);
  await endUndoTime(page, 'Comment Removed');
  response.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(comment).toContainText('Hear, hear');
});

test('restores only the comment whose deletion failed and keeps the changes made since', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts/comment/');
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  for (const text of ['First', 'Second', 'Third']) await call('POST', `/api/posts/comment/${_id}`, { text });
  const response = Promise.withResolvers<void>();
  await once(page, 'DELETE', commentPath, async (route) => {
    await response.promise;
    await route.fulfill(serverError);
  });
  await page.goto(`/dev/posts/${_id}`);
  const comments = page.getByRole('article', { name: /^Comment by/ });
  const third = comments.filter({ hasText: 'Third' });
  await comments.filter({ hasText: 'Second' }).getByRole('button', { name: 'Delete comment' }).click();
  await endUndoTime(page, 'Comment Removed');
  await expect(async () => {
    // A click that follows too quickly counts as part of a double click.
    if (await third.isVisible()) await third.getByRole('button', { name: 'Delete comment' }).click({ timeout: 500 });
    await expect(third).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await page.getByLabel('Leave a Comment').fill('Fourth');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(comments).toHaveText([/Fourth/, /First/]);
  response.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  await expect(comments).toHaveText([/Fourth/, /Second/, /First/]);
  await page.reload();
  await expect(comments).toHaveText([/Fourth/, /Second/, /First/]);
});

test('lists a new comment while the existing ones are still loading', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const others = await hold(page, 'GET', new RegExp(`/api/posts/${_id}/threads`));
  const slow = await hold(page, 'POST', commentPath);
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const comments = page.getByRole('article', { name: /^Comment by/ });
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(comments).toHaveText([/Sending….*In a hurry/]);
  await expect(page.getByRole('status')).toHaveText('Loading…');
  slow.release();
  await expect(page.getByText('Sending…')).toBeVisible(); // until the others have loaded
  others.release();
  await expect(comments).toHaveText([/Posted.*In a hurry/, /Been here before/]);
  await expect(page.getByRole('status')).toHaveCount(0);
});

test('removes a refused comment and still shows the existing ones that were loading', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts/comment/');
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const others = await hold(page, 'GET', new RegExp(`/api/posts/${_id}/threads`));
  const response = Promise.withResolvers<void>();
  await once(page, 'POST', commentPath, async (route) => {
    await response.promise;
    await route.fulfill(serverError);
  });
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const comments = page.getByRole('article', { name: /^Comment by/ });
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(comments).toHaveText([/In a hurry/]);
  response.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(comments).toHaveCount(0);
  await expect(page.getByText('No comments yet.')).toHaveCount(0);
  others.release();
  await expect(comments).toHaveText([/Been here before/]);
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('In a hurry');
});

test('loads the comments on retry when loading failed after a refused comment', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts/');
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const discussion = new RegExp(`/api/posts/${_id}/threads`);
  // The refused comment cancels the first of three loads; the second one fails.
  await once(page, 'GET', discussion, (route) => route.fulfill(serverError));
  const first = Promise.withResolvers<void>();
  await once(page, 'GET', discussion, () => first.promise);
  await once(page, 'POST', commentPath, (route) => route.fulfill(serverError));
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'In a hurry');
  await expect(page.getByText('Failed to load comments')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/Been here before/]);
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('In a hurry');
  first.resolve();
});

test('clears the draft when a member leaves the screen while the comment is sent and then returns', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'POST', commentPath);
  await page.goto('/dev/posts');
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'Only once');
  await expect.poll(() => slow.held.length).toBe(1);
  await page.goBack();
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const field = page.getByLabel('Leave a Comment');
  await expect(field).toHaveValue('Only once'); // the server may still refuse it
  slow.release();
  await expect(field).toHaveValue('');
  await expect(page.getByText('Your draft was restored.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/Only once/]);
  await expect(field).toHaveValue('');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ commentCount: 1 });
});

test('keeps text typed after returning as a separate draft', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'POST', commentPath);
  await page.goto('/dev/posts');
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await write(page, 'Leave a Comment', 'The first');
  await expect.poll(() => slow.held.length).toBe(1);
  await page.goBack();
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  const field = page.getByLabel('Leave a Comment');
  await field.fill('The second');
  slow.release();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveText([/Posted.*The first/]);
  await expect(field).toHaveValue('The second');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(); // a reload could lose the response
  await page.reload();
  await expect(field).toHaveValue('The second');
});

test('lists a comment while it is being sent', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  const slow = await hold(page, 'POST', commentPath);
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
