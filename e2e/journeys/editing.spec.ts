import type { Locator, Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { alert, expect, test } from '../test.ts';

const body = (page: Page): Locator => page.getByRole('article').first();
const toolbar = (page: Page): Locator => page.getByRole('group', { name: 'Actions' });
const editor = (page: Page, kind: 'post' | 'comment'): Locator => page.getByLabel(`Edit your ${kind}`);
const saved = (page: Page): Locator => page.getByText('Saved', { exact: true });

/** Opens the editor with the menu that is inside this element. */
async function edit(within: Locator): Promise<void> {
  await within.getByRole('button', { name: /^More actions/ }).click();
  await within.getByRole('menuitem', { name: 'Edit' }).click();
}

test('shows the title of a post in the feed, as heading, in the document title and in the address', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const title = unique('Why SQLite is fast');
  await page.getByLabel('Say Something...').fill('Because it is in the process.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Say Something...')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const heading = card(page, title).getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(title);
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeHidden();
  const loads: string[] = [];
  page.on('request', (request) => loads.push(new URL(request.url()).pathname));
  await heading.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
  await expect(page).toHaveURL(/\/dev\/posts\/[\w-]+\/why-sqlite-is-fast-[\w-]*$/);

  const [address, id] = /\/dev\/posts\/([\w-]+)/.exec(page.url()) ?? [];
  await page.goto(address ?? '');
  await expect(page).toHaveURL(/\/why-sqlite-is-fast-/);
  expect(loads.filter((path) => path === `/api/posts/${id}`).length).toBeLessThanOrEqual(2); // one per page
  await page.goto(`${address}/an-old-title`);
  await expect(page).toHaveURL(/\/why-sqlite-is-fast-/);
});

for (const [kind, text, slug, direction] of [
  ['right-to-left', 'سلام دنیا', 'سلام-دنیا', 'rtl'],
  ['emoji', '🚀 Launch 🎉 day', 'launch-day', 'ltr'],
] as const)
  test(`shows a title with ${kind} text in the feed, the document title and the address`, async ({ member: { page, call } }) => {
    const title = `${text} ${Date.now()}`;
    const { _id } = await call('POST', '/api/posts', { text: unique('A text'), title });
    await page.goto('/dev/posts');
    const heading = card(page, title).getByRole('heading', { level: 2 });
    await expect(heading).toHaveText(title);
    await expect(heading).toHaveCSS('direction', direction);
    await heading.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', direction);
    await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
    await expect.poll(() => decodeURIComponent(new URL(page.url()).pathname)).toMatch(`/dev/posts/${_id}/${slug}-`);
    await page.reload();
    await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
  });

test("does not reveal a post's title in the server's HTML", async ({ member: { call }, request }) => {
  const title = 'Reorganisation Confidential';
  const { _id } = await call('POST', '/api/posts', { text: 'Soon.', title });
  for (const path of [`/dev/posts/${_id}`, `/dev/posts/${_id}/reorganisation-confidential`]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<title>Post · Dev Connector Demo</title>');
    expect(html).not.toMatch(/reorganisation/i);
  }
});

test('edits a post in the feed with keys, and shows it everywhere @engines', async ({ member: { page, call } }) => {
  const text = unique('A tpyo');
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  await edit(card(page, text));
  const area = editor(page, 'post');
  await expect(area).toBeFocused();
  await expect(area).toHaveValue(text);
  await area.fill(text.replace('tpyo', '**typo**'));
  await page.getByRole('textbox', { name: 'Title' }).fill('Corrected');
  await area.press('Control+Enter');
  await expect(alert(page, 'Changes saved', 'success')).toBeVisible();
  const edited = page.getByRole('article').filter({ hasText: text.replace('A tpyo ', '') });
  await expect(edited.locator('strong')).toHaveText('typo');
  await expect(edited.getByRole('button', { name: /^More actions/ })).toBeFocused();
  await edited.getByRole('link', { name: 'Discussion' }).click();
  await expect(page).toHaveURL(`/dev/posts/${_id}/corrected`);
  await expect(body(page).locator('strong')).toHaveText('typo');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ title: 'Corrected', version: 2 });
});

