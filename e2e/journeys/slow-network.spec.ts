import type { Locator, Route } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { card, unique } from '../feed.ts';
import { withoutStream } from '../live.ts';
import { dropResponse, hold, once, serverError, truncateResponse } from '../network.ts';
import { alert, expect, test } from '../test.ts';

const postsPath = /\/api\/posts\/?$/;
const commentPath = /\/api\/posts\/comment\//;

test('sends a post once per press, and keeps what is typed meanwhile', async ({ member: { page, call } }) => {
  await page.goto('/dev/posts');

  await test.step('keeps the text while a post is being sent and any new text typed before the response', async () => {
    const [text, next] = [unique('On its way'), unique('And another thing')];
    const slow = await hold(page, 'POST', postsPath);
    const area = page.getByLabel('Say Something...');
    await area.fill(text);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
    await expect(area).toHaveValue(text);
    await area.fill(next);
    slow.release();
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
    await expect(area).toHaveValue(next);
  });

  await test.step('creates one post when Submit is clicked two or three times', async () => {
    const text = unique('Once is enough');
    const slow = await hold(page, 'POST', postsPath);
    await page.getByLabel('Say Something...').fill(text);
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await page.getByRole('button', { name: 'Submit' }).click({ force: true });
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
    slow.release();
    await expect(card(page, text)).toHaveCount(1);
    expect(slow.held).toHaveLength(1);
    const feed = await call<Array<{ text: string }>>('GET', '/api/posts');
    expect(feed.filter((post) => post.text === text)).toHaveLength(1);
  });

  await test.step('allows the same text to be posted twice', async () => {
    const text = unique('Good morning');
    for (const count of [1, 2]) {
      await page.getByLabel('Say Something...').fill(text);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(card(page, text)).toHaveCount(count);
    }
  });
});

const failures = [
  ['when the response is lost', dropResponse, 'The server could not be reached'],
  ['when the request never arrives', (route: Route) => route.abort('internetdisconnected'), 'The server could not be reached'],
  ['when the response is truncated', truncateResponse, 'The server could not be reached'],
  [
    'when a captive portal answers',
    (route: Route) => route.fulfill({ body: '<h1>Sign in to this Wi-Fi</h1>' }),
    'The server could not be reached',
  ],
  ['when the server refuses it', (route: Route) => route.fulfill(serverError), 'Something went wrong on our side'],
] as const;

test('keeps the text of a post that could not be sent, and a retry creates it once', async ({ member: { page, call }, pageErrors }) => {
  for (const status of ['dropped', 500] as const) pageErrors.expectFailure(status, '/api/posts');
  const area = page.getByLabel('Say Something...');
  const saved = page.getByText('Saved', { exact: true });
  await page.goto('/dev/posts');
  for (const [condition, failure, message] of failures)
    await test.step(condition, async () => {
      const text = unique('Is this thing on?');
      await once(page, 'POST', postsPath, failure);
      await area.fill(text);
      await expect(saved).toBeVisible(); // the request names this copy, which the server deletes with the post
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(alert(page, message, 'danger')).toBeVisible();
      await expect(area).toHaveValue(text);

      await page.reload(); // must preserve the text and the idempotency key
      await area.focus(); // opens the form
      await expect(saved).toBeVisible();
      await expect(area).toHaveValue(text);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(alert(page, 'Post Created', 'success')).toBeVisible();
      await expect(area).toHaveValue('');
      await expect(card(page, text)).toHaveCount(1);
      const feed = await call<Array<{ text: string }>>('GET', '/api/posts');
      expect(feed.filter((post) => post.text === text)).toHaveLength(1);
    });
});

test('keeps the text of a comment that could not be sent, and a retry creates it once', async ({ member: { page, call }, pageErrors }) => {
  for (const status of ['dropped', 500] as const) pageErrors.expectFailure(status, '/api/posts/comment/');
  const area = page.getByLabel('Leave a Comment');
  for (const [condition, failure, message] of failures)
    await test.step(condition, async () => {
      const { _id } = await call('POST', '/api/posts', { text: unique('Say yes') });
      await once(page, 'POST', commentPath, failure);
      await page.goto(`/dev/posts/${_id}`);
      await area.fill('Yes!');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(alert(page, message, 'danger')).toBeVisible();
      await expect(area).toHaveValue('Yes!');
      const arrived = failure === dropResponse || failure === truncateResponse; // the page finds out by reloading the comments
      await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(arrived ? 1 : 0);

      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
      await expect(area).toHaveValue('');
      await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(1);
      const post = await call<{ comments: unknown[] }>('GET', `/api/posts/${_id}`);
      expect(post.comments).toHaveLength(1);
    });
});

