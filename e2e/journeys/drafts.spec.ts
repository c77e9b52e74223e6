import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { withoutStream } from '../live.ts';
import { once } from '../network.ts';
import { endUndoTime, expect, test } from '../test.ts';

const field = (page: Page) => page.getByLabel('Say Something...');
const saved = (page: Page) => page.getByText('Saved', { exact: true });

test('saves what a member types and restores it on another device, and removes it there when it is sent @engines', async ({
  member: { page, token },
  members,
}) => {
  await page.goto('/dev/posts');
  const text = unique('Half a thought');
  await field(page).fill(text);
  await expect(saved(page)).toBeVisible();

  const phone = await members.openBrowser(token);
  await phone.goto('/dev/posts');
  await expect(field(phone)).toHaveValue(text);
  await expect(phone.getByText('Your draft was restored.')).toBeVisible();
  await field(phone).fill(`${text}, continued`);
  await expect(saved(phone)).toBeVisible();

  await page.reload();
  await expect(field(page)).toHaveValue(`${text}, continued`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(card(page, text)).toBeVisible();
  await phone.reload();
  await expect(card(phone, text)).toBeVisible();
  await expect(field(phone)).toHaveValue('');
});

test('keeps a draft that was saved after the list of drafts was requested', async ({ member: { page } }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/drafts$/, async (route) => {
    const response = await route.fetch(); // before the draft is saved
    await released;
    await route.fulfill({ response });
  });
  await page.goto('/dev/posts');
  const listed = page.waitForResponse(/\/api\/drafts$/);
  await field(page).fill('Not lost');
  await expect(saved(page)).toBeVisible();
  release();
  await listed;
  await page.unroute(/\/api\/drafts$/);
  await page.reload();
  await expect(field(page)).toHaveValue('Not lost');
});

test('does not restore a draft that was sent after the list of drafts was requested', async ({ member: { page } }) => {
  const [isSaved, isListed, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/api\/drafts$/, async (route) => {
    await isSaved.promise;
    const response = await route.fetch();
    isListed.resolve();
    await isSent.promise;
    await route.fulfill({ response });
  });
  await page.goto('/dev/posts');
  const listed = page.waitForResponse(/\/api\/drafts$/);
  await field(page).fill('Sent once');
  await expect(saved(page)).toBeVisible();
  isSaved.resolve();
  await isListed.promise;
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(field(page)).toHaveValue('');
  isSent.resolve();
  await listed;
  await page.waitForLoadState('networkidle');
  await expect(field(page)).toHaveValue('');
});

test('shows no conflict with a text whose response was lost when the page closed', async ({ member: { page, call }, pageErrors }) => {
  const isStored = Promise.withResolvers<void>();
  await once(page, 'PUT', /\/api\/drafts\/post$/, async (route) => {
    await route.fetch();
    isStored.resolve(); // the response never arrives
  });
  await page.goto('/dev/posts');
  await field(page).fill('One');
  await isStored.promise;
  await field(page).fill('One and two');
  pageErrors.expectFailure(409, '/api/drafts/post');
  await page.reload();
  await expect(field(page)).toHaveValue('One and two');
  await field(page).focus();
  await expect(saved(page)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'One and two' });
});

test('shows both texts when two devices have changed a draft, and saves the one that the author chooses', async ({
  member: { page, token, call },
  members,
  pageErrors,
}) => {
  pageErrors.expectFailure(409, '/api/drafts/post');
  const phone = await members.openBrowser(token);
  for (const device of [page, phone]) {
    await device.goto('/dev/posts');
    await device.waitForLoadState('networkidle'); // each device has read that there is no draft
  }
  await field(page).fill('On the laptop');
  await expect(saved(page)).toBeVisible();
  await field(phone).fill('On the phone');
  await expect(phone.getByRole('alert').filter({ hasText: 'another device' })).toHaveText(
    'You have also written this in another tab or on another device',
  );
  const conflict = phone.getByRole('region', { name: 'The text in another tab or on another device' });
  await expect(conflict).toContainText('On the laptop');
  await expect(field(phone)).toHaveValue('On the phone');
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'On the laptop' });

  await conflict.getByRole('button', { name: 'Keep the text in the field' }).click();
  await expect(saved(phone)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'On the phone' });
  await field(page).fill('On the laptop, again');
  await page.getByRole('button', { name: 'Use that text' }).click();
  await expect(field(page)).toHaveValue('On the phone');

  const { version } = await call<{ version: number }>('GET', '/api/drafts/post');
  await call('PUT', '/api/drafts/post', { text: 'On the laptop, again', version });
  await page.reload();
  await expect(field(page)).toHaveValue('On the laptop, again');
});

