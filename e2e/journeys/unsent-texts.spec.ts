import type { BrowserContext, Page } from '@playwright/test';
import { unique } from '../feed.ts';
import { submit } from '../forms.ts';
import { openLive, withoutStream } from '../live.ts';
import { alert, endUndoTime, expect, type Member, test } from '../test.ts';

const field = (page: Page) => page.getByLabel('Say Something...');
const comment = (page: Page) => page.getByLabel('Leave a Comment');
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const drafts = (page: Page) => page.getByRole('region', { name: 'My drafts' }).getByRole('listitem');
const discard = (page: Page) => page.getByRole('button', { name: 'Discard draft' });
const undo = (page: Page) => alert(page, 'Draft removed', 'success').getByRole('button', { name: 'Undo' });

const openFeed = async (page: Page) => {
  await page.goto('/dev/posts');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.waitForLoadState('networkidle'); // drafts have been restored
};

const textsOnServer = async ({ call }: Member) =>
  (await call<Array<{ excerpt: string }>>('GET', '/api/drafts')).map(({ excerpt }) => excerpt).sort();

const clipboardOf = async (context: BrowserContext, page: Page) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
};

test.describe('two tabs', () => {
  test('begin two posts, which the dashboard lists, continues and deletes @engines', async ({ member }) => {
    const { page } = member;
    const other = await page.context().newPage();
    for (const tab of [page, other]) await openFeed(tab);
    await field(page).fill('In one tab');
    await field(other).fill('In the other');
    for (const tab of [page, other]) await expect(saved(tab)).toBeVisible();
    await expect(field(page)).toHaveValue('In one tab');
    await expect(field(other)).toHaveValue('In the other');
    await expect.poll(() => textsOnServer(member)).toEqual(['In one tab', 'In the other']);
    for (const [tab, text] of [
      [page, 'In one tab'],
      [other, 'In the other'],
    ] as const) {
      await tab.reload();
      await expect(field(tab)).toHaveValue(text);
    }

    await other.close();
    await page.goto('/dev/dashboard');
    await expect(drafts(page)).toHaveCount(2);
    for (const text of ['In one tab', 'In the other']) {
      await expect(drafts(page).filter({ hasText: text })).toContainText('New post');
      await drafts(page).filter({ hasText: text }).getByRole('link', { name: 'Continue' }).click();
      await expect(field(page)).toHaveValue(text);
      await page.goBack();
    }
    await drafts(page).filter({ hasText: 'In one tab' }).getByRole('button', { name: 'Delete' }).click();
    await endUndoTime(page, 'Draft removed');
    await expect.poll(() => textsOnServer(member)).toEqual(['In the other']);
    await openFeed(page);
    await expect(field(page)).toHaveValue('In the other');
  });

  test('recover a draft once, and not while another tab edits it', async ({ member: { page } }) => {
    await openFeed(page);
    await field(page).fill('Edited here');
    await expect(saved(page)).toBeVisible();
    const other = await page.context().newPage();
    await openFeed(other);
    await expect(field(other)).toHaveValue('');
    await page.close();
    await other.reload();
    await expect(field(other)).toHaveValue('Edited here');
    await expect(other.getByText('Your draft was restored.')).toBeVisible();
  });

  test('continue with their own texts after a reload, also after another tab was closed', async ({ member: { page } }) => {
    const other = await page.context().newPage();
    for (const tab of [page, other]) await openFeed(tab);
    await field(page).fill('In this tab');
    await expect(saved(page)).toBeVisible();
    await field(other).fill('Later, in the other');
    await expect(saved(other)).toBeVisible();
    await other.close();
    await page.reload();
    await expect(field(page)).toHaveValue('In this tab');
  });

  test('discard and send only their own post', async ({ member }) => {
    const { page } = member;
    const other = await page.context().newPage();
    for (const tab of [page, other]) await openFeed(tab);
    await field(page).fill('Discarded');
    await field(other).fill(unique('Sent'));
    for (const tab of [page, other]) await expect(saved(tab)).toBeVisible();
    const text = await field(other).inputValue();
    await page.reload();
    await discard(page).click();
    await endUndoTime(page, 'Draft removed');
    await expect.poll(() => textsOnServer(member)).toEqual([text]);
    await expect(field(page)).toHaveValue('');
    await expect(field(other)).toHaveValue(text);

    await field(page).fill('Not sent');
    await submit(other);
    await expect(field(other)).toHaveValue('');
    await expect.poll(() => textsOnServer(member)).toEqual(['Not sent']);
    await expect(field(page)).toHaveValue('Not sent');
  });

  test('show both texts when both comment on a post, and replace neither', async ({ member: { page, call }, pageErrors }) => {
    pageErrors.expectFailure(409, '/api/drafts/comment');
    const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(`/dev/posts/${_id}`);
      await expect(comment(tab)).toBeVisible();
      await tab.waitForLoadState('networkidle');
    }
    await comment(page).fill('From one tab');
    await expect(saved(page)).toBeVisible();
    await comment(other).fill('From the other');
    const conflict = other.getByRole('region', { name: 'The text in another tab or on another device' });
    await expect(conflict).toContainText('From one tab');
    await expect(comment(other)).toHaveValue('From the other');
    await expect(comment(page)).toHaveValue('From one tab');
    await conflict.getByRole('button', { name: 'Use that text' }).click();
    await expect(comment(other)).toHaveValue('From one tab');
    await comment(other).press('Control+z');
    await expect(comment(other)).toHaveValue('From the other');
    await comment(page).press('End');
    await comment(page).pressSequentially(', continued');
    await expect(comment(page)).toHaveValue('From one tab, continued');
  });

  test('continue in a new draft when the other takes over from the dashboard', async ({ member }) => {
    const { page } = member;
    await openFeed(page);
    await field(page).fill('Begun');
    await expect(saved(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/dev/dashboard');
    await drafts(other).getByRole('link', { name: 'Continue' }).click();
    await expect(field(other)).toHaveValue('Begun');
    await field(other).fill('Begun, and continued there');
    await expect(saved(other)).toBeVisible();
    await expect(field(page)).toHaveValue('Begun');
    await field(page).fill('Begun, and continued here');
    await expect.poll(() => textsOnServer(member)).toEqual(['Begun, and continued here', 'Begun, and continued there']);
    await expect(field(other)).toHaveValue('Begun, and continued there');
  });

  test('send and discard no text that only the other has shown, which took over from the dashboard', async ({ member }) => {
    const { page } = member;
    const other = await page.context().newPage();
    const takeOver = async (text: string) => {
      await expect(saved(page)).toBeVisible();
      await other.goto('/dev/dashboard');
      await drafts(other).first().getByRole('link', { name: 'Continue' }).click();
      await field(other).fill(text);
      await expect(saved(other)).toBeVisible();
    };
    await openFeed(page);
    await field(page).fill(unique('Sent'));
    await takeOver('Continued there');
    await submit(page);
    await expect(field(page)).toHaveValue('');
    await expect.poll(() => textsOnServer(member)).toEqual(['Continued there']);

    await other.close({ runBeforeUnload: false });
    await page.reload();
    await expect(field(page)).toHaveValue('Continued there');
    const third = await page.context().newPage();
    await third.goto('/dev/dashboard');
    await drafts(third).getByRole('link', { name: 'Continue' }).click();
    await field(third).fill('Continued again');
    await expect(saved(third)).toBeVisible();
    await expect(discard(page)).toHaveCount(0);
    await expect(field(page)).toHaveValue('Continued there');
  });
});

test.describe('a field in which the member writes', () => {
  test('shows a newer text of another device beside it', async ({ member: { page, call } }) => {
    await openFeed(page);
    await field(page).fill('Mine');
    await expect(saved(page)).toBeVisible();
    const { version } = await call<{ version: number }>('GET', '/api/drafts/post');
    await call('PUT', '/api/drafts/post', { text: 'Theirs', version });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('region', { name: 'The text in another tab or on another device' })).toContainText('Theirs');
    await expect(field(page)).toHaveValue('Mine');
  });

  test('keeps a text that was sent or discarded on another device', async ({ member }) => {
    const { page, call } = member;
    await openFeed(page);
    await field(page).fill('Mine');
    await expect(saved(page)).toBeVisible();
    await call('DELETE', '/api/drafts/post');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('This text was sent or discarded in another tab or on another device.')).toBeVisible();
    await expect(field(page)).toHaveValue('Mine');
    await field(page).fill('Mine, continued');
    await expect.poll(() => textsOnServer(member)).toEqual(['Mine, continued']);
    await expect(page.getByRole('button', { name: 'Empty the field' })).toHaveCount(0);
  });
});

