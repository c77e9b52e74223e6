import { readFile } from 'node:fs/promises';
import { card, newTag, unique } from '../feed.ts';
import { openLive, withoutStream } from '../live.ts';
import { deletionOf } from '../network.ts';
import { alert, expect, test, waitForShortcuts } from '../test.ts';

const lines = (count: number, text: string) => Array.from({ length: count }, (_, line) => `${text} ${line + 1}`).join('\n');

test('shows four posts of two lines on a laptop', async ({ member: { page, call } }) => {
  const texts = Array.from({ length: 4 }, () => unique(lines(2, 'Line')));
  for (const text of texts) await call('POST', '/api/posts', { text });
  // Other tests write posts, too.
  await page.route(/\/api\/posts\?/, async (route) => {
    const response = await route.fetch();
    const posts: Array<{ text: string }> = await response.json();
    await route.fulfill({ response, json: posts.filter(({ text }) => texts.includes(text)) });
  });
  await page.goto('/dev/posts');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 1 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('opens the field for a post on focus, and closes it when it is left empty', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const area = page.getByLabel('Say Something...');
  const height = async () => (await area.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(50);
  await area.focus();
  await expect.poll(height).toBeGreaterThan(90);
  await area.blur();
  await expect.poll(height).toBeLessThan(50);
  await area.fill('A draft :rocke');
  await expect.poll(height).toBeGreaterThan(90);
  await page.getByLabel('Who can read it').focus();
  await page.keyboard.press('Enter'); // opens the choice
  await page.keyboard.press('Escape');
  await expect.poll(height).toBeGreaterThan(90);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.composer')).toBeFocused();
  await expect.poll(height).toBeLessThan(50);
  await page.reload();
  await expect(area).toHaveValue('A draft :rocke');
  expect(await height()).toBeLessThan(50); // the posts stay in their place
  await area.focus();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Emoji' })).toBeHidden();
  await area.press('Escape');
  await expect.poll(height).toBeLessThan(50);
  await expect(area).toHaveValue('A draft :rocke');
});

test('emoji that load when the field has lost the focus are not listed', async ({ member: { page } }) => {
  const [requested, loaded] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  await page.route(/emoji-list/, async (route) => {
    requested.resolve(route.request().url());
    await loaded.promise;
    await route.continue();
  });
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill('A draft :rocke');
  const module = await requested.promise;
  await page.getByLabel('Who can read it').focus();
  loaded.resolve();
  await page.evaluate(async (module) => {
    await import(module);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, module);
  await expect(page.getByRole('listbox', { name: 'Emoji' })).toHaveCount(0);
});

test('collapses long posts, and copies, edits and writes by button and key', async ({ member: { page, call }, site }) => {
  const [long, short, shortened, shared] = [unique('Long'), unique('Short'), unique('Shortened'), unique('Share me')];
  await call('POST', '/api/posts', { text: lines(30, long) });
  await call('POST', '/api/posts', { text: lines(8, short) });
  await call('POST', '/api/posts', { text: lines(30, shortened) });
  const { _id } = await call('POST', '/api/posts', { text: shared });
  await page.goto('/dev/posts');

  await test.step('shows eight lines of a long post, and the rest in place', async () => {
    await expect(card(page, short).getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const text = card(page, long).locator('.markdown');
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const clamped = await height();
    expect(clamped).toBe((await card(page, short).locator('.markdown').boundingBox())?.height);
    const toggle = card(page, long).getByRole('button', { name: /^Show/ });
    await toggle.click();
    await expect(toggle).toHaveText('Show less');
    await expect(toggle).toBeFocused();
    expect(await height()).toBeGreaterThan(3 * clamped);
    await toggle.click();
    await expect(toggle).toHaveText('Show more');
    expect(await height()).toBe(clamped);
  });

  await test.step('shows a text without a button after it was edited to fit', async () => {
    const text = shortened;
    await card(page, text).getByRole('button', { name: 'Show more' }).click();
    await card(page, text)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editor = page.getByLabel('Edit your post');
    await editor.fill(text);
    await editor.press('Control+Enter');
    await expect(card(page, text)).toContainText('edited');
    await expect(card(page, text).getByRole('button', { name: /^Show/ })).toHaveCount(0);
  });

  await test.step('copies the address of a post', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card(page, shared).getByRole('button', { name: 'Share' }).click();
    await expect(alert(page, 'Link copied', 'success')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}/dev/posts/${_id}`);
  });

  await test.step('opens the field for a new post with n while a post or a button has the focus', async () => {
    await waitForShortcuts(page);
    await card(page, shared).focus();
    await page.keyboard.press('n');
    await expect(page.getByLabel('Say Something...')).toBeFocused();
    await card(page, shared).getByRole('button', { name: 'Like', exact: true }).click();
    await page.keyboard.press('n');
    await expect(page.getByLabel('Say Something...')).toBeFocused();
  });

  await test.step('sends a post with Ctrl and Enter', async () => {
    const text = unique('Quick');
    const area = page.getByLabel('Say Something...');
    await area.fill(text);
    await area.press('Control+Enter');
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
    await expect(card(page, text)).toHaveCount(1);
    await expect(area).toHaveValue('');
  });
});

test('offers new posts on a button, and does not insert them under the reader', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt');
  const [first, second] = [unique('Before'), unique('Meanwhile')];
  await ada.call('POST', '/api/posts', { text: first });
  await ada.call('PUT', `/api/follows/users/${charles.id}`);
  const { page } = ada;
  await openLive(page, '/dev/posts/following', 'following'); // other tests write to the feed Latest
  await expect(card(page, first)).toBeVisible();
  const read = page.waitForResponse((response) => /\/api\/posts\?(?!.*cursor)/.test(response.url())); // not the next page of the feed
  await charles.call('POST', '/api/posts', { text: second });
  expect((await read).request().headers()).toHaveProperty('if-none-match');
  const button = page.getByRole('button', { name: /new posts?$/ });
  await expect(button).toBeVisible();
  await expect(card(page, second)).toHaveCount(0);
  await button.click();
  await expect(card(page, second)).toBeVisible();
  await expect(button).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('does not offer a post that the member wrote and deleted as new', async ({ member: { page } }) => {
  const text = unique('Mine');
  await withoutStream(page); // other tests write posts
  await page.clock.install();
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  const deleted = deletionOf(page, /^\/api\/posts\//);
  await page.clock.fastForward(8000);
  await deleted;
  await expect(alert(page, 'Post Removed', 'success')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /new posts?$/ })).toHaveCount(0);
});

test('moves between posts, likes and opens them by keyboard', async ({ member: { page, call } }) => {
  const [older, newer] = [unique('Older'), unique('Newer')];
  await call('POST', '/api/posts', { text: older });
  const { _id } = await call('POST', '/api/posts', { text: newer });
  await page.goto('/dev/posts');
  await expect(card(page, newer)).toBeVisible();
  await waitForShortcuts(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('article').first()).toBeFocused();
  await card(page, newer).focus();
  await page.keyboard.press('j');
  await expect(card(page, newer)).not.toBeFocused();
  await page.keyboard.press('k');
  await expect(card(page, newer)).toBeFocused();
  await page.keyboard.press('l');
  await expect(card(page, newer).getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await page.keyboard.press('l');
  await expect(card(page, newer).getByRole('button', { name: 'Like' })).toHaveText('Like');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dev/posts/${_id}`);
  await page.goBack();
  await expect(page.locator('p[aria-live=polite]').first()).toHaveText('Posts · Dev Connector Demo'); // the navigation has moved the focus
  await card(page, newer).focus();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(`/dev/posts/${_id}`);
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Say Something...')).toBeFocused();
});

test('moves on from the opened post after Back', async ({ member: { page, call } }) => {
  const tag = newTag();
  const texts = ['Third', 'Second', 'First'].map(unique);
  for (const text of texts) await call('POST', '/api/posts', { text: `${text} #${tag}` });
  const [third = '', second = '', first = ''] = texts;
  await page.goto(`/dev/tags/${tag}`);
  await expect(card(page, third)).toBeVisible();
  await waitForShortcuts(page);
  await page.keyboard.press('j');
  await expect(card(page, first)).toBeFocused();
  await page.keyboard.press('j');
  await expect(card(page, second)).toBeFocused();
  await page.keyboard.press('o');
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  await page.goBack();
  await expect(card(page, third)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('j');
  await expect(card(page, third)).toBeFocused();
  await page.keyboard.press('k');
  await expect(card(page, second)).toBeFocused();
});

test('lists the newest members next to the feed on a wide screen', async ({ members }) => {
  const name = unique('Newcomer').slice(0, 30);
  const { page } = await members.signUp(name, {});
  await page.goto('/dev/posts');
  const community = page.getByRole('complementary', { name: 'Community' });
  await expect(community.getByRole('link', { name: /Newcomer/ }).first()).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(community).toBeHidden();
  await page.reload();
  await expect(page.getByPlaceholder('Say Something...')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(community).toBeVisible();
});

test('lists active tags next to the feed, and the links of the site once', async ({ member: { page, call } }) => {
  const tag = newTag();
  await call('POST', '/api/posts', { text: unique('Tagged'), tags: [tag] });
  await page.route('**/api/tags?limit=6', (route) => route.continue({ url: route.request().url().replace('?', `?q=${tag}&`) })); // not those of other tests
  await page.goto('/dev/posts');
  const tags = page.getByRole('complementary', { name: 'Community' }).getByRole('region', { name: 'Active tags' });
  await expect(tags.getByRole('link')).toHaveText([`#${tag}`]);
  await expect(page.getByRole('link', { name: 'API', exact: true })).toHaveCount(1);
  await tags.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${tag}`);
});

test('draws a line between the posts since the last visit and those before, until the next visit', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const grace = await members.signUp('Grace Murray');
  const { page, id } = grace;
  await ada.call('POST', '/api/posts', { text: unique('Seen') });
  const line = page.getByText('New since your last visit');
  await page.goto('/dev/posts/latest');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `visits:latest:${id}`)).not.toBeNull();
  await expect(line).toHaveCount(0);

  // The last visit ended an hour ago, with this post.
  const seen = await ada.call('POST', '/api/posts', { text: unique('Newest of the last visit') });
  const texts = [unique('New'), unique('Newer')];
  for (const text of texts) await ada.call('POST', '/api/posts', { text });
  await page.goto('/icon.svg');
  const visit = { newest: seen._id, at: Date.now() - 60 * 60_000 };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`visits:latest:${id}`, JSON.stringify(visit)] as const);
  await page.goto('/dev/posts/latest');
  await expect(line).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ has: line })).toContainText('Newest of the last visit');

  // The same visit, on the way back from a discussion.
  await card(page, texts[1] as string)
    .getByRole('link', { name: /^Discussion/ })
    .click();
  await page.getByRole('link', { name: 'Back To Posts' }).click();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ has: line })).toContainText('Newest of the last visit');
  await page.goto('/dev/posts/unanswered');
  await expect(card(page, texts[1] as string)).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('remembers the last visit to each feed', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const { page, id, call } = await members.signUp('Grace Murray');
  await call('PUT', `/api/follows/users/${ada.id}`);
  const seen = await ada.call('POST', '/api/posts', { text: unique('Seen in Following') });
  const text = unique('New in Following');
  await ada.call('POST', '/api/posts', { text });
  await page.goto('/icon.svg');
  const visit = { newest: seen._id, at: Date.now() - 60 * 60_000 };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`visits:following:${id}`, JSON.stringify(visit)] as const);
  await page.goto('/dev/posts/latest');
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `visits:latest:${id}`)).not.toBeNull();
  await expect(page.getByText('New since your last visit')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Following' }).click();
  await expect(card(page, text)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'New since your last visit' })).toContainText('Seen in Following');
});

test('forgets the last visit when the member signs out of the feed', async ({ member: { page, call } }) => {
  await call('POST', '/api/posts', { text: unique('Seen') });
  await withoutStream(page); // other tests write posts, which the page would read
  const visits = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('visits:')));
  await page.goto('/dev/posts/latest');
  await expect.poll(visits).toHaveLength(1);
  await page.waitForLoadState('networkidle'); // a request that the server answers after the logout would be a 401
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(await visits()).toEqual([]);
});

test('shows the picture below the fold of a long post as a thumbnail, which opens the post', async ({ member: { page, call, token } }) => {
  const uploaded = await page.request.post('/api/media', {
    headers: { 'x-auth-token': token },
    multipart: {
      file: { name: 'feed.png', mimeType: 'image/png', buffer: await readFile(new URL('../../docs/pictures/feed.png', import.meta.url)) },
    },
  });
  const { url } = await uploaded.json();
  const [below, above] = [unique('Below the fold'), unique('In sight')];
  const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index}`).join('\n\n');
  await call('POST', '/api/posts', { text: `${below}\n\n${paragraphs}\n\n![The feed](${url})` });
  await call('POST', '/api/posts', { text: `![The feed](${url})\n\n${above}\n\n${paragraphs}` });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/dev/posts/latest');
    const thumbnail = card(page, below).getByRole('button', { name: 'The feed' });
    await expect(thumbnail).toBeVisible();
    expect(await thumbnail.getByRole('img').boundingBox()).toMatchObject({ width: 120, height: 120 });
    await expect(card(page, above).getByRole('button', { name: 'Show more' })).toBeVisible();
    await expect(card(page, above).getByRole('button', { name: 'The feed' })).toHaveCount(0);
    await thumbnail.click();
    await expect(thumbnail).toHaveCount(0);
    await expect(card(page, below).getByRole('button', { name: 'Show less' })).toBeFocused();
    await expect(card(page, below).getByRole('img', { name: 'The feed' })).toHaveCount(1);
  }
});