test('loses nothing that was typed two seconds before the browser is killed', async ({ member: { page, token }, members }) => {
  await withoutStream(page);
  await page.goto('/dev/posts');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000); // so that only `runFor` moves the time
  await field(page).pressSequentially('Typed first');
  const response = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.clock.runFor(2000);
  await response;
  await field(page).pressSequentially(', then more');
  await page.context().close(); // without unload handlers

  const again = await members.openBrowser(token);
  await again.goto('/dev/posts');
  await expect(field(again)).toHaveValue('Typed first');
});

test('keeps a text while the server is down, and saves it when the server is back', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure('dropped', '/api/drafts');
  await withoutStream(page);
  await page.goto('/dev/posts');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.clock.install();
  await page.route('**/api/drafts/**', (route) => route.abort('connectionrefused'));
  await field(page).fill('While the server is down');
  await page.clock.runFor(2000);
  await expect(page.getByText('Saved on this device only')).toBeVisible();
  await page.unroute('**/api/drafts/**');
  await page.clock.runFor(6000);
  await expect(saved(page)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'While the server is down' });
});

test('lists all drafts on the dashboard, each with a link to its form, and removes one after the time to undo', async ({
  member: { page, call },
}) => {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  await call('PUT', `/api/drafts/comment:${_id}`, { text: 'Half a comment' });
  await call('PUT', '/api/drafts/post', { text: 'Half a post' });
  await page.goto('/dev/dashboard');
  const drafts = page.getByRole('region', { name: 'My drafts' }).getByRole('listitem');
  await expect(drafts).toHaveText([/Half a post.*New post/, /Half a comment.*Comment/]);
  await drafts.filter({ hasText: 'Half a post' }).getByRole('button', { name: 'Delete' }).click();
  await expect(drafts).toHaveCount(1);
  const list = Promise.withResolvers<void>();
  await page.route('**/api/drafts', async (route) => {
    await list.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/api/drafts');
  await endUndoTime(page, 'Draft removed');
  await requested;
  await expect(drafts, 'while the list loads again').toHaveCount(1);
  list.resolve();
  await expect.poll(async () => (await call<unknown[]>('GET', '/api/drafts')).length).toBe(1);
  await drafts.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByLabel('Leave a Comment')).toHaveValue('Half a comment');
});

test('restores the tags and the visibility of a new post on another device, and shows those of both in a conflict', async ({
  member: { id, page, token, call },
  members,
  pageErrors,
}) => {
  pageErrors.expectFailure(409, '/api/drafts/post');
  const visibility = (device: Page) => device.getByLabel('Who can read it');
  const tags = (device: Page) => device.getByRole('list', { name: 'Tags, chosen' }).getByRole('listitem');
  await page.goto('/dev/posts');
  await page.waitForLoadState('networkidle'); // the list of drafts has arrived
  const text = unique('With tags');
  await field(page).fill(text);
  await page.getByRole('combobox', { name: 'Tags' }).fill('rust, node.js,');
  await visibility(page).selectOption('Public');
  const onServer = () => call<object[]>('GET', '/api/drafts');
  await expect.poll(onServer).toMatchObject([{ excerpt: text, tags: 'rust, node.js', visibility: 'public' }]);

  const phone = await members.openBrowser(token);
  await phone.goto('/dev/posts');
  await expect(field(phone)).toHaveValue(text);
  await expect(phone.getByLabel('Title')).toBeHidden(); // the form is closed
  await expect(visibility(phone)).toHaveValue('public');
  await expect(visibility(phone)).toBeVisible();
  await field(phone).focus();
  await expect(tags(phone)).toContainText(['rust', 'node.js']);
  await phone.waitForLoadState('networkidle');

  await visibility(phone).selectOption('Members');
  await expect.poll(onServer).toMatchObject([{ tags: 'rust, node.js', visibility: 'members' }]);
  await page.getByRole('combobox', { name: 'Tags' }).fill('go,');
  const conflict = page.getByRole('region', { name: 'The text in another tab or on another device' });
  await expect(conflict).toContainText('rust, node.js · Members');
  await conflict.getByRole('button', { name: 'Use that text' }).click();
  await expect(visibility(page)).toHaveValue('members');
  await expect(tags(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(card(page, text)).toBeVisible();
  expect(await call('GET', `/api/posts?author=${id}`)).toMatchObject([{ text, tags: ['rust', 'node.js'], visibility: 'members' }]);
});
