import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { unique } from '../feed.ts';
import { alert, expect, type Member, test } from '../test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const publish = async ({ call }: Member, fields: object = {}): Promise<string> =>
  (await call<{ _id: string }>('POST', '/api/posts', { title: unique('Discussed'), text: 'Text', visibility: 'public', ...fields }))._id;

const say = async ({ call }: Member, post: string, fields: object): Promise<string> =>
  (await call<Array<{ _id: string }>>('POST', `/api/posts/comment/${post}`, { visibility: 'public', ...fields }))[0]?._id ?? '';

const comment = (page: Page, text: string) => page.getByRole('article', { name: /^(Comment|Reply) by/ }).filter({ hasText: text });
const readers = (page: Page) => page.getByLabel('Who can read it').filter({ visible: true });

async function submit(page: Page, label: string | RegExp, text: string) {
  await page.getByLabel(label).fill(text);
  const saved = page.waitForResponse((response) => response.url().includes('/api/posts/comment/')); // an alert may be that of an earlier comment
  await page.getByRole('button', { name: 'Submit', exact: true }).last().click();
  expect((await saved).status()).toBe(200);
  await expect(alert(page, 'Comment Added', 'success').first()).toBeVisible();
}

for (const [viewport, tag] of [
  [desktop, ' @engines'],
  [phone, ''],
] as const)
  test(`members comment for everyone or for members only, which visitors see without script, at ${viewport.width} px${tag}`, async ({
    members,
    openContext,
  }) => {
    const [author, bob] = [await members.signUp('Ada Lowenthal'), await members.signUp('Bob Okafor')];
    const post = await publish(author);
    const { page } = bob;
    await page.setViewportSize(viewport);
    await page.goto(`/dev/posts/${post}`);
    await page.getByLabel('Leave a Comment').click();
    await expect(readers(page).locator('option:checked')).toHaveText('Everyone can read this');
    await submit(page, 'Leave a Comment', 'Said to everyone');
    await expect(comment(page, 'Said to everyone')).toContainText('Public');
    await page.getByLabel('Leave a Comment').click();
    await readers(page).selectOption('Members only');
    await submit(page, 'Leave a Comment', 'Said to members');
    await expect(comment(page, 'Said to members')).not.toContainText('Public');
    await comment(page, 'Said to members').getByRole('button', { name: 'Reply' }).click();
    await expect(page.getByLabel(/^Reply to/)).toBeFocused();
    await expect(readers(page)).toHaveCount(0); // below a comment for members
    await page.keyboard.press('Escape');
    await comment(page, 'Said to everyone').getByRole('button', { name: 'Reply' }).click();
    await submit(page, /^Reply to/, 'Also to everyone');

    const visitor = await (await openContext({ javaScriptEnabled: false })).newPage();
    await visitor.setViewportSize(viewport);
    await visitor.goto(`/dev/posts/${post}`);
    await expect(visitor.getByText('2 comments')).toBeVisible();
    await expect(comment(visitor, 'Said to everyone')).toContainText('Bob Okafor');
    await expect(comment(visitor, 'Also to everyone')).toBeVisible();
    await expect(visitor.getByText('Said to members')).toHaveCount(0);
    await expect(visitor.getByRole('link', { name: 'Sign in to comment' })).toBeVisible();

    await page.bringToFront();
    await comment(page, 'Said to everyone').getByRole('button', { name: 'More actions for your comment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await readers(page).selectOption('Members only');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(alert(page, 'Changes saved', 'success')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('Text', { exact: true })).toBeVisible();
    await expect(comment(visitor, 'to everyone')).toHaveCount(0);
    await expect(visitor.getByText('No public comments yet.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Sign in to comment' })).toBeVisible();
    await expect(visitor.getByText(/\d comments?$/)).toHaveCount(0);
  });

test('the author of a post keeps its comments for members, and opens them again', async ({ member, members, page }) => {
  const post = await publish(member);
  await say(await members.signUp('Bob Okafor'), post, { text: 'Said to everyone' });
  const item = async (name: string) => {
    await member.page.getByRole('button', { name: 'More actions for your post' }).click();
    await member.page.getByRole('menuitem', { name }).click();
  };
  await member.page.goto(`/dev/posts/${post}`);
  await expect(comment(member.page, 'Said to everyone')).toContainText('Public');
  await item('Comments for members only');
  await expect(alert(member.page, 'Comments are for members', 'success')).toBeVisible();
  await expect(comment(member.page, 'Said to everyone')).not.toContainText('Public');
  await member.page.getByLabel('Leave a Comment').click();
  await expect(readers(member.page)).toHaveCount(0);
  await page.goto(`/dev/posts/${post}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Comments are for members.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to read and write comments' })).toBeVisible();
  await item('Allow public comments');
  await expect(alert(member.page, 'Everyone can read public comments', 'success')).toBeVisible();
  await page.reload();
  await expect(comment(page, 'Said to everyone')).toBeVisible();
});

test('visitors read the comments of a post that is closed for new ones', async ({ member, page }) => {
  const post = await publish(member);
  await say(member, post, { text: 'Said to everyone' });
  await member.call('PATCH', `/api/posts/${post}`, { commentsClosed: true, version: 1 });
  await page.goto(`/dev/posts/${post}`);
  await expect(comment(page, 'Said to everyone')).toBeVisible();
  await expect(page.getByText('Comments are closed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Sign in to/ })).toHaveCount(0);
});

test('visitors page through many comments, and a link to one leads to it', async ({ member, page }) => {
  const post = await publish(member);
  const first = await say(member, post, { text: 'Number 1' });
  for (let number = 2; number <= 51; number++) await say(member, post, { text: `Number ${number}` });
  const reply = await say(member, post, { text: 'A late answer', parent: first });
  await page.goto(`/dev/posts/${post}#comment-${first}`);
  await expect(comment(page, 'Number 1').first()).toBeInViewport();
  await expectAccessible(page);
  await expect(comment(page, 'A late answer')).toHaveCount(0);
  await page.getByRole('link', { name: 'More comments' }).click();
  await expect(page.locator(`#comment-${reply}`)).toContainText('In reply to');
  await expect(comment(page, 'Number 51')).toBeVisible();
  await expect(page.getByRole('link', { name: 'More comments' })).toHaveCount(0);
});
