import type { Locator, Page } from '@playwright/test';
import { unique, write } from '../feed.ts';
import { logOut } from '../forms.ts';
import { withoutStream } from '../live.ts';
import type { Member } from '../members.ts';
import { deletionOf, hold, once, serverError } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

const comment = (page: Page, text: string): Locator => page.getByRole('article', { name: /^Comment/ }).filter({ hasText: text });
const reply = (page: Page, text: string): Locator => page.getByRole('article', { name: /^Reply/ }).filter({ hasText: text });
const entries = (page: Page): Locator => page.getByRole('article', { name: /^(Comment|Reply)/ });

const writePost = async ({ call }: Member): Promise<string> => (await call('POST', '/api/posts', { text: unique('Discuss') }))._id;
const writeComment = async ({ call }: Member, post: string, text: string, parent?: string): Promise<string> =>
  (await call<[{ _id: string }]>('POST', `/api/posts/comment/${post}`, { text, ...(parent && { parent }) }))[0]._id;

/** Writes ten at a time, because of the limit per address. */
async function writeMany(member: Member, count: number, post: string, parent?: string): Promise<void> {
  for (let written = 0; written < count; written += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - written) }, () => writeComment(member, post, 'One of many', parent)));
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible();
}

test('answers a comment and a reply, all below the comment @engines', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const grace = await members.signUp('Grace Nilsson');
  const post = await writePost(ada);
  await writeComment(ada, post, 'A question');
  await writeComment(ada, post, 'Another one');
  const { page } = grace;
  await open(page, `/dev/posts/${post}`);

  await comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true }).click();
  const field = page.getByLabel('Reply to Ada Lowenthal');
  await expect(field).toBeFocused();
  await field.fill('An answer');
  const sending = await hold(page, 'POST', /\/api\/posts\/comment\//);
  await comment(page, 'A question').getByRole('button', { name: 'Submit' }).click();
  await expect(reply(page, 'An answer')).toContainText('Sending…');
  sending.release();
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true })).toBeFocused();
  await expect(entries(page)).toHaveText([/Another one/, /A question/, /Posted.*An answer/]);
  await expect(page.getByRole('heading', { name: /^Comments/ })).toHaveText('Comments 3');

  await reply(page, 'An answer').getByRole('button', { name: 'Reply', exact: true }).press('Enter');
  await page.getByLabel('Reply to Grace Nilsson').fill('A correction');
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByLabel('Reply to Grace Nilsson').press('ControlOrMeta+Enter');
  await expect(reply(page, 'A correction')).toContainText('In reply to Grace Nilsson');
  await expect(reply(page, 'An answer')).not.toContainText('In reply to');
  await sent;
  await expect.poll(() => grace.call('GET', '/api/drafts')).toEqual([]);
  await page.reload();
  await expect(entries(page)).toHaveText([/Another one/, /A question/, /An answer/, /A correction/]);

  await reply(page, 'A correction').locator('p', { hasText: 'In reply to' }).getByRole('link').click();
  await expect(reply(page, 'An answer')).toBeFocused();
});

test('keeps the draft of a reply across a reload, and the dashboard leads to it', async ({ member }) => {
  const { page, call } = member;
  const post = await writePost(member);
  const first = await writeComment(member, post, 'A question');
  await open(page, `/dev/posts/${post}`);
  await comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Reply to Ada Lowenthal').fill('Half an answer');
  await expect.poll(() => call('GET', '/api/drafts')).toMatchObject([{ context: `reply:${first}` }]);
  await page.reload();
  await expect(page.getByLabel('Reply to Ada Lowenthal')).toHaveValue('Half an answer');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('draft')) localStorage.removeItem(key);
  });
  await page.goto('/dev/dashboard'); // as on another device
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByLabel('Reply to Ada Lowenthal')).toHaveValue('Half an answer');
});

test('closes the form for a reply with Escape, and keeps its text', async ({ member }) => {
  const { page } = member;
  const post = await writePost(member);
  await writeComment(member, post, 'A question');
  await open(page, `/dev/posts/${post}`);
  const button = comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true });
  await button.click();
  const field = page.getByLabel('Reply to Ada Lowenthal');
  await field.fill('Half an answer');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await expect(field).toHaveValue('Half an answer');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(field).toHaveCount(0);
});

