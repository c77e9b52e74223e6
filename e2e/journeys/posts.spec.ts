import type { Page } from '@playwright/test';
import { card, newTag, unique, write } from '../feed.ts';
import { deletionOf } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

/** Today's date as the browser shows it. */
const today = (page: Page) =>
  page.evaluate(() => new Date().toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).replaceAll('-', '/'));

test('lets two members post, like and comment, and delete only their own texts @engines', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const text = unique('Has anybody seen the difference engine?');
  const commentText = unique('It is in the shed.');

  await ada.page.goto('/dev/posts');
  await expect(ada.page).toHaveTitle('Posts · Dev Connector Demo');
  await write(ada.page, 'Say Something...', text);
  await expect(alert(ada.page, 'Post Created', 'success')).toBeVisible();
  await expect(ada.page.getByLabel('Say Something...')).toHaveValue('');
  const ownPost = card(ada.page, text);
  await expect(ownPost).toContainText(`Posted on ${await today(ada.page)}`);
  await expect(ownPost.getByRole('link', { name: 'Ada Lowenthal' })).toHaveAttribute('href', `/dev/profile/${ada.id}`);
  await expect(ownPost.getByRole('button', { name: 'Delete post' })).toBeVisible();

  await charles.page.goto('/dev/posts');
  const otherPost = card(charles.page, text);
  await expect(otherPost).toBeVisible();
  await expect(otherPost.getByRole('button', { name: 'Delete post' })).toHaveCount(0);
  const like = otherPost.getByRole('button', { name: 'Like', exact: true });
  const unlike = otherPost.getByRole('button', { name: 'Unlike' });
  await expect(unlike).toHaveCount(0);
  await like.click();
  await expect(unlike).toHaveText('Unlike1');
  await expect(like).toHaveCount(0);

  await otherPost.getByRole('link', { name: 'Discussion' }).click();
  await expect(charles.page).toHaveTitle(/^Has anybody seen the difference engine\? [\w-]+ · Dev Connector Demo$/);
  await expect(charles.page.getByRole('article').first()).toContainText(text);
  await expect(charles.page.getByRole('article').first().getByRole('button')).toHaveCount(0);
  await write(charles.page, 'Leave a Comment', commentText);
  await expect(alert(charles.page, 'Comment Added', 'success')).toBeVisible();
  await expect(charles.page.getByLabel('Leave a Comment')).toHaveValue('');
  const comment = charles.page.getByRole('article', { name: 'Comment by Charles Brandt' });
  await expect(comment).toContainText(commentText);
  await expect(comment).toContainText(`Posted on ${await today(charles.page)}`);
  await expect(comment.getByRole('link', { name: 'Charles Brandt' })).toHaveAttribute('href', `/dev/profile/${charles.id}`);

  await ada.page.reload();
  await expect(ownPost.getByRole('button', { name: /^Like/ })).toHaveText('Like1');
  await expect(ownPost.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion1');
  await ownPost.getByRole('link', { name: 'Discussion' }).click();
  const receivedComment = ada.page.getByRole('article', { name: 'Comment by Charles Brandt' });
  await expect(receivedComment).toContainText(commentText);
  await expect(receivedComment.getByRole('button')).toHaveText(['Like', 'Reply']);
  await write(ada.page, 'Leave a Comment', 'Thank you!');
  await expect(ada.page.getByRole('article').nth(1)).toContainText('Thank you!'); // newest comment first
  await expect(alert(ada.page, 'Comment Added', 'success')).toBeVisible();

  await charles.page.reload();
  await expect(charles.page.getByRole('article', { name: 'Comment by Ada Lowenthal' })).toContainText('Thank you!');
  await expect(charles.page.getByRole('article', { name: 'Comment by Ada Lowenthal' }).getByRole('button')).toHaveText(['Like', 'Reply']);
  await comment.getByRole('button', { name: 'Delete comment' }).click();
  await expect(comment).toHaveCount(0);
  await expect(alert(charles.page, 'Comment Removed', 'success')).toBeVisible();
  await charles.page.getByRole('link', { name: 'Back To Posts' }).click();
  await expect(charles.page).toHaveURL('/dev/posts');
  await expect(otherPost.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion1');
  await unlike.click();
  await expect(like).toHaveText('Like');

  await ada.page.getByRole('link', { name: 'Back To Posts' }).click();
  await ownPost.getByRole('button', { name: 'Delete post' }).click();
  await expect(ownPost).toHaveCount(0);
  const deleted = deletionOf(ada.page, /^\/api\/posts\//);
  await endUndoTime(ada.page, 'Post Removed');
  await deleted;
  await charles.page.reload();
  await expect(charles.page.getByRole('heading', { level: 1 })).toHaveText('Posts');
  await expect(otherPost).toHaveCount(0);
});

test('moves the focus to the next post, or to the screen, after a post or comment is deleted by keyboard', async ({ members }) => {
  const { page, call, id } = await members.signUp('Ada Lowenthal', {});
  const tag = newTag();
  for (let number = 1; number <= 11; number++) await call('POST', '/api/posts', { text: `Post ${number}`, tags: [tag] });
  const { _id } = await call('POST', '/api/posts', { text: 'Post 12', tags: [tag] });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'A comment' });
  await page.goto(`/dev/posts/${_id}`);
  await page.getByRole('button', { name: 'Delete comment' }).press('Enter');
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const post = (number: number) => page.getByRole('article').filter({ hasText: new RegExp(`Post ${number}\\b`) });
  for (const [number, list] of [
    [12, `/dev/profile/${id}/posts`], // the first post of a chunk of ten
    [2, `/dev/tags/${tag}`], // the last one
  ] as const) {
    await page.goto(list);
    await post(number).getByRole('button', { name: 'Delete post' }).press('Enter');
    await expect(post(number)).toHaveCount(0);
    await expect(post(number - 1)).toBeFocused();
  }
});

