import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { logOut } from '../forms.ts';
import { withoutStream } from '../live.ts';
import type { Member } from '../members.ts';
import { deletionOf, errorResponse, once } from '../network.ts';
import { alert, endUndoTime, expect, test } from '../test.ts';

/* Deletions can be undone for eight seconds. The request follows then, or when the page closes. */

const entry = { from: '2001-02-03', current: true };

interface Item {
  name: string;
  /** The success alert. */
  message: string;
  /** Creates the item. Returns the path of the screen that shows it and the path of the request that deletes it. */
  create: (member: Member, text: string) => Promise<{ screen: string; path: string }>;
  item: (page: Page, text: string) => ReturnType<typeof card>;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

const items: Item[] = [
  {
    name: 'post',
    message: 'Post Removed',
    create: async ({ call }, text) => {
      const { _id } = await call('POST', '/api/posts', { text });
      return { screen: '/dev/posts', path: `/api/posts/${_id}` };
    },
    item: card,
  },
  {
    name: 'comment',
    message: 'Comment Removed',
    create: async ({ call }, text) => {
      const { _id } = await call('POST', '/api/posts', { text: 'Discuss' });
      const [comment] = await call<[{ _id: string }]>('POST', `/api/posts/comment/${_id}`, { text });
      return { screen: `/dev/posts/${_id}`, path: `/api/posts/comment/${_id}/${comment._id}` };
    },
    item: card,
  },
  {
    name: 'experience entry',
    message: 'Experience Removed',
    create: async ({ call }, text) => {
      const profile = await call<{ experience: [{ _id: string }] }>('PUT', '/api/profile/experience', {
        title: 'A',
        company: text,
        ...entry,
      });
      return { screen: '/dev/dashboard', path: `/api/profile/experience/${profile.experience[0]._id}` };
    },
    item: row,
  },
  {
    name: 'education entry',
    message: 'Education Removed',
    create: async ({ call }, text) => {
      const profile = await call<{ education: [{ _id: string }] }>('PUT', '/api/profile/education', {
        degree: 'A',
        school: text,
        ...entry,
      });
      return { screen: '/dev/dashboard', path: `/api/profile/education/${profile.education[0]._id}` };
    },
    item: row,
  },
];

for (const { name, message, create, item } of items) {
  test(`restores a deleted ${name} with Undo, and sends no request`, async ({ members }) => {
    const member = await members.signUp('Ada Lowenthal', {});
    const { page } = member;
    const text = unique('Undo');
    const { screen } = await create(member, text);
    let requests = 0;
    page.on('request', (request) => request.method() === 'DELETE' && requests++);
    await withoutStream(page);
    await page.goto(screen);
    await page.clock.install();
    await item(page, text)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(item(page, text)).toHaveCount(0);
    await alert(page, message, 'success').getByRole('button', { name: 'Undo' }).click();
    await expect(item(page, text)).toBeVisible();
    await expect(alert(page, message, 'success')).toHaveCount(0);
    await page.clock.fastForward(60_000);
    await expect(item(page, text)).toBeVisible();
    expect(requests).toBe(0);
  });

  test(`deletes a ${name} eight seconds later`, async ({ members }) => {
    const member = await members.signUp('Ada Lowenthal', {});
    const { page } = member;
    const text = unique('Delete');
    const { screen, path } = await create(member, text);
    await withoutStream(page);
    await page.goto(screen);
    await page.clock.install();
    await item(page, text)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(alert(page, message, 'success')).toBeVisible();
    const deletion = deletionOf(page, path);
    await page.clock.fastForward(8000);
    expect((await deletion).status()).toBe(200);
    await expect(alert(page, message, 'success')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(item(page, text)).toHaveCount(0);
  });

  test(`restores a ${name} with an error when the server refuses to delete it`, async ({ members, pageErrors }) => {
    const member = await members.signUp('Ada Lowenthal', {});
    const { page } = member;
    const text = unique('Refuse');
    const { screen, path } = await create(member, text);
    pageErrors.expectFailure(500, path);
    await once(page, 'DELETE', new RegExp(path), (route) => route.fulfill(errorResponse(500, 'The reason')));
    await page.goto(screen);
    await item(page, text)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await endUndoTime(page, message);
    await expect(alert(page, 'could not be deleted (status 500). The reason', 'danger')).toBeVisible();
    await expect(item(page, text)).toBeVisible();
  });
}

const [post] = items as [Item];

async function deletePost(member: Member) {
  const text = unique('Delete');
  const { path } = await post.create(member, text);
  await withoutStream(member.page); // other tests write posts, which the page would read
  await member.page.goto('/dev/posts');
  await card(member.page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(alert(member.page, 'Post Removed', 'success')).toBeVisible();
  return { text, path };
}

const statusOf = async (member: Member, path: string) =>
  (await member.page.request.get(path, { headers: { 'x-auth-token': member.token } })).status();

test('deletes when the member leaves the page', async ({ member }) => {
  const { page } = member;
  const { path } = await deletePost(member);
  await page.goto('about:blank');
  await expect.poll(() => statusOf(member, path)).toBe(404);
});

test('deletes when the member logs out', async ({ members }) => {
  const member = await members.signUp('Ada Lowenthal');
  const other = await members.signUp('Charles Brandt');
  const { path } = await deletePost(member);
  await logOut(member.page);
  await expect.poll(() => statusOf(other, path)).toBe(404);
});

test('deletes after a crash, on the next visit', async ({ member }) => {
  const { page, id } = member;
  const text = unique('Delete');
  const { path } = await post.create(member, text);
  const deletion = { kind: 'post', id: path.split('/').at(-1), userId: id, sendAt: Date.now() - 1000 };
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('deletions', value), JSON.stringify([deletion]));
  const response = deletionOf(page, path);
  await page.goto('/dev/posts');
  expect((await response).status()).toBe(200);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('deletions'))).toBe(null);
});

