import type { Page, Request } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { submit } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { dropResponse, hold, once, serverError } from '../network.ts';
import { alert, expect, test } from '../test.ts';

/* A request that sends a text names its draft, and so deletes it. */

const field = (page: Page) => page.getByLabel('Say Something...');
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const draftPath = /\/api\/drafts\/[\w:-]+$/;
const postsPath = /\/api\/posts$/;

interface Draft {
  context: string;
  version: number;
}
const draftOf = (request: Request): Draft | undefined => (request.postDataJSON() as { draft?: Draft }).draft;

/** The methods of the requests about drafts from now on. */
function draftRequests(page: Page): string[] {
  const methods: string[] = [];
  page.on('request', (request) => draftPath.test(new URL(request.url()).pathname) && methods.push(request.method()));
  return methods;
}

test('deletes the draft of a post, a comment, a reply and an edit in the request that sends it', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: unique('Discuss') });
  const [question] = await call<[{ _id: string }]>('POST', `/api/posts/comment/${_id}`, { text: 'A question' });
  const onServer = () => call<Draft[]>('GET', '/api/drafts');
  const send = async (label: string, text: string, context: string) => {
    await page.getByLabel(label).fill(text);
    await expect.poll(onServer).toMatchObject([{ context }]);
    await expect(saved(page)).toBeVisible();
    const [{ version } = { version: 0 }] = await onServer();
    const requests = draftRequests(page);
    const [request] = await Promise.all([
      page.waitForRequest((one) => ['POST', 'PATCH'].includes(one.method())),
      page.getByLabel(label).press('Control+Enter'),
    ]);
    expect(draftOf(request)).toEqual({ context, version });
    await expect.poll(onServer).toEqual([]);
    return requests;
  };
  await page.goto('/dev/posts');
  const post = unique('A post');
  const requests = await send('Say Something...', post, 'post');
  await expect(card(page, post)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);

  await page.goto(`/dev/posts/${_id}`);
  await send('Leave a Comment', 'A comment', `comment:${_id}`);
  const asked = page.getByRole('article', { name: /^Comment/ }).filter({ hasText: 'A question' });
  await asked.getByRole('button', { name: 'Reply', exact: true }).click();
  await send('Reply to Ada Lowenthal', 'A reply', `reply:${question?._id}`);
  await asked
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await send('Edit your comment', 'A better question', `edit:${question?._id}`);
  await page
    .getByRole('group', { name: 'Actions' })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await send('Edit your post', 'Discuss this', `edit:${_id}`);
  await page.waitForLoadState('networkidle');
  expect(await onServer()).toEqual([]);
});

test('waits for the request that saves the draft, and sends the version that it returned', async ({ member: { page, call } }) => {
  const text = unique('In a hurry');
  await page.goto('/dev/posts');
  const saving = await hold(page, 'PUT', draftPath);
  const sending = await hold(page, 'POST', postsPath);
  await field(page).fill(text);
  await expect.poll(() => saving.held.length).toBe(1);
  const requests = draftRequests(page);
  await submit(page);
  expect(sending.held).toEqual([]);
  saving.release();
  await expect.poll(() => sending.held.length).toBe(1);
  const draft = await call<Draft>('GET', '/api/drafts/post');
  expect(draftOf(sending.held[0] as Request)).toEqual({ context: 'post', version: draft.version });
  sending.release();
  await expect(card(page, text)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);
  expect(await call('GET', '/api/drafts')).toEqual([]);
});

test('sends the text after two seconds if the draft is still being saved, and deletes that afterwards', async ({
  member: { page, call },
}) => {
  const text = unique('Slowly saved');
  await page.goto('/dev/posts');
  const saving = await hold(page, 'PUT', draftPath);
  await field(page).fill(text);
  await expect.poll(() => saving.held.length).toBe(1);
  const requests = draftRequests(page);
  await submit(page);
  await expect(card(page, text)).toBeVisible();
  expect(requests).toEqual([]);
  saving.release(); // creates the draft again
  await expect.poll(() => requests).toEqual(['DELETE']);
  await page.waitForLoadState('networkidle');
  expect(await call('GET', '/api/drafts')).toEqual([]);
});

test('saves no draft while its text is sent, and saves what was typed meanwhile', async ({ member: { page, call } }) => {
  const text = unique('The first');
  await withoutStream(page);
  await page.goto('/dev/posts');
  const sending = await hold(page, 'POST', postsPath);
  await field(page).fill(text);
  await expect(saved(page)).toBeVisible();
  await submit(page);
  await expect.poll(() => sending.held.length).toBe(1);
  const requests = draftRequests(page);
  await page.clock.install();
  await field(page).fill('The second');
  await page.clock.runFor(2000);
  expect(requests).toEqual([]);
  sending.release();
  await expect(card(page, text)).toBeVisible();
  await expect(field(page)).toHaveValue('The second');
  await expect(saved(page)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'The second' });
});

test('keeps the draft of a text that the server refuses, and saves it', async ({ member: { page, call }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts');
  await page.goto('/dev/posts');
  await page.waitForLoadState('networkidle');
  await once(page, 'POST', postsPath, (route) => route.fulfill(serverError));
  const text = unique('Refused at first');
  await field(page).fill(text);
  await submit(page); // before the draft is saved
  await expect(alert(page, 'Something went wrong on our side', 'danger')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text });
  await submit(page);
  await expect(card(page, text)).toBeVisible();
  expect(await call('GET', '/api/drafts')).toEqual([]);
});

test('leaves no draft and no second post when the first response was lost', async ({ member: { id, page, call }, pageErrors }) => {
  pageErrors.expectFailure('dropped', '/api/posts');
  await page.goto('/dev/posts');
  await once(page, 'POST', postsPath, dropResponse);
  const text = unique('Sent twice');
  await field(page).fill(text);
  await expect(saved(page)).toBeVisible();
  await submit(page);
  await expect(alert(page, 'could not be reached', 'danger')).toBeVisible();
  await expect(field(page)).toHaveValue(text);
  await field(page).pressSequentially('!');
  await field(page).press('Backspace');
  await expect.poll(() => call('GET', '/api/drafts')).toMatchObject([{ context: 'post', excerpt: text }]);
  await expect(saved(page)).toBeVisible();
  await submit(page);
  await expect(field(page)).toHaveValue('');
  expect(await call('GET', '/api/drafts')).toEqual([]);
  expect(await call('GET', `/api/posts?author=${id}`)).toHaveLength(1);
});

test('leaves the draft that another device has changed meanwhile', async ({ member: { page, call } }) => {
  await page.goto('/dev/posts');
  const text = unique('On the laptop');
  await field(page).fill(text);
  await expect(saved(page)).toBeVisible();
  const { version } = await call<Draft>('GET', '/api/drafts/post');
  await call('PUT', '/api/drafts/post', { text: 'On the phone', version });
  await submit(page);
  await expect(card(page, text)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await call('GET', '/api/drafts/post')).toMatchObject({ text: 'On the phone' });
});