test('keeps a text that is too long and shows a counter and the error of the server', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/posts');
  await page.goto('/dev/posts');
  const area = page.getByLabel('Say Something...');
  const emoji = '\u{1F642}'; // one character, two UTF-16 code units
  await area.fill(emoji.repeat(30_000));
  await expect(page.getByText(/characters/)).toHaveCount(0);
  await area.fill(emoji.repeat(49_999));
  await expect(page.getByText('49,999 of 50,000 characters')).toBeVisible();
  const long = `${'x'.repeat(50_001)} `;
  await area.fill(long);
  await expect(page.getByText('50,001 of 50,000 characters: 1 too many')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(area).toHaveAccessibleDescription('Text must be at most 50000 characters');
  await expect(area).toHaveValue(long);
  await area.fill(unique('Short'));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(area).toHaveValue('');
  await expect(page.getByText(/of 50,000 characters/)).toHaveCount(0);
});

test('lists a new post before older ones', async ({ member: { page, call } }) => {
  const text = unique('Entry');
  await call('POST', '/api/posts', { text: `${text}, older` });
  await page.goto('/dev/posts');
  await expect(card(page, text)).toBeVisible();
  await write(page, 'Say Something...', `${text}, newer`);
  await expect(card(page, text)).toContainText([`${text}, newer`, `${text}, older`]);
});

test('refuses an empty post in the browser and one of whitespace on the server', async ({ member: { page }, pageErrors }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/dev/posts');
  await page.getByRole('button', { name: 'Submit' }).click();
  const area = page.getByLabel('Say Something...');
  await expect(area).toBeFocused();
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.validity.valueMissing)).toBe(true);
  await expect(area).toHaveAccessibleDescription('Text is required');
  expect(sent).toEqual([]);

  pageErrors.expectFailure(400, '/api/posts');
  await area.fill('   ');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(area).toHaveAccessibleDescription('Text is required');
  expect(await page.locator('[data-alert]').count()).toBe(0);
});

test('shows the picture of the author and does not repeat the name to screen readers', async ({ member: { page, call, id } }) => {
  const text = unique('Look at me');
  await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  const picture = card(page, text).locator('img');
  await expect(picture).toHaveAttribute('src', `/api/avatars/${id}`);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
  await expect(card(page, text).getByRole('link', { name: 'Ada Lowenthal' })).toHaveCount(1);
});

test("shows 'Post not found' for a deleted post, and 'Page not found' for an invalid id", async ({
  member: { page, call },
  pageErrors,
}) => {
  pageErrors.expectFailure(404, '/api/posts/');
  pageErrors.expectFailure(404, '/dev/posts/nonsense');
  const { _id } = await call('POST', '/api/posts', { text: unique('Soon gone') });
  await call('DELETE', `/api/posts/${_id}`);
  await page.goto(`/dev/posts/${_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
  await expect(page.getByRole('link', { name: 'Back To Posts' })).toBeVisible();
  await page.goto('/dev/posts/nonsense');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('shows HTML in posts as text and wraps long words', async ({ members }) => {
  const name = '<img src=x onerror=alert(1)> مرحبا';
  const { page, call } = await members.signUp(name);
  const text = `<script>window.hacked = true</script> ${'wideword'.repeat(60)} שלום עולם ${unique('end')}`;
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: `"><script>window.hacked = true</script> ${'W'.repeat(500)}` });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/dev/posts', `/dev/posts/${_id}`]) {
    await page.goto(path);
    const shown = card(page, text.slice(-20));
    await expect(shown).toContainText('<script>window.hacked = true</script>');
    await expect(shown.getByRole('link', { name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }
  await expect(page.getByText('W'.repeat(100))).toBeVisible();
});

test('fits deep lists and quotes on a phone', async ({ member: { page, call } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [mark, levels] of [
    ['- ', 15],
    ['1. ', 15],
    ['> ', 30],
    ['> - ', 10],
  ] as const) {
    const { _id } = await call('POST', '/api/posts', { text: `${mark.repeat(levels)}${unique('deep')}` });
    await page.goto(`/dev/posts/${_id}`);
    await expect(page.getByRole('article').first()).toContainText('deep');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), mark).toBe(0);
  }
});

test.describe('without posts', () => {
  test.use({ siteName: 'empty' });

  test('says in the feed that there are none', async ({ member: { page } }) => {
    await page.goto('/dev/posts');
    await expect(page.getByText('No posts found...', { exact: true })).toBeVisible();
  });
});

test('returns to the newest posts after a post is written on a later page of the feed', async ({ member: { page, token, call } }) => {
  for (const text of ['One', 'Another']) await call('POST', '/api/posts', { text: unique(text) });
  const first = await page.request.get('/api/posts?limit=1', { headers: { 'x-auth-token': token } });
  const cursor = /cursor=([^&>]+)/.exec(first.headers().link ?? '')?.[1];
  await page.goto(`/dev/posts?cursor=${cursor}`);
  await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible();
  const text = unique('The newest');
  await write(page, 'Say Something...', text);
  await expect(page).toHaveURL('/dev/posts');
  await expect(card(page, text)).toBeVisible();
  await expect(page.getByLabel('Say Something...')).toHaveValue('');
});
