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

  // Arrives while the list is open, which stays as it is.
  await charles.call('POST', `/api/posts/comment/${post}`, { text: 'Another one' });
  await items.nth(2).getByRole('link').click();
  await expect(page).toHaveURL(`/dev/posts/${post}/on-engines#comment-${comment._id}`);
  await expect(bell).toHaveText(/3 unread$/);
  await page.goBack();
  await expect(items.filter({ hasText: 'A fine one' })).not.toContainText('Unread');

  await page.reload();
  await expect(items).toHaveCount(4);
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
  await charles.call('PUT', `/api/posts/${post}/like`);
  await page.clock.install();
  await page.goto('/dev/notifications');
  const items = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  await page.clock.fastForward(61_000);
  const button = page.getByRole('button', { name: '1 new notification' });
  await expect(button).toBeVisible();
  await expect(items).toHaveCount(1);
  await button.click();
  await expect(items).toHaveCount(2);
  await expect(button).toBeHidden();

  pageErrors.expectFailure(500, '/api/notifications');
  await page.route(/\/api\/notifications(\?.*)?$/, (route) => route.fulfill(errorResponse(500, 'Broken')));
  await page.reload();
  await expect(page.getByText('Failed to load the notifications')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(items).toHaveCount(2);
});