test('edits a comment, and asks before it discards changes', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'First thougt' });
  await page.goto(`/dev/posts/${_id}`);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await edit(comment);
  const area = editor(page, 'comment');
  await area.press('Escape'); // nothing to lose
  await expect(area).toHaveCount(0);
  await expect(comment.getByRole('button', { name: /^More actions/ })).toBeFocused();

  await edit(comment);
  await area.fill('Second thought');
  await area.press('Escape');
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(area).toHaveValue('Second thought');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(comment).toContainText('First thougt');

  await edit(comment);
  await expect(area).toHaveValue('First thougt');
  await area.fill('First thought');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(comment).toContainText('First thought');
  await expect(comment.getByRole('button', { name: /^edited/ })).toBeVisible();
});

test('shows no change where only the line breaks differ, and discards it without asking', async ({ member: { page, call } }) => {
  const lines = (lineBreak: string, last: string) => ['one', 'two', 'three', last].join(lineBreak);
  const { _id } = await call('POST', '/api/posts', { text: lines('\r\n', 'four') });
  await page.goto(`/dev/posts/${_id}`);
  await edit(toolbar(page));
  await expect(editor(page, 'post')).toHaveValue(lines('\n', 'four'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor(page, 'post')).toHaveCount(0);

  await edit(toolbar(page));
  await editor(page, 'post').fill(lines('\n', 'five'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^edited/ }).click();
  await expect(page.locator('.word-diff ins')).toHaveText(['five']);
  await expect(page.locator('.word-diff del')).toHaveText(['four']);
});

test("offers no edit of another member's texts, and the server refuses it", async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const { _id } = await ada.call('POST', '/api/posts', { text: unique('Not yours') });
  await ada.call('POST', `/api/posts/comment/${_id}`, { text: 'Nor this' });
  await charles.page.goto(`/dev/posts/${_id}`);
  await expect(charles.page.getByRole('article', { name: /^Comment by/ })).toBeVisible();
  await expect(charles.page.getByLabel('Leave a Comment')).toBeVisible(); // loads together with the menus
  await expect(charles.page.getByRole('button', { name: /^More actions/ })).toHaveCount(0);
  const answer = await charles.page.request.patch(`/api/posts/${_id}`, {
    data: { text: 'Mine now', version: 1 },
    headers: { 'x-auth-token': charles.token },
  });
  expect(answer.status()).toBe(403);
});

test('restores an edit after a reload with the version that it is based on, and shows both texts if that is not the newest', async ({
  member: { page, call },
  pageErrors,
}) => {
  pageErrors.expectFailure(409, '/api/posts/');
  const { _id } = await call('POST', '/api/posts', { text: 'The first text', title: 'First' });
  await page.goto(`/dev/posts/${_id}/first`);
  await edit(toolbar(page));
  await editor(page, 'post').fill('My text');
  await expect(saved(page)).toBeVisible();
  await call('PATCH', `/api/posts/${_id}`, { text: 'The other text', title: 'Second', version: 1 });
  await page.reload();
  const area = editor(page, 'post');
  await expect(area).toHaveValue('My text');
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('region', { name: 'The saved text' });
  await expect(conflict).toContainText('The other text');
  await expect(area).toHaveValue('My text');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ text: 'The other text', version: 2 });

  await conflict.getByRole('button', { name: 'Use the saved text' }).click();
  await expect(area).toHaveValue('The other text');
  await area.press('Control+z');
  await expect(area).toHaveValue('My text');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(body(page)).toContainText('My text');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ text: 'My text', version: 3 });
  await expect.poll(() => call('GET', '/api/drafts')).toEqual([]);
});