test('shows a post that was written while the feed was loading', async ({ member: { page } }) => {
  const text = unique('In a hurry');
  const stale = Promise.withResolvers<void>();
  await once(page, 'GET', /\/api\/posts\?/, async (route) => {
    const response = await route.fetch(); // fetched before the post exists
    await stale.promise;
    await route.fulfill({ response }).catch(() => {}); // the page may have cancelled the request
  });
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').fill(text);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  stale.resolve();
  await expect(card(page, text)).toHaveCount(1);
});

test('shows a comment sent before the existing comments have loaded', async ({ member: { page, call } }) => {
  const text = unique('Discuss');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'Been here before' });
  await page.goto('/dev/posts');
  const slow = await hold(page, 'GET', new RegExp(`/api/posts/${_id}\\?`));
  await card(page, text).getByRole('link', { name: 'Discussion' }).click();
  await page.getByLabel('Leave a Comment').fill('In a hurry');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Comment Added', 'success')).toBeVisible();
  slow.release();
  await expect(page.getByRole('article', { name: 'Comment by Ada Lowenthal' })).toHaveText([/In a hurry/, /Been here before/]);
});

test('shows the shape of posts while the feed loads', async ({ member: { page, call } }) => {
  const text = unique('Slowly');
  await call('POST', '/api/posts', { text });
  const slow = await hold(page, 'GET', /\/api\/posts\?/);
  await page.goto('/dev/posts');
  await expect(page.getByRole('status')).toHaveText('Loading…');
  slow.release();
  await expect(card(page, text)).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
});

test('shows progress while the code of a screen loads', async ({ page }) => {
  await page.goto('/dev');
  await page.waitForLoadState('networkidle'); // no part of this screen is left whose code would be held, too
  const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await scripts;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  const progress = page.getByRole('banner').getByRole('progressbar', { name: 'Loading' });
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
  await expect(progress).toHaveCount(0);
});

