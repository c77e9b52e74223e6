import type { Locator, Page } from '@playwright/test';
import { card, unique, write } from '../feed.ts';
import { withoutStream } from '../live.ts';
import type { Member } from '../members.ts';
import { deletionOf, hold, once, serverError } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

const comments = (page: Page): Locator => page.getByRole('article', { name: /^Comment by/ });
const comment = (page: Page, number: number): Locator => comments(page).filter({ hasText: new RegExp(`Comment ${number}(?!\\d)`) });
const numbersOf = async (page: Page) =>
  (await comments(page).allTextContents()).map((text) => Number(/Comment (\d+)(?!.*Comment)/.exec(text)?.[1]));
const countdown = (from: number) => Array.from({ length: from }, (_, index) => from - index);

/** More comments than the first page has. */
const count = 110;
const threePages = 210;

/** A post with `Comment 1` to `Comment 110`. */
async function createDiscussion({ call }: Member, { before = '', count: total = count } = {}): Promise<string> {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  for (let number = 1; number <= total; number++) await call('POST', `/api/posts/comment/${_id}`, { text: `${before}Comment ${number}` });
  return _id;
}

async function scrollTo(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(wanted).toBeVisible({ timeout: 200 });
  }).toPass();
}

test('loads a long discussion while scrolling and by keyboard', async ({ member }) => {
  const { page } = member;
  const id = await createDiscussion(member, { count: threePages });

  await test.step('loads a long discussion while scrolling, newest first and each comment once', async () => {
    await page.goto(`/dev/posts/${id}`);
    await expect(comments(page)).toHaveCount(100);
    await scrollTo(page, comment(page, 1));
    expect(await numbersOf(page)).toEqual(countdown(threePages));
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  });

  await test.step('loads more comments by keyboard', async () => {
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        override observe() {}
      };
    });
    await page.goto(`/dev/posts/${id}`);
    const more = page.getByRole('button', { name: 'Load more' });
    await more.press('Enter');
    await expect(comments(page)).toHaveCount(200);
    await expect(more).toBeFocused();
    await more.press('Enter');
    await expect(comments(page)).toHaveCount(threePages);
    await expect(more).toHaveCount(0);
  });
});

test('loads every comment of a discussion with long comments', async ({ member }) => {
  const { page } = member;
  const id = await createDiscussion(member, { before: `${'long '.repeat(1200)}\n` });
  await page.goto(`/dev/posts/${id}`);
  await expect(comments(page).first()).toContainText(`Comment ${count}`);
  expect(await comments(page).count()).toBeLessThan(100);
  await scrollTo(page, comment(page, 1));
  expect(await numbersOf(page)).toEqual(countdown(count));
});

test('loads all comments that were written between two visits', async ({ member }) => {
  const { page, call } = member;
  const id = await createDiscussion(member);
  await page.clock.install();
  await page.goto(`/dev/posts/${id}`);
  await scrollTo(page, comment(page, 1));
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await expect(page.getByLabel('Say Something...')).toBeVisible();
  for (let number = count + 1; number <= 2 * count; number++) await call('POST', `/api/posts/comment/${id}`, { text: `Comment ${number}` });
  await page.clock.fastForward(60_000); // what the page has loaded is stale now
  await page.goBack();
  await expect(comments(page).first()).toContainText(`Comment ${2 * count}`);
  await scrollTo(page, comment(page, 1));
  expect(await numbersOf(page)).toEqual(countdown(2 * count));
});