test.describe('an undo', () => {
  test('brings back a draft that was discarded, on the server, too', async ({ member }) => {
    const { page } = member;
    await openFeed(page);
    await field(page).fill('Second thoughts');
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await discard(page).click();
    await expect(field(page)).toHaveValue('');
    await undo(page).click();
    await expect(field(page)).toHaveValue('Second thoughts');
    await page.reload();
    await expect(field(page)).toHaveValue('Second thoughts');
    expect(await textsOnServer(member)).toEqual(['Second thoughts']);
  });

  test('leaves a text that was begun since, and says where the other is', async ({ member }) => {
    const { page } = member;
    await openFeed(page);
    await field(page).fill('The first');
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await discard(page).click();
    await field(page).fill('The second');
    await undo(page).click();
    await expect(alert(page, 'The draft is in “My drafts” on the dashboard.', 'success')).toBeVisible();
    await expect(field(page)).toHaveValue('The second');
    await expect.poll(() => textsOnServer(member)).toEqual(['The first', 'The second']);
    await page.goto('/dev/dashboard');
    await expect(drafts(page)).toHaveText([/The second/, /The first/]);
  });

  test('opens the editor of an edit that was discarded', async ({ member: { page, call } }) => {
    const { _id } = await call('POST', '/api/posts', { text: 'As it was' });
    await page.goto(`/dev/posts/${_id}`);
    await page
      .getByRole('group', { name: 'Actions' })
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editor = page.getByLabel('Edit your post');
    await editor.fill('As it should be');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toHaveCount(0);
    await undo(page).click();
    await expect(editor).toHaveValue('As it should be');
  });

  test('brings back the values of a form', async ({ member: { page } }) => {
    await page.goto('/dev/create-profile');
    await page.getByLabel('Bio').fill('Half a sentence');
    await page.reload();
    await discard(page).click();
    await expect(page.getByLabel('Bio')).toHaveValue('');
    await undo(page).click();
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
  });
});