test('keeps the text of a reply that the server refuses', async ({ member, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts/comment/');
  const { page } = member;
  const post = await writePost(member);
  await writeComment(member, post, 'A question');
  await open(page, `/dev/posts/${post}`);
  await once(page, 'POST', /\/api\/posts\/comment\//, (route) => route.fulfill(serverError));
  await comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Reply to Ada Lowenthal').fill('An answer');
  await comment(page, 'A question').getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(reply(page, 'An answer')).toHaveCount(0);
  await expect(page.getByLabel('Reply to Ada Lowenthal')).toHaveValue('An answer');
  await comment(page, 'A question').getByRole('button', { name: 'Submit' }).click();
  await expect(reply(page, 'An answer')).toBeVisible();
});

test('leaves a placeholder of a deleted comment with replies, which Undo replaces', async ({ member }) => {
  const { page, call } = member;
  const post = await writePost(member);
  const first = await writeComment(member, post, 'A question');
  const answer = await writeComment(member, post, 'An answer', first);
  await writeComment(member, post, 'A correction', answer);
  await open(page, `/dev/posts/${post}`);
  await expect(entries(page)).toHaveText([/A question/, /An answer/, /A correction/]);
  await reply(page, 'An answer').getByRole('button', { name: 'Delete reply' }).click();
  await expect(entries(page)).toHaveText([/A question/, /Reply deleted/, /In reply to a deleted reply.*A correction/]);
  await alert(page, 'Comment Removed', 'success').getByRole('button', { name: 'Undo' }).click();
  await expect(entries(page)).toHaveText([/A question/, /An answer/, /In reply to Ada Lowenthal.*A correction/]);
  // A click that follows too quickly counts as part of a double click.
  await page.reload();
  await comment(page, 'A question').getByRole('button', { name: 'Delete comment' }).click();
  await expect(entries(page)).toHaveText([/Comment deleted/, /An answer/, /A correction/]);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await endUndoTime(page, 'Comment Removed');
  await deleted;
  await call('DELETE', `/api/posts/comment/${post}/${answer}`);
  await page.reload();
  await expect(entries(page)).toHaveText([/Comment deleted/, /Reply deleted/, /In reply to a deleted reply.*A correction/]);
  await expect(page.getByRole('heading', { name: /^Comments/ })).toHaveText('Comments 1');
});

test('collapses and opens the replies of a comment by keyboard', async ({ member }) => {
  const { page } = member;
  const post = await writePost(member);
  const first = await writeComment(member, post, 'A question');
  await writeComment(member, post, 'An answer', first);
  await writeComment(member, post, 'A second answer', first);
  await open(page, `/dev/posts/${post}`);
  const toggle = page.getByRole('button', { name: '2 replies' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.press('Enter');
  await expect(toggle).toHaveText('Show 2 replies');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(reply(page, 'An answer')).toHaveCount(0);
  await toggle.press('Space');
  await expect(reply(page, 'An answer')).toBeVisible();
});

interface Liked {
  likeCount: number;
}

test('likes a comment and a reply immediately, and reverts a like that the server refuses', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/comments/');
  const ada = await members.signUp('Ada Lowenthal');
  const grace = await members.signUp('Grace Nilsson');
  const post = await writePost(ada);
  const first = await writeComment(ada, post, 'A question');
  await writeComment(ada, post, 'An answer', first);
  const { page } = grace;
  await open(page, `/dev/posts/${post}`);
  const slow = await hold(page, 'PUT', /\/api\/comments\/.*\/like/);
  for (const entry of [comment(page, 'A question'), reply(page, 'An answer')]) {
    await entry.getByRole('button', { name: 'Like' }).click();
    await expect(entry.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  }
  slow.release();
  const likes = async () => {
    const [{ comment: liked, replies }] = await grace.call<[{ comment: Liked; replies: Liked[] }]>('GET', `/api/posts/${post}/threads`);
    return [liked, ...replies].map(({ likeCount }) => likeCount);
  };
  await expect.poll(likes).toEqual([1, 1]);
  await page.reload();
  await expect(comment(page, 'A question').getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await once(page, 'DELETE', /\/api\/comments\/.*\/like/, (route) => route.fulfill(serverError));
  await comment(page, 'A question').getByRole('button', { name: 'Unlike' }).click();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(comment(page, 'A question').getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
});

test.describe('the link to a comment', () => {
  test('scrolls to a comment far down with one request, and marks and focuses it', async ({ member }) => {
    const { page } = member;
    await withoutStream(page); // it would read the threads, too
    const post = await writePost(member);
    const first = await writeComment(member, post, 'The first comment');
    const answer = await writeComment(member, post, 'The answer', first);
    await writeMany(member, 110, post);
    await writeComment(member, post, 'The newest');
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/threads') && requests.push(request.url()));
    await open(page, `/dev/posts/${post}#comment-${answer}`);
    await expect(reply(page, 'The answer')).toBeFocused();
    await expect(reply(page, 'The answer')).toBeInViewport();
    await expect(reply(page, 'The answer')).toContainText('Linked reply');
    await expect(comment(page, 'The first comment')).toBeVisible();
    expect(requests).toHaveLength(2);
    await expect(page.getByText('This list starts at the linked comment.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all comments' }).click();
    await expect(entries(page).first()).toContainText('The newest');
  });

  test('is the date of the comment', async ({ member }) => {
    const { page } = member;
    const post = await writePost(member);
    const first = await writeComment(member, post, 'A question');
    await writeComment(member, post, 'Another one');
    await open(page, `/dev/posts/${post}`);
    await comment(page, 'A question')
      .getByRole('link', { name: /^\d{4}\/\d\d\/\d\d/ })
      .click();
    await expect(page).toHaveURL(`/dev/posts/${post}#comment-${first}`);
    await expect(comment(page, 'A question')).toBeFocused();
    await expect(comment(page, 'A question')).toContainText('Linked comment');
    await expect(comment(page, 'Another one')).not.toContainText('Linked');
    await comment(page, 'A question').getByRole('button', { name: 'Like' }).focus();
    await page.reload();
    await expect(comment(page, 'A question')).toBeFocused();
  });

  test('loads the replies that a long thread does not embed', async ({ member }) => {
    const { page } = member;
    const post = await writePost(member);
    const first = await writeComment(member, post, 'A question');
    await writeMany(member, 99, post, first);
    await writeComment(member, post, 'The hundredth', first);
    await writeComment(member, post, 'One more', first);
    const last = await writeComment(member, post, 'The last', first);
    await open(page, `/dev/posts/${post}#comment-${last}`);
    await expect(reply(page, 'The last')).toBeFocused();
    await page.goto('/dev/posts');
    await open(page, `/dev/posts/${post}`);
    await expect(reply(page, 'The hundredth')).toBeVisible();
    await expect(reply(page, 'One more')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 2 more replies' }).click();
    await expect(reply(page, 'The last')).toBeVisible();
    await expect(page.getByRole('article', { name: /^Reply/ })).toHaveCount(102);
  });

  test('says that a deleted comment no longer exists, and shows the others', async ({ member, pageErrors }) => {
    pageErrors.expectFailure(404, '/api/posts/');
    const { page, call } = member;
    const post = await writePost(member);
    await writeComment(member, post, 'Stays');
    const gone = await writeComment(member, post, 'Goes');
    await call('DELETE', `/api/posts/comment/${post}/${gone}`);
    await open(page, `/dev/posts/${post}#comment-${gone}`);
    await expect(page.getByText('The linked comment no longer exists.')).toBeVisible();
    await expect(comment(page, 'Stays')).toBeVisible();
  });
});

test('counts the replies of a long thread right after a new comment, and after the last ones are deleted', async ({ member }) => {
  const { page } = member;
  const post = await writePost(member);
  const first = await writeComment(member, post, 'A question');
  await writeMany(member, 100, post, first);
  const last = await writeComment(member, post, 'The last', first);
  await open(page, `/dev/posts/${post}`);
  const more = page.getByRole('button', { name: /^Show .* more repl/ });
  await expect(more).toHaveText('Show 1 more reply');
  await write(page, 'Leave a Comment', 'Another one');
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  await expect(comment(page, 'Another one')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide 101 replies' })).toBeVisible();
  await expect(reply(page, 'The last')).toHaveCount(0);
  await more.click();
  await expect(reply(page, 'The last')).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.locator(`#comment-${last}`).getByRole('button', { name: 'Delete reply' }).click();
  const deleted = deletionOf(page, /^\/api\/posts\/comment\//);
  await endUndoTime(page, 'Comment Removed');
  await deleted;
  await expect(page.getByRole('button', { name: 'Hide 100 replies' })).toBeVisible();
  await expect(more).toHaveCount(0);
});

test('shows an own reply in a long thread right away, below the button for the earlier ones', async ({ member }) => {
  const { page } = member;
  const post = await writePost(member);
  const first = await writeComment(member, post, 'A question');
  await writeMany(member, 101, post, first);
  await open(page, `/dev/posts/${post}`);
  const more = page.getByRole('button', { name: /^Show .* more repl/ });
  await expect(more).toHaveText('Show 1 more reply');
  await comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Reply to').fill('My answer');
  await page.getByLabel('Reply to').press('ControlOrMeta+Enter');
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  const own = reply(page, 'My answer');
  await expect(own).toHaveAttribute('id', /^comment-/);
  await expect(comment(page, 'A question').getByRole('button', { name: 'Reply', exact: true })).toBeFocused();
  await expect(more).toHaveText('Show 1 more reply');
  await expect(page.getByRole('button', { name: 'Hide 102 replies' })).toBeVisible();

  await own.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Reply to').fill('A second thought');
  await page.getByLabel('Reply to').press('ControlOrMeta+Enter');
  await expect(reply(page, 'A second thought')).toHaveAttribute('id', /^comment-/);
  await own.getByRole('button', { name: 'Like' }).click();
  await expect(own.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await more.click();
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('article', { name: /^Reply/ })).toHaveCount(103);
  await expect(page.getByRole('article', { name: /^Reply/ }).nth(101)).toContainText('My answer');
});

test('marks the comments and replies of others since the last visit, until the next one', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const grace = await members.signUp('Grace Nilsson');
  const post = await writePost(ada);
  const first = await writeComment(grace, post, 'Known');
  const { page } = ada;
  await withoutStream(page); // it could list the own comment before the reload, as part of the first visit
  await open(page, `/dev/posts/${post}`);
  await expect(comment(page, 'Known')).toBeVisible();
  await expect(page.getByText('New', { exact: true })).toHaveCount(0); // the first visit
  await writeComment(grace, post, 'Unknown');
  await writeComment(grace, post, 'An answer', first);
  await writeComment(ada, post, 'By myself');
  await page.reload();
  await expect(comment(page, 'Unknown').getByText('New', { exact: true })).toBeVisible();
  await expect(reply(page, 'An answer').getByText('New', { exact: true })).toBeVisible();
  await expect(page.getByText('New', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: /^Comments/ })).toHaveText('Comments 4 2 new');
  await page.reload();
  await expect(comment(page, 'Unknown')).toBeVisible();
  await expect(page.getByText('New', { exact: true })).toHaveCount(0);
});

test('forgets the visits at logout', async ({ member }) => {
  const { page } = member;
  const post = await writePost(member);
  const visits = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('visits:')).length);
  await withoutStream(page);
  await open(page, `/dev/posts/${post}`);
  await expect.poll(visits).toBe(1);
  await logOut(page);
  await expect(page).toHaveURL(/\/dev\/login/);
  expect(await visits()).toBe(0);
});

test('lets the author close a post for comments and reopen it', async ({ members, pageErrors }) => {
  const late = unique('Too late');
  pageErrors.expectFailure(403, '/api/posts/comment/');
  const ada = await members.signUp('Ada Lowenthal');
  const grace = await members.signUp('Grace Nilsson');
  const post = await writePost(ada);
  await writeComment(grace, post, 'A question');
  await withoutStream(grace.page); // it would remove the form
  await open(grace.page, `/dev/posts/${post}`);
  await expect(grace.page.getByRole('button', { name: 'More actions for your post' })).toHaveCount(0);
  const { page } = ada;
  await open(page, `/dev/posts/${post}`);
  const menu = page.getByRole('button', { name: 'More actions for your post' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Close comments' }).click();
  await expect(alert(page, 'Comments closed', 'success')).toBeVisible();
  await expect(page.getByText('Comments are closed.')).toBeVisible();
  await expect(page.getByLabel('Leave a Comment')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);

  // Grace, whose page still shows the form.
  await write(grace.page, 'Leave a Comment', late);
  await expect(alert(grace.page, 'The author has closed this post for new comments', 'danger')).toBeVisible();
  await expect(grace.page.getByText('Comments are closed.')).toBeVisible();
  await expect(grace.page.getByLabel('Leave a Comment')).toHaveCount(0);
  await expect(grace.page.getByText(late)).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Reopen comments' }).click();
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
});
