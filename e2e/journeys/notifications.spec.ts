import { openLive, withoutStream } from '../live.ts';
import { errorResponse } from '../network.ts';
import { expect, test } from '../test.ts';

test('a member sees what happened, opens it, and marks the rest as read', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  await page.goto('/dev/notifications');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expect(page).toHaveTitle('Notifications · Dev Connector Demo');

  const { _id: post } = await ada.call('POST', '/api/posts', { title: 'On engines', text: 'A post' });
  const [comment] = await charles.call<[{ _id: string }]>('POST', `/api/posts/comment/${post}`, { text: 'A **fine** one' });
  await charles.call('PUT', `/api/posts/${post}/like`);
  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  await page.goto('/dev/notifications');
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' });
  await expect(bell).toHaveText(/3 unread$/);
  await expect(page).toHaveTitle('(3) Notifications · Dev Connector Demo');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(items).toHaveText([
    /^Unread: Charles Brandt followed you/,
    /^Unread: Charles Brandt liked your post On engines/,
    /^Unread: Charles Brandt commented on your post On engines .*A fine one$/,
  ]);

  // The open list does not change when these arrive.
  for (const text of ['Another one', 'The last one']) await charles.call('POST', `/api/posts/comment/${post}`, { text });
  await items.nth(2).getByRole('link').click();
  await expect(page).toHaveURL(`/dev/posts/${post}/on-engines#comment-${comment._id}`);
  await expect(bell).toHaveText(/4 unread$/);
  await page.goBack();
  await expect(items.filter({ hasText: 'A fine one' })).not.toContainText('Unread');

  await page.reload();
  await expect(items).toHaveCount(5);
  const marked = page.waitForResponse((response) => response.url().endsWith('/api/notifications/read'));
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await marked;
  await expect(page.getByRole('main').getByText('Unread')).toHaveCount(0);
  await expect(page).toHaveTitle('Notifications · Dev Connector Demo');
  await expect(bell).toHaveText('Notifications');
  await page.getByRole('link', { name: 'Mentions' }).click();
  await expect(page.getByText('No mentions yet')).toBeVisible();
});

test('new notifications wait behind a button, and a failure can be retried', async ({ members, pageErrors }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  const { _id: post } = await ada.call('POST', '/api/posts', { text: 'A post' });
  await openLive(page, '/dev/notifications');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await charles.call('PUT', `/api/posts/${post}/like`);
  await expect(items).toHaveText(/^Unread: Charles Brandt liked/); // at once, because nothing moves
  const button = page.getByRole('button', { name: '1 new notification' });
  await expect(button).toHaveCount(0);

  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  await expect(button).toBeVisible();
  await expect(items).toHaveCount(1);
  const marked = page.waitForResponse((response) => response.url().endsWith('/api/notifications/read'));
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await marked;
  await expect(page).toHaveTitle('Notifications · Dev Connector Demo'); // also the one that waits
  await button.click();
  await expect(items).toHaveText([/^Charles Brandt followed/, /^Charles Brandt liked/]);

  pageErrors.expectFailure(500, '/api/notifications');
  await withoutStream(page); // live updates reload the list
  const list = /\/api\/notifications(\?.*)?$/;
  await page.route(list, (route) => route.fulfill(errorResponse(500, 'Broken')));
  await page.reload();
  await expect(page.getByText('Failed to load the notifications')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(items).toHaveCount(2);
});

test('an open list marks what is read elsewhere, and does not move', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  const { _id: post } = await ada.call('POST', '/api/posts', { text: 'A post' });
  await charles.call('PUT', `/api/posts/${post}/like`);
  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  await openLive(page, '/dev/notifications');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(items).toHaveText([/^Unread: Charles Brandt followed/, /^Unread: Charles Brandt liked/]);
  const [, liked] = await ada.call<Array<{ _id: string }>>('GET', '/api/notifications');
  await ada.call('POST', '/api/notifications/read', { id: liked?._id });
  await expect(items).toHaveText([/^Unread: Charles Brandt followed/, /^Charles Brandt liked/]);
});

test('a member watches a discussion, mutes it, and turns a kind of notification off', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  const { _id: post } = await charles.call('POST', '/api/posts', { title: '(2024) Review', text: 'A post' });
  await page.goto(`/dev/posts/${post}`);
  const menu = page.getByRole('button', { name: /^Notifications: / });
  const choice = (name: RegExp) => page.getByRole('menuitemradio', { name });
  await expect(menu).toHaveText('Not watching');
  await expect(menu).toHaveCSS('border-image-source', 'none'); // a border image shows although the border is transparent
  await menu.click();
  await expect(choice(/^Not watching/)).toHaveAttribute('aria-checked', 'true');
  await choice(/^Watching/).click();
  await expect(page.getByText('You are notified of new comments')).toBeVisible();
  await charles.call('POST', `/api/posts/comment/${post}`, { text: 'A comment' });
  await page.reload();
  await expect(page).toHaveTitle(/^\(1\) \(2024\) Review · /);
  await expect(menu).toHaveText('Watching');
  await menu.press('Enter');
  await page.keyboard.press('End');
  await expect(choice(/^Muted/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are not notified of this discussion')).toBeVisible();
  await expect(menu).toBeFocused();
  await page.reload();
  await expect(menu).toHaveText('Muted');
  await charles.call('POST', `/api/posts/comment/${post}`, { text: 'While muted' });
  await page.reload();
  await expect(page).toHaveTitle(/^\(1\) \(2024\) Review · /);
  await menu.click();
  await choice(/^Not watching/).click();
  await expect(page.getByText('You are notified only of replies to you, mentions and likes')).toBeVisible();
  await expect(menu).toHaveText('Not watching');
  expect(await ada.call('GET', `/api/posts/${post}/watch`)).toEqual({ watched: false, muted: false });

  await page.goto('/dev/account');
  const likes = page.getByRole('checkbox', { name: 'Likes' });
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/notifications/settings') && response.request().method() === 'PUT',
  );
  await likes.uncheck();
  await saved;
  await page.reload();
  await expect(likes).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Mentions' })).toBeChecked();
});

test('a member is told of posts once they ask for it, of sign-ins on new devices and of changes of the account', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  await ada.call('PUT', `/api/follows/users/${charles.id}`);
  await page.goto('/dev/account');
  const posts = page.getByRole('checkbox', { name: 'Posts by members and in tags that I follow' });
  await expect(posts).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/notifications/settings') && response.ok());
  await posts.check();
  await saved;
  const title = `${'A very long title '.repeat(10)}end`;
  const { _id: post } = await charles.call('POST', '/api/posts', { title, text: 'A post' });
  await ada.call('PATCH', '/api/account', { handle: `ada-${post.slice(-12)}` });
  await expect.poll(async () => (await ada.call<unknown[]>('GET', '/api/notifications')).length).toBe(2);
  await page.goto('/dev/notifications');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(items).toHaveText([
    /^Unread: Your handle was changed.*If this was not you, change your password\.$/,
    /^Unread: Charles Brandt wrote a post A very long title/,
  ]);
  const linesOfTitle = async () => Math.round(((await items.nth(1).locator('.line-clamp-2').first().boundingBox())?.height ?? 0) / 22);
  expect(await linesOfTitle()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(linesOfTitle).toBe(2);
  await items.nth(0).getByRole('link').click();
  await expect(page).toHaveURL('/dev/account#name');
});