test.describe('a text that cannot be sent', () => {
  test('is listed, read, copied and deleted after others have deleted the post, the comment or their account @engines', async ({
    members,
    member,
  }) => {
    const grace = await members.signUp('Grace Nilsson');
    const { page, call } = member;
    const [gone, left] = [
      await grace.call('POST', '/api/posts', { text: 'Secret 4711' }),
      await call('POST', '/api/posts', { text: unique('Stays') }),
    ];
    const [question] = await grace.call<Array<{ _id: string }>>('POST', `/api/posts/comment/${left._id}`, { text: 'A question' });
    await call('PUT', `/api/drafts/comment:${gone._id}`, { text: 'Half a comment\nwith a second line' });
    await call('PUT', `/api/drafts/reply:${question?._id}`, { text: 'Half a reply' });
    await grace.call('DELETE', `/api/posts/${gone._id}`);
    await grace.call('DELETE', '/api/profile');
    await page.goto('/dev/dashboard');
    await expect(drafts(page)).toHaveText([/Half a reply.*The comment was deleted/, /Half a comment.*The post was deleted/s]);
    const row = drafts(page).filter({ hasText: 'Half a comment' });
    await expect(row.getByRole('link', { name: 'Continue' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Show text' }).click();
    await expect(row).toContainText('with a second line');
    const clipboard = await clipboardOf(page.context(), page);
    await row.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(clipboard).toBe('Half a comment\nwith a second line');
    await expect(page.getByText('Secret 4711')).toHaveCount(0);
    await row.getByRole('button', { name: 'Delete' }).click();
    await endUndoTime(page, 'Draft removed');
    await expect.poll(() => textsOnServer(member)).toEqual(['Half a reply']);
  });

  test('is shown in place of the form when its post was deleted meanwhile', async ({ members, member: { page, call }, pageErrors }) => {
    pageErrors.expectFailure(404, '/api/');
    const grace = await members.signUp('Grace Nilsson');
    const { _id } = await grace.call('POST', '/api/posts', { text: 'Soon gone' });
    await withoutStream(page); // the post would disappear before
    await page.goto(`/dev/posts/${_id}`);
    await comment(page).fill('Too late');
    await expect(saved(page)).toBeVisible();
    await grace.call('DELETE', `/api/posts/${_id}`);
    await submit(page);
    await expect(alert(page, 'Post not found', 'danger')).toBeVisible();
    await expect(comment(page)).toHaveValue('Too late');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
    const unsent = page.getByRole('region', { name: 'Unsent text' });
    await expect(unsent).toContainText('Too late');
    const clipboard = await clipboardOf(page.context(), page);
    await unsent.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(clipboard).toBe('Too late');
    await unsent.getByRole('button', { name: 'Delete' }).click();
    await endUndoTime(page, 'Draft removed');
    await expect(unsent).toHaveCount(0);
    await expect.poll(() => call('GET', '/api/drafts')).toEqual([]);
  });

  test('is announced when its form disappears with the comment that it answers', async ({ members, member }) => {
    const grace = await members.signUp('Grace Nilsson');
    const { page, call } = member;
    const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
    const [question] = await grace.call<Array<{ _id: string }>>('POST', `/api/posts/comment/${_id}`, { text: 'A question' });
    await openLive(page, `/dev/posts/${_id}`, _id);
    await page
      .getByRole('article', { name: /^Comment by/ })
      .getByRole('button', { name: 'Reply', exact: true })
      .click();
    await page.getByLabel('Reply to Grace Nilsson').fill('Half an answer');
    await expect.poll(() => textsOnServer(member)).toEqual(['Half an answer']);
    await grace.call('DELETE', `/api/posts/comment/${_id}/${question?._id}`);
    await expect(page.getByLabel('Reply to Grace Nilsson')).toHaveCount(0);
    await expect(alert(page, 'It is in “My drafts” on the dashboard.', 'danger')).toBeVisible();
    await page.goto('/dev/dashboard');
    await expect(drafts(page)).toHaveText([/Half an answer.*The comment was deleted/]);
  });

  test('is shown when the post was closed for comments, also on another device', async ({ member: { page, call, token }, members }) => {
    const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
    await call('PUT', `/api/drafts/comment:${_id}`, { text: 'Too late' });
    await call('PATCH', `/api/posts/${_id}`, { commentsClosed: true, version: 1 });
    for (const device of [page, await members.openBrowser(token)]) {
      await device.goto(`/dev/posts/${_id}`);
      await expect(device.getByRole('region', { name: 'Unsent text' })).toContainText('You have not sent this comment:Too late');
    }
  });

  test('says why the server refuses it, and is listed on the dashboard of this browser', async ({ member: { page, call }, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/drafts/comment');
    const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
    const put = (number: number) => call('PUT', `/api/drafts/post:${crypto.randomUUID()}`, { text: `Draft ${number}` });
    for (let number = 0; number < 100; number++) await put(number);
    await page.goto(`/dev/posts/${_id}`);
    await comment(page).fill('One too many');
    const reason = 'You can have at most 100 drafts. Send or delete one first.';
    await expect(page.getByText(`The site has not saved your text: ${reason} It is stored in this browser.`)).toBeVisible();
    await expect(page.getByText('Saved on this device only')).toBeVisible();
    await page.goto('/dev/dashboard');
    const row = drafts(page).first();
    await expect(row).toContainText('One too many');
    await expect(row).toContainText(`On this device only: ${reason}`);
    await row.getByRole('link', { name: 'Continue' }).click();
    await expect(comment(page)).toHaveValue('One too many');
  });
});

test('keeps a text when the storage of the browser is full', async ({ member: { page, call } }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith('drafts')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await openFeed(page);
  await field(page).fill('On the server only');
  await expect(saved(page)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'On the server only' });
  await page.reload();
  await expect(field(page)).toHaveValue('On the server only');
});

test('says that a text is saved nowhere, lets the author copy it, and asks before the page closes', async ({
  member: { page },
  pageErrors,
}) => {
  pageErrors.expectFailure('dropped', '/api/drafts');
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith('drafts')) throw new DOMException('denied', 'SecurityError');
      setItem.call(this, key, value);
    };
  });
  await openFeed(page);
  await page.route('**/api/drafts/**', (route) => route.abort('connectionrefused'));
  await field(page).fill('Nowhere');
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(page.getByText('The storage of this browser is full or denied.')).toBeVisible();
  const clipboard = await clipboardOf(page.context(), page);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(clipboard).toBe('Nowhere');
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closed;
});