test('leaves a deletion of a kind that only a newer page in another tab knows', async ({ member }) => {
  const { page, id: userId } = member;
  const { path } = await post.create(member, unique('Delete'));
  const unknown = { kind: 'unknown', id: 'x', userId, sendAt: Date.now() - 1000 };
  const known = { ...unknown, kind: 'post', id: path.split('/').at(-1) };
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('deletions', value), JSON.stringify([unknown, known]));
  const response = deletionOf(page, path);
  await page.goto('/dev/account');
  expect((await response).status()).toBe(200);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('deletions'))).toBe(JSON.stringify([unknown]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
});

test("does not send another member's deletions", async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const text = unique('Keep');
  const { path } = await post.create(ada, text);
  const deletion = { kind: 'post', id: path.split('/').at(-1), userId: ada.id, sendAt: Date.now() - 1000 };
  await charles.page.goto('/robots.txt');
  await charles.page.evaluate((value) => localStorage.setItem('deletions', value), JSON.stringify([deletion]));
  let requests = 0;
  charles.page.on('request', (request) => request.method() === 'DELETE' && requests++);
  await charles.page.goto('/dev/posts');
  await expect(charles.page.getByRole('article').first()).toBeVisible();
  expect(requests).toBe(0);
  expect(await statusOf(ada, path)).toBe(200);
});

test('hides the item in other tabs, and shows it again with Undo', async ({ member }) => {
  const text = unique('Tabs');
  await post.create(member, text);
  const { page } = member;
  const other = await page.context().newPage();
  await other.goto('/dev/posts');
  await page.goto('/dev/posts');
  await expect(card(other, text)).toBeVisible();
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(card(other, text)).toHaveCount(0);
  await alert(page, 'Post Removed', 'success').getByRole('button', { name: 'Undo' }).click();
  await expect(card(other, text)).toBeVisible();
});
