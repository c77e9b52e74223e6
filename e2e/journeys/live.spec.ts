import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { isStream, openLive as open } from '../live.ts';
import type { Member, Members } from '../members.ts';
import { expect, test } from '../test.ts';

const bell = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' });
const newPosts = (page: Page) => page.getByRole('button', { name: /new posts?$/ });
const createPost = async ({ call }: Member, text: string) => (await call('POST', '/api/posts', { text }))._id;

test('shows what others write, like, edit and delete while the feed is open', { tag: '@engines' }, async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  await ada.call('PUT', `/api/follows/users/${charles.id}`); // other tests write to the feed Latest
  const { page } = ada;
  const [first, second, edited] = [unique('First'), unique('Second'), unique('Edited')];
  const id = await createPost(charles, first);
  await open(page, '/dev/posts/following', id);
  const post = card(page, first);

  await test.step('a new post waits behind a button', async () => {
    await createPost(charles, second);
    await expect(newPosts(page)).toBeVisible();
    await expect(card(page, second)).toHaveCount(0);
    await newPosts(page).click();
    await expect(card(page, second)).toBeVisible();
  });

  await test.step('likes and edits change the post', async () => {
    await charles.call('PUT', `/api/posts/${id}/like`);
    await expect(post.getByRole('button', { name: 'Like' })).toHaveText(/1$/);
    await charles.call('PATCH', `/api/posts/${id}`, { text: edited, version: 1 });
    await expect(card(page, edited)).toBeVisible();
    await expect(post).toHaveCount(0);
  });

  await test.step('a deleted post disappears', async () => {
    await charles.call('DELETE', `/api/posts/${id}`);
    await expect(card(page, edited)).toHaveCount(0);
    await expect(card(page, second)).toBeVisible();
  });
});

test('shows the comments of others in an open discussion, and counts notifications', { tag: '@engines' }, async ({
  members,
  pageErrors,
}) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const id = await createPost(ada, unique('Discuss'));
  const [comment] = await charles.call<[{ _id: string }]>('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  await open(page, `/dev/posts/${id}`, id);
  const comments = page.getByRole('article', { name: /^Comment by/ });
  await expect(comments).toHaveCount(1);
  await expect(bell(page)).toHaveText(/1 unread$/);

  await test.step('a comment waits behind a button, and the count grows in the bar and the title', async () => {
    await charles.call('POST', `/api/posts/comment/${id}`, { text: 'The second comment' });
    const button = page.getByRole('button', { name: '1 new comment' });
    await expect(button).toBeVisible();
    await expect(bell(page)).toHaveText(/2 unread$/);
    await expect(page).toHaveTitle(/^\(2\) /);
    await expect(comments).toHaveCount(1);
    await button.click();
    await expect(comments).toHaveCount(2);
    await expect(comments.filter({ hasText: 'The second comment' })).toBeFocused();
    await expect(button).toHaveCount(0);
  });

  await test.step('likes and edits change a comment, and a deleted one disappears', async () => {
    await charles.call('PUT', `/api/comments/${comment._id}/like`);
    await expect(comments.filter({ hasText: 'The first' }).getByRole('button', { name: 'Like' })).toHaveText(/1$/);
    await charles.call('PATCH', `/api/posts/comment/${id}/${comment._id}`, { text: 'Another text', version: 1 });
    await expect(comments.filter({ hasText: 'Another text' })).toBeVisible();
    await charles.call('DELETE', `/api/posts/comment/${id}/${comment._id}`);
    await expect(comments).toHaveCount(1);
  });

  await test.step('a deleted post is missing', async () => {
    pageErrors.expectFailure(404, `/api/posts/${id}`);
    await page.getByLabel('Leave a Comment').fill('Half a thought');
    await ada.call('DELETE', `/api/posts/${id}`);
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
    await expect(page.getByText('Half a thought')).toBeVisible();
  });
});