test('takes over the drafts that the release before has stored in the browser', async ({ member }) => {
  const { page, id, call } = member;
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  const { version } = await call<{ version: number }>('PUT', `/api/drafts/comment:${_id}`, { text: 'Confirmed' });
  await call('PUT', '/api/drafts/post', { text: 'Sent already' });
  const stored = await call<{ version: number }>('GET', '/api/drafts/post');
  await page.goto('/icon.svg');
  await page.evaluate(
    ([account, post, version, postVersion]) => {
      const entries = {
        [`draft:${account}:comment:${post}`]: { text: 'Confirmed, and continued offline' },
        [`synced-draft:${account}:comment:${post}`]: { version, draft: { text: 'Confirmed' }, savedAt: 1 },
        [`draft:${account}:edit-profile`]: { bio: 'Half a bio' },
        [`synced-draft:${account}:post`]: { version: postVersion, draft: { text: 'Sent already' } }, // to be deleted on the server
      };
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
    },
    [id, _id, version, stored.version] as const,
  );
  await openFeed(page);
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => textsOnServer(member)).toEqual(['Confirmed, and continued offline']);
  await page.goto(`/dev/posts/${_id}`);
  await expect(comment(page)).toHaveValue('Confirmed, and continued offline');
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => /^((synced|sent)-)?draft:/.test(key))).toEqual([]);
});