test('keeps the own text of a conflict on request', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(409, '/api/posts/');
  const { _id } = await call('POST', '/api/posts', { text: 'The first text' });
  await page.goto(`/dev/posts/${_id}`);
  await edit(toolbar(page));
  await editor(page, 'post').fill('My text');
  await call('PATCH', `/api/posts/${_id}`, { text: 'The other text', version: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(body(page)).toContainText('My text');
  expect(await call('GET', `/api/posts/${_id}`)).toMatchObject({ text: 'My text', version: 3 });
});

test('shows both texts when the draft of another device was started before the newest edit', async ({
  member: { page, call },
  pageErrors,
}) => {
  pageErrors.expectFailure(409, '/api/posts/');
  const { _id } = await call('POST', '/api/posts', { text: 'The first text' });
  await call('PUT', `/api/drafts/edit:${_id}`, { text: 'From the phone' });
  await call('PATCH', `/api/posts/${_id}`, { text: 'The other text', version: 1 });
  await page.goto('/dev/dashboard');
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Continue' }).click();
  await expect(editor(page, 'post')).toHaveValue('From the phone');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'The saved text' })).toContainText('The other text');
  await expect(editor(page, 'post')).toHaveValue('From the phone');
});

test('shows the history with the changed words, and erases an earlier text for everyone', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const { _id } = await ada.call('POST', '/api/posts', { text: 'The secret is 1234' });
  await ada.call('PATCH', `/api/posts/${_id}`, { text: 'The secret is gone', version: 1 });
  for (const { page } of [ada, charles]) {
    await page.goto(`/dev/posts/${_id}`);
    await page.getByRole('button', { name: /^edited/ }).click();
  }
  const history = ada.page.getByRole('dialog', { name: 'History' });
  await expect(history.locator('ins')).toHaveText('gone');
  await expect(history.locator('del')).toHaveText('1234');
  const theirs = charles.page.getByRole('dialog', { name: 'History' });
  await theirs.getByText('Version 1').click();
  await expect(theirs.getByText('The secret is 1234', { exact: true })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Erase this text' })).toHaveCount(0);

  await history.getByText('Version 1').click();
  await history.getByRole('button', { name: 'Erase this text' }).click();
  await history.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(history.getByText('The author has erased this text.')).toBeVisible();
  await expect(history).not.toContainText('1234');
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByRole('button', { name: /^edited/ })).toBeFocused();
  await charles.page.reload();
  await charles.page.getByRole('button', { name: /^edited/ }).click();
  await expect(theirs.getByText('erased', { exact: false }).first()).toBeVisible();
  await expect(theirs).not.toContainText('1234');
});

test('shows the changes of a long text in context, and the whole text on request', async ({ member: { page, call } }) => {
  const words = (name: string) => Array.from({ length: 500 }, (_, index) => `${name}${index}`).join(' ');
  const { _id } = await call('POST', '/api/posts', { text: `${words('before')} old ${words('after')}` });
  await call('PATCH', `/api/posts/${_id}`, { text: `${words('before')} new ${words('after')}`, version: 1 });
  await page.goto(`/dev/posts/${_id}`);
  await page.getByRole('button', { name: /^edited/ }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog).toContainText(/before499 oldnew after0/);
  await expect(dialog).not.toContainText(/before0 |after499/);
  await dialog.getByRole('button', { name: 'Show the whole text' }).click();
  await expect(dialog).toContainText(/before0 .* after499/s);
  await expect(dialog.getByRole('button', { name: 'Show the whole text' })).toHaveCount(0);

  const title = 'Only the title';
  await call('PATCH', `/api/posts/${_id}`, { title, text: `${words('before')} new ${words('after')}`, version: 2 });
  await page.goto(`/dev/posts/${_id}`);
  await page.getByRole('button', { name: /^edited/ }).click();
  await expect(dialog.locator('ins')).toHaveText(title);
  await expect(dialog).toContainText(/before0 .* after499/s);
});

test('shows both texts of two versions that have too little in common', async ({ member: { page, call } }) => {
  const words = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name}${index}`).join(' ');
  const { _id } = await call('POST', '/api/posts', { text: words('old') });
  await call('PATCH', `/api/posts/${_id}`, { text: words('new'), version: 1 });
  await page.goto(`/dev/posts/${_id}`);
  await page.getByRole('button', { name: /^edited/ }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog).toContainText('These versions have too little in common to mark the changes.');
  await expect(dialog).toContainText('old2999');
  await expect(dialog).toContainText('new2999');
  await expect(dialog.locator('ins, del')).toHaveCount(0);
});
