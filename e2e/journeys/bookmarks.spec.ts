import { card, unique } from '../feed.ts';
import { once, serverError } from '../network.ts';
import { alert, expect, test, waitForShortcuts } from '../test.ts';

const saved = (path: RegExp) => ({
  put: (response: { url(): string; request(): { method(): string } }) => response.request().method() === 'PUT' && path.test(response.url()),
});

test('bookmarks a post in the feed, sorts it into folders, and finds it again', async ({ member: { page, call }, members }) => {
  const [first, second] = [unique('Borrow checker notes'), unique('Query planner notes')];
  const author = await members.signUp('Grace Murray');
  for (const text of [first, second]) await author.call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  const button = card(page, first).getByRole('button', { name: 'Bookmark' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const response = page.waitForResponse(saved(/\/api\/bookmarks\//).put);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await response;

  await card(page, first).getByRole('button', { name: 'Choose a folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  const moved = page.waitForResponse(saved(/\/api\/bookmarks\//).put);
  await dialog.getByLabel('New folder').fill('Rust & C++');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(card(page, first).getByRole('button', { name: 'Folder: Rust & C++' })).toBeFocused();
  await moved;

  await waitForShortcuts(page);
  const shortcut = page.waitForResponse(saved(/\/api\/bookmarks\//).put);
  await card(page, second).focus();
  await page.keyboard.press('b');
  await expect(card(page, second).getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await shortcut;

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'My bookmarks' }).click();
  await expect(page).toHaveURL('/dev/bookmarks');
  await expect(page).toHaveTitle(/^Bookmarks · /);
  const list = page.getByRole('list', { name: 'Bookmarks' });
  await expect(list.getByRole('article')).toHaveText([new RegExp(second), new RegExp(first)]);
  await page.getByLabel('Search bookmarks').fill('borrow MURRAY');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/dev/bookmarks?q=borrow+MURRAY');
  await expect(list.getByRole('article')).toHaveText([new RegExp(first)]);
  await page.getByLabel('Search bookmarks').fill('nothing like this');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Clear search' }).click();
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Rust & C++ 1' }).click();
  await expect(list.getByRole('article')).toHaveText([new RegExp(first)]);

  await page.getByRole('button', { name: 'Edit folder' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit folder' });
  await edit.getByLabel('Name').fill('Languages');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/dev/bookmarks?folder=Languages');
  await expect(list.getByRole('button', { name: 'Folder: Languages' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit folder' }).click();
  await edit.getByRole('button', { name: 'Delete folder' }).click();
  await expect(page).toHaveURL('/dev/bookmarks');
  await expect(list.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('navigation', { name: 'Folders' })).toHaveCount(0);
  expect(await call('GET', '/api/bookmarks/folders')).toEqual([]);
});

test('shows a bookmark immediately, reverts it when the server refuses, and removes it from the discussion', async ({
  member: { page, call },
  pageErrors,
}) => {
  pageErrors.expectFailure(500, '/api/bookmarks/');
  const { _id } = await call('POST', '/api/posts', { text: unique('Mark me') });
  const response = Promise.withResolvers<void>();
  await once(page, 'PUT', /\/api\/bookmarks\//, async (route) => {
    await response.promise;
    await route.fulfill(serverError);
  });
  await page.goto(`/dev/posts/${_id}`);
  const button = page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Bookmark' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  response.resolve();
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const set = page.waitForResponse(saved(/\/api\/bookmarks\//).put);
  await button.click();
  await set;
  await page.goto('/dev/bookmarks');
  const marked = page.getByRole('list', { name: 'Bookmarks' }).getByRole('button', { name: 'Bookmark' });
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await marked.click();
  await expect(marked).toHaveAttribute('aria-pressed', 'false');
  await removed;
  await page.reload();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
});