test('shows what was written between the load of a page and its first event', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  await ada.call('PUT', `/api/follows/users/${charles.id}`); // other tests write to the feed Latest
  const { page } = ada;
  const text = unique('Discuss');
  const id = await createPost(charles, text);
  await ada.call('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  /** Holds the stream back until `change` is done. */
  async function changeBeforeStream(change: () => Promise<unknown>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      ({ href }) => isStream(href),
      (route) => promise.then(() => route.continue()),
    );
    return async () => {
      await change();
      resolve();
    };
  }

  await test.step('in a discussion, a comment waits, and likes show', async () => {
    const change = await changeBeforeStream(async () => {
      const [{ _id: comment }] = await charles.call<[{ _id: string }]>('POST', `/api/posts/comment/${id}`, { text: 'The second comment' });
      await charles.call('PUT', `/api/posts/${id}/like`);
      await ada.call('PUT', `/api/comments/${comment}/like`);
    });
    await page.goto(`/dev/posts/${id}`);
    const comments = page.getByRole('article', { name: /^Comment by/ });
    await expect(comments).toHaveCount(1);
    await expect(bell(page)).toHaveText('Notifications');
    await change();
    await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible();
    await expect(comments).toHaveCount(1);
    await expect(bell(page)).toHaveText(/1 unread$/);
    await expect(page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Like' })).toHaveText(/1$/);
    await page.unrouteAll();
  });

  await test.step('in a feed, a post waits, and likes show', async () => {
    const later = unique('Later');
    const change = await changeBeforeStream(async () => {
      await createPost(charles, later);
      await charles.call('DELETE', `/api/posts/${id}/like`);
    });
    await page.goto('/dev/posts/following');
    await expect(card(page, text).getByRole('button', { name: 'Like' })).toHaveText(/1$/);
    await change();
    await newPosts(page).click();
    await expect(card(page, later)).toBeVisible();
    await expect(card(page, text).getByRole('button', { name: 'Like' })).not.toHaveText(/1$/);
    await page.unrouteAll();
  });
});

test('the first comment of another member shows at once', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const id = await createPost(ada, unique('Discuss'));
  await open(page, `/dev/posts/${id}`, id);
  await page.getByText('No comments yet.').waitFor();
  await page.getByLabel('Leave a Comment').focus();
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' });
  await expect(page.getByRole('article', { name: 'Comment by Charles Brandt' })).toBeVisible();
  await expect(page.getByText('No comments yet.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /new comments?$/ })).toHaveCount(0);
  await expect(page.getByLabel('Leave a Comment')).toBeFocused();
});

test('own posts from elsewhere are not new posts', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  await ada.call('PUT', `/api/follows/users/${charles.id}`); // other tests write to the feed Latest
  const { page } = ada;
  const [first, own, other] = [unique('First'), unique('Own'), unique('Other')];
  await createPost(charles, first);
  await open(page, '/dev/posts/following', 'following');
  await card(page, first).waitFor();
  await createPost(ada, own);
  await createPost(charles, other);
  await expect(newPosts(page)).toHaveText('1 new post');
  await newPosts(page).click();
  for (const text of [own, other]) await expect(card(page, text)).toBeVisible();
});

test('the own comment does not wait behind a button', async ({ member }) => {
  const { page } = member;
  const id = await createPost(member, unique('Discuss'));
  await open(page, `/dev/posts/${id}`, id);
  const read = page.waitForResponse((response) => response.url().includes(`/api/posts/${id}?`)); // after the event
  await page.getByLabel('Leave a Comment').fill('My own');
  await page.getByRole('button', { name: 'Submit' }).click();
  await read;
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /new comments?$/ })).toHaveCount(0);
});

test('says in every tab that the session has ended', async ({ member: { page, call } }) => {
  // The feed would change with the posts of other tests, and its request find the session ended.
  const tab = await page.context().newPage();
  let counts = 0;
  tab.on('request', (request) => request.url().endsWith('/api/notifications/unread') && counts++);
  await open(page, '/dev/account');
  await tab.goto('/dev/dashboard');
  await expect.poll(() => counts).toBe(2); // again once the tab knows that its events arrive
  for (const one of [page, tab]) await one.waitForLoadState('networkidle'); // no request is left that could find the session ended
  await call('DELETE', '/api/auth');
  for (const one of [page, tab]) {
    await expect(one.getByRole('log', { name: 'Session' })).toContainText('You have been signed out');
    await expect(one).toHaveURL(/\/dev\/login/);
  }
});

/** A discussion of another member, which Ada has open, with a second tab. */
async function openDiscussion(members: Members) {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const id = await createPost(charles, unique('Discuss'));
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  await open(page, `/dev/posts/${id}`, id);
  return { ada, charles, id, page, tab: await page.context().newPage() };
}

test('shows an own comment and the choice to watch in the other tab, too', async ({ members }) => {
  const { charles, id, page, tab } = await openDiscussion(members);
  await tab.goto(`/dev/posts/${id}`);
  await expect(tab.getByRole('button', { name: 'Notifications: Not watching' })).toBeVisible();
  const waiting = (one: Page) => one.getByRole('button', { name: '1 new comment' });
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' });
  for (const one of [page, tab]) await expect(waiting(one)).toBeVisible();

  await page.getByLabel('Leave a Comment').fill('My own');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(tab.getByRole('article', { name: /^Comment by Ada/ })).toContainText('My own');
  await expect(tab.getByRole('article', { name: /^Comment by Charles/ })).toHaveCount(1);
  await expect(waiting(tab)).toBeVisible(); // the other member's still waits
  for (const one of [page, tab]) await expect(one.getByRole('button', { name: 'Notifications: Watching' })).toBeVisible(); // as all who comment

  await page.getByRole('button', { name: /^Notifications: / }).click();
  await page.getByRole('menuitemradio', { name: /^Muted/ }).click();
  await expect(tab.getByRole('button', { name: 'Notifications: Muted' })).toBeVisible();
});