test('shows the shape of each screen in its place before its scripts and its data arrive', async ({ member: { page, call } }) => {
  await call('POST', '/api/posts', { text: '#slow' });
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const [path, apiPath] of [
    ['/dev/posts', /\/api\/posts\?/],
    ['/dev/posts/01890000-0000-7000-8000-000000000000', /\/api\/posts\/01890000/],
    ['/dev/tags/slow', /\/api\/tags\/slow/],
    ['/dev/notifications', /\/api\/notifications(\?|$)/],
    ['/dev/dashboard', /\/api\/profile\/me/],
    ['/dev/edit-profile', /\/api\/profile\/me/],
    ['/dev/edit-experience/01890000-0000-7000-8000-000000000000', /\/api\/profile\/me/],
    ['/dev/add-education', /\/api\/profile\/me/],
  ] as const)
    await test.step(path, async () => {
      const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/.*\.js/, async (route) => {
        await scripts;
        await route.continue();
      });
      const data = await hold(page, 'GET', apiPath);
      await page.goto(path, { waitUntil: 'commit' });
      const shape = page.locator('main [role=status]:has(.skeleton)').filter({ visible: true });
      await expect(shape).toBeVisible();
      const { x, width } = (await shape.boundingBox()) ?? {};
      release();
      await expect.poll(() => data.held.length).toBe(1);
      await expect(page.getByRole('button', { name: 'Me, menu' })).toBeVisible(); // after the screen has replaced the server's HTML
      await expect(page.locator('main .skeleton').first()).toBeVisible();
      await expect(page.locator('main .spinner')).toHaveCount(0);
      await expect.poll(() => shape.boundingBox()).toMatchObject({ x, width });
      await page.goto('about:blank'); // ends the requests that are held
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('keeps the actions of a profile in place while the numbers of followers load', async ({ members }) => {
  const { page, id } = await members.signUp('Ada Lowenthal', {});
  const edit = page.getByRole('link', { name: 'Edit Profile' });
  for (const width of [390, 1280]) {
    const numbers = await hold(page, 'GET', /\/api\/follows\/users\//);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/dev/profile/${id}`);
    await expect.poll(() => numbers.held.length).toBe(1);
    await expect(edit).toBeVisible();
    const before = await edit.boundingBox();
    numbers.release();
    await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible();
    expect(await edit.boundingBox()).toEqual(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('shows a tag and its posts in their place while its drawing loads', async ({ member: { page, call } }) => {
  await call('POST', '/api/posts', { text: '#slowly' });
  await page.addInitScript(() =>
    new PerformanceObserver((list) => {
      for (const { sources = [] } of list.getEntries() as Array<PerformanceEntry & { sources?: Array<{ node?: Node }> }>)
        for (const { node } of sources)
          if (node instanceof Element && node.matches('.composer, .list, aside, aside *'))
            document.documentElement.dataset.moved = node.className;
    }).observe({ type: 'layout-shift', buffered: true }),
  );
  const drawing = await hold(page, 'GET', /\/api\/activity\/tags\//);
  const posts = page.waitForResponse(/\/api\/tags\/slowly$/);
  await page.goto('/dev/tags/slowly');
  await posts;
  await expect.poll(() => drawing.held.length).toBe(1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  drawing.release();
  await expect(page.getByRole('img', { name: /^1 post in the last two years/ })).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
});

for (const [path, message, apiPath, expectedText] of [
  ['/dev/posts', 'Failed to load posts', /\/api\/posts\?/, /^No posts found|^Posted on/],
  ['/dev/posts/01890000-0000-7000-8000-000000000000', 'Failed to load post', /\/api\/posts\/01890000/, 'Post not found'],
] as const) {
  test(`shows '${message}' with the status and a retry button`, async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(500, '/api/posts');
    await withoutStream(page); // live updates reload the list
    await page.route(apiPath, (route) => route.fulfill(serverError));
    await page.goto(path);
    const failure = page.getByRole('alert').filter({ hasText: message });
    await expect(failure).toContainText('500');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toContainText('500');
    await page.unroute(apiPath);
    if (path.includes('0189')) pageErrors.expectFailure(404, '/api/posts/0189');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(expectedText).first()).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
}

test('reports a network failure after three attempts, unlike a server error', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure('dropped', '/api/posts');
  let attempts = 0;
  await withoutStream(page); // it would read the newest posts
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.route(/\/api\/posts\?/, (route) => {
    attempts++;
    return route.abort('internetdisconnected');
  });
  await page.goto('/dev/posts/latest');
  await expect.poll(() => attempts).toBe(1);
  // The page may learn of a failure after its request has been aborted, and starts the timer of the next attempt only then.
  await expect(async () => {
    await page.clock.runFor(1100);
    expect(attempts).toBe(3);
  }).toPass();
  await page.clock.resume(); // React shows what has loaded late after a timer
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load posts' })).toContainText('The server could not be reached');
  expect(attempts).toBe(3);
});

test('loads what could not be reached when the browser is online again', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure('dropped', '/api/posts');
  await page.route(/\/api\/posts\?/, (route) => route.abort('internetdisconnected'));
  await page.goto('/dev/posts/latest');
  const failure = page.getByRole('alert').filter({ hasText: 'The server could not be reached' });
  await expect(failure).toBeVisible();
  await page.unroute(/\/api\/posts\?/);
  await page.evaluate(() => {
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
  });
  await expect(failure).toHaveCount(0, { timeout: 5000 });
  await expect(page.getByText(/^No posts found|^Posted on/).first()).toBeVisible();
});

test('keeps the feed and the bar in place while scripts, account and posts load', async ({ member }) => {
  const { page, call } = member;
  await call('POST', '/api/posts', { text: unique('In place') });
  for (const width of [1280, 800, 640])
    await test.step(`${width} px wide`, async () => {
      const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/.*\.js/, async (route) => {
        await scripts;
        await route.continue();
      });
      // A page that was painted in the system's font would use Inter for what it renders again.
      await page.route(/\/assets\/.*\.css/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll('font-display:optional', 'font-display:block') });
      });
      const account = await hold(page, 'GET', /\/api\/auth$/);
      const posts = await hold(page, 'GET', /\/api\/posts\?/);
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/dev/posts', { waitUntil: 'commit' });
      const main = page.getByRole('main');
      const boxOf = async (element: Locator) => {
        const { x = 0, width = 0 } = (await element.boundingBox()) ?? {};
        return { x: Math.round(x), width: Math.round(width) };
      };
      const places = async (list: Locator) => [await boxOf(page.getByRole('combobox', { name: 'Search' })), await boxOf(list)];
      const skeletons = main.locator('[role=status] .list');
      await expect(skeletons).toBeVisible();
      await page.evaluate(() => Promise.all(Array.from(document.fonts, (font) => font.load()))); // until then the brand has the width of the system's font
      const before = await places(skeletons);
      const { y: top } = (await skeletons.boundingBox()) ?? {};
      const shape = main.locator('[aria-hidden] > div > .input');
      const field = await shape.boundingBox();
      release();
      await expect(main.getByRole('navigation', { name: 'Feeds' })).toBeVisible();
      await expect.poll(() => places(skeletons)).toEqual(before);
      account.release();
      await expect(
        page
          .getByRole('button', { name: 'Me, menu' })
          .or(page.getByRole('button', { name: 'Menu' }))
          .first(),
      ).toBeVisible();
      await expect.poll(async () => (await skeletons.boundingBox())?.y).toBe(top);
      posts.release();
      await expect(main.getByRole('article').first()).toBeVisible();
      await expect(shape).toHaveCount(0);
      await expect.poll(() => main.getByLabel('Say Something...').boundingBox()).toEqual(field);
      await expect.poll(() => places(main.getByRole('navigation', { name: 'Feeds' }))).toEqual(before);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});