test('loads, restores, adds and removes comments of a long discussion', async ({ members, pageErrors }) => {
  for (const path of ['/api/posts/comment/', '/api/posts/']) pageErrors.expectFailure(500, path);
  const member = await members.signUp('Ada Lowenthal', {});
  const { page, call } = member;
  await withoutStream(page); // live updates retry the failed page
  const id = await createDiscussion(member);

  await test.step('retries older comments that failed to load', async () => {
    await once(page, 'GET', /\/threads\?.*cursor=/, (route) => route.fulfill(serverError));
    await page.goto(`/dev/posts/${id}`);
    await expect(async () => {
      await comments(page).last().scrollIntoViewIfNeeded();
      await expect(page.getByText('More items could not be loaded.')).toBeVisible({ timeout: 200 });
    }).toPass();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => comments(page).count()).toBeGreaterThan(100);
  });

  await test.step('keeps the scroll position after a visit to the profile of an author', async () => {
    await scrollTo(page, comment(page, 20));
    const author = comment(page, 20).getByRole('link', { name: member.name });
    await author.hover();
    const position = await comment(page, 20).boundingBox();
    await author.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name);
    await page.goBack();
    await expect.poll(() => comment(page, 20).boundingBox()).toEqual(position);
  });

  await test.step('restores an old comment to its position when the server refuses to delete it', async () => {
    await page.goto(`/dev/posts/${id}`);
    await scrollTo(page, comment(page, 1));
    await once(page, 'DELETE', /\/api\/posts\/comment\//, (route) => route.fulfill(serverError));
    await comment(page, 42).getByRole('button', { name: 'Delete comment' }).click();
    await endUndoTime(page, 'Comment Removed');
    await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
    await expect(comment(page, 42)).toBeVisible();
    expect(await numbersOf(page)).toEqual(countdown(count));
  });

  await test.step('shows a new comment on top and removes an old one immediately, with exact counts', async () => {
    await scrollTo(page, comment(page, 1));

    const adding = await hold(page, 'POST', /\/api\/posts\/comment\//);
    await write(page, 'Leave a Comment', `Comment ${count + 1}`);
    await expect(comments(page).first()).toContainText('Sending…');
    adding.release();
    await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
    expect(await numbersOf(page)).toEqual(countdown(count + 1));

    await comment(page, 42).getByRole('button', { name: 'Delete comment' }).click();
    await expect(comment(page, 42)).toHaveCount(0);
    const deleted = deletionOf(page, /^\/api\/posts\/comment\//);
    await endUndoTime(page, 'Comment Removed');
    await deleted;
    expect(await numbersOf(page)).toEqual(countdown(count + 1).filter((number) => number !== 42));
    expect(await call('GET', `/api/posts/${id}`)).toMatchObject({ commentCount: count });
    await page.getByRole('link', { name: 'Back To Posts' }).click();
    await expect(page.locator(`a[href="/dev/posts/${id}"]`).filter({ hasText: 'Discussion' })).toHaveText(`Discussion${count}`);
  });
});

test('likes and deletes a post from the toolbar of its discussion, which leads back to the feed with Undo', async ({ member }) => {
  const { page, call } = member;
  const text = unique('Mine');
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0);
  const toolbar = page.getByRole('group', { name: 'Actions' });
  await toolbar.getByRole('button', { name: 'Like' }).click();
  await expect(toolbar.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await toolbar.getByRole('button', { name: 'Delete post' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(card(page, text)).toHaveCount(0);
  await alert(page, 'Post Removed', 'success').getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, text)).toBeVisible();
  await expect.poll(() => call('GET', `/api/posts/${_id}`)).toMatchObject({ likeCount: 1 });
});

test("does not offer to delete another member's post", async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const { _id } = await ada.call('POST', '/api/posts', { text: unique('Not yours') });
  await charles.page.goto(`/dev/posts/${_id}`);
  await expect(charles.page.getByRole('button', { name: 'Like' })).toBeVisible();
  await expect(charles.page.getByRole('button', { name: 'Delete post' })).toHaveCount(0);
});

test('lists the oldest comments first on request, and a new comment on top', async ({ member }) => {
  const { page, call } = member;
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  for (const number of [1, 2, 3]) await call('POST', `/api/posts/comment/${_id}`, { text: `Comment ${number}` });
  await page.goto(`/dev/posts/${_id}`);
  await expect(comments(page)).toHaveText([/Comment 3/, /Comment 2/, /Comment 1/]);
  await page.getByRole('link', { name: 'Oldest first' }).click();
  await expect(comments(page)).toHaveText([/Comment 1/, /Comment 2/, /Comment 3/]);
  await page.reload();
  await expect(comments(page)).toHaveText([/Comment 1/, /Comment 2/, /Comment 3/]);
  await comment(page, 2).getByRole('button', { name: 'Delete comment' }).click();
  await expect(comments(page)).toHaveText([/Comment 1/, /Comment 3/]);
  await write(page, 'Leave a Comment', 'Comment 4');
  await expect(comments(page)).toHaveText([/Comment 4/, /Comment 3/, /Comment 1/]);
  await page.getByRole('link', { name: 'Oldest first' }).click();
  await expect(comments(page)).toHaveText([/Comment 1/, /Comment 3/, /Comment 4/]);
});

test('names the document after the first line of the post, which the server does not reveal', async ({ member }) => {
  const { page, call } = member;
  const { _id } = await call('POST', '/api/posts', { text: 'A first line\nand a second' });
  await page.goto(`/dev/posts/${_id}`);
  await expect(page).toHaveTitle('A first line · Dev Connector Demo');
  const html = await (await page.request.get(`/dev/posts/${_id}`)).text();
  expect(html).toContain('<title>Post · Dev Connector Demo</title>');
  expect(html).not.toContain('A first line');
});

test('shows the author beside the discussion, and the headings of a long post', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal', { headline: 'Compiler engineer' });
  const { page } = await members.signUp('Charles Brandt');
  const words = 'word '.repeat(1500);
  const { _id } = await ada.call('POST', '/api/posts', {
    text: `# First part\n\n${words}\n\n## Detail\n\n${words}\n\n# Last part\n\nEnd.`,
  });
  const short = await ada.call('POST', '/api/posts', { text: '# One\n\n# Two' });
  const aside = page.getByRole('complementary', { name: 'Community' });
  await page.goto(`/dev/posts/${_id}`);
  const author = aside.getByRole('region', { name: 'Author' });
  await expect(author).toContainText('Compiler engineer');
  await author.getByRole('button', { name: 'Follow Ada Lowenthal' }).click();
  await expect(author.getByRole('button', { name: 'Following Ada Lowenthal', pressed: true })).toBeVisible();
  const headings = aside.getByRole('navigation', { name: 'In this post' }).getByRole('link');
  await expect(headings).toHaveText(['First part', 'Detail', 'Last part']);
  await headings.last().click();
  await expect(page.getByRole('heading', { name: 'Last part' })).toBeInViewport();
  await page.goto(`/dev/posts/${short._id}`);
  await expect(author).toBeVisible();
  await expect(headings).toHaveCount(0);
});