test('an own comment from another tab or device is not new, also in a tab that lists the oldest first', async ({ members }) => {
  const { ada, charles, id, page, tab } = await openDiscussion(members);
  await tab.goto(`/dev/posts/${id}?order=oldest`);
  const comments = tab.getByRole('article', { name: /^Comment by/ });
  const waiting = tab.getByRole('button', { name: /new comments?$/ });
  await expect(comments).toHaveCount(1);

  await page.getByLabel('Leave a Comment').fill('From another tab');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(comments.last()).toContainText('From another tab');
  await expect(waiting).toHaveCount(0);
  await ada.call('POST', `/api/posts/comment/${id}`, { text: 'From another device' });
  await expect(comments.last()).toContainText('From another device');
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'From another member' });
  await expect(waiting).toHaveText('1 new comment');
  await expect(comments).toHaveCount(3);
  await expect(page.getByRole('article', { name: /^Comment by Ada/ })).toHaveText([/From another device/, /From another tab/]);
});

test('two tabs share a stream, which the second continues', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const streams: string[] = [];
  const context = page.context();
  const id = await createPost(ada, unique('Discuss'));
  await ada.call('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  await open(page, '/dev/dashboard');
  const tab = await context.newPage();
  tab.on('request', (request) => isStream(request.url()) && streams.push(request.url()));
  const combined = page.waitForResponse((response) => isStream(response.url()) && response.url().includes(id));
  await tab.goto(`/dev/posts/${id}`);
  await combined;
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' });
  await expect(tab.getByRole('button', { name: '1 new comment' })).toBeVisible();
  await expect(bell(tab)).toHaveText(/1 unread$/);
  await expect(bell(page)).toHaveText(/1 unread$/);
  expect(streams).toEqual([]);

  const continued = tab.waitForResponse((response) => isStream(response.url()));
  await page.close();
  expect((await continued).request().headers()).toHaveProperty('last-event-id');
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Still there?' });
  await expect(tab.getByRole('button', { name: '2 new comments' })).toBeVisible();
});

test('learns what it missed without a connection', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const id = await createPost(ada, unique('Discuss'));
  await ada.call('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  await open(page, `/dev/posts/${id}`, id);
  await expect(page.getByText('The first comment')).toBeVisible();
  await page.waitForLoadState('networkidle'); // the page reads the discussion again when its events arrive
  await page.context().setOffline(true);
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' });
  const again = page.waitForResponse((response) => isStream(response.url()) && response.ok());
  await page.context().setOffline(false);
  expect((await again).request().headers()).toHaveProperty('last-event-id');
  await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible();
  await expect(bell(page)).toHaveText(/1 unread$/);
});

test('finds replies that no thread embeds, and that comments were deleted, when the server says that events were lost', async ({
  members,
}) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const { page } = ada;
  const id = await createPost(ada, unique('Discuss'));
  const [root] = await ada.call<[{ _id: string }]>('POST', `/api/posts/comment/${id}`, { text: 'The first comment' });
  const reply = async (text: string) =>
    (await charles.call<[{ _id: string }]>('POST', `/api/posts/comment/${id}`, { text, parent: root._id }))[0]._id;
  const gone = await reply('Soon gone');
  for (let number = 1; number <= 22; number++) await reply('long '.repeat(1999)); // a thread embeds 200 kB
  await open(page, `/dev/posts/${id}`, id);
  const more = page.getByRole('button', { name: /more repl/ });
  const heading = page.getByRole('heading', { name: /^Comments/ });
  await expect(heading).toHaveText('Comments 24');
  const left = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
  await expect(page.getByText('Soon gone')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.route(
    ({ href }) => isStream(href),
    (route) => route.continue({ headers: { ...route.request().headers(), 'last-event-id': '1-0' } }), // a position that the server does not know
  );
  await charles.call('DELETE', `/api/posts/comment/${id}/${gone}`);
  for (const text of ['Deep', 'Deeper']) await reply(text);
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: '2 new comments' })).toBeVisible();
  await expect(heading).toHaveText('Comments 25');
  await expect(page.getByText('Soon gone')).toHaveCount(0);
  await page.getByRole('button', { name: '2 new comments' }).click();
  await expect(more).toHaveText(`Show ${left + 2} more replies`);
  await expect(page.getByRole('button', { name: /new comments?$/ })).toHaveCount(0);
});
