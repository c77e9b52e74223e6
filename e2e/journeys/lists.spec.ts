import type { Post } from '@dev-connector/contract';
import type { Locator, Page } from '@playwright/test';
import { withoutStream } from '../live.ts';
import { hold, once, serverError } from '../network.ts';
import { total } from '../site/seed.ts';
import { expect, test } from '../test.ts';

test.use({ siteName: 'full' });

const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
/** Reads the number at the end of each name or text. */
const numbered = async (cards: Locator) =>
  (await cards.allTextContents()).map((text) => Number(/(?:Post|Developer) (\d+)(?!.*Post \d)/.exec(text)?.[1]));

const posts = (page: Page) => page.getByRole('article');

/** Scrolls down to a post near the end, hovers its discussion link, and returns the post's position in the viewport. */
async function scrollFar(page: Page) {
  const chosen = posts(page).filter({ hasText: /Post 5(?!\d)/ });
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    await expect(chosen).toBeVisible({ timeout: 200 });
  }).toPass();
  const discussion = chosen.getByRole('link', { name: 'Discussion' });
  await discussion.hover(); // scrolls it into view
  return { chosen, discussion, position: await chosen.boundingBox() };
}

test('loads the feed while scrolling, newest first and each post once', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${total}`);
  expect(await posts(page).count()).toBeLessThan(total);
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    expect(await posts(page).count()).toBe(total);
  }).toPass();
  expect(await numbered(posts(page))).toEqual(numbers(total, 1));
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
});

test("'Load more' loads posts when IntersectionObserver does not fire", async ({ member: { page } }) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe() {}
    };
  });
  await page.goto('/dev/posts');
  await expect(posts(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(posts(page)).toHaveCount(40);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(posts(page)).toHaveCount(total);
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
});

test('keeps the scroll position of the feed after a visit to a discussion', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const { chosen, discussion, position } = await scrollFar(page);
  await discussion.click();
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => chosen.boundingBox()).toEqual(position);
  await discussion.click();
  await page.getByRole('link', { name: 'Back To Posts' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect.poll(() => chosen.boundingBox()).toEqual(position);
});

test('skips the layout of posts far outside the viewport but keeps them focusable, readable and printable', async ({
  member: { page },
}) => {
  const tree = await page.context().newCDPSession(page);
  await tree.send('Accessibility.enable'); // as a screen reader does
  await page.goto('/dev/posts');
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    expect(await posts(page).count()).toBe(total);
  }).toPass();
  const first = posts(page).first();
  const last = posts(page).last();
  const laidOut = (post: Locator) => post.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(() => laidOut(first)).toBe(false);
  expect(await laidOut(last)).toBe(true);

  await expect
    .poll(async () => {
      const { nodes } = await tree.send('Accessibility.getFullAXTree');
      return nodes.filter(({ ignored, role }) => !ignored && role?.value === 'article').length;
    })
    .toBe(total);

  await first.getByRole('button', { name: 'Like' }).focus();
  await page.keyboard.press('Tab');
  await expect(first.getByRole('link', { name: 'Discussion' })).toBeFocused();
  await expect(first).toBeInViewport();
  await expect.poll(() => laidOut(last)).toBe(false);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => laidOut(last)).toBe(true);
});

test("'Back To Posts' leads to the feed from a discussion opened by its URL", async ({ member: { page, call } }) => {
  const [post] = await call<Array<{ _id: string }>>('GET', '/api/posts?limit=1');
  await page.goto('/dev/profiles');
  await page.goto(`/dev/posts/${post?._id}`);
  await page.getByRole('link', { name: 'Back To Posts' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${total}`);
});

test('keeps the scroll position, apart from new posts, when a member returns after a while', async ({ member: { page } }) => {
  await withoutStream(page); // it would read the newest page before it is stale
  await page.clock.install();
  await page.goto('/dev/posts');
  const { chosen, discussion, position } = await scrollFar(page);
  await discussion.click();
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  // Adds another member's post to the response only, because other tests count the posts of this site.
  await page.route(/\/api\/posts\?(?!.*cursor)/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const [newest, ...others] = await response.json();
    const another = { ...newest, _id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', text: 'Meanwhile', html: '<p>Meanwhile</p>' };
    await route.fulfill({ response, json: [another, newest, ...others.slice(0, -1)] });
  });
  await page.clock.fastForward(60_000); // makes the cached feed stale
  await page.goBack();
  await expect(posts(page).first()).toContainText('Meanwhile');
  await expect.poll(async () => Math.abs(((await chosen.boundingBox())?.y ?? 9999) - (position?.y ?? 0))).toBeLessThan(300);
});

test('links a later page of the feed to the newest posts', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const later = await page.getByRole('link', { name: 'Load more' }).getAttribute('href');
  await page.goto(`/dev/posts${later}`);
  await expect(posts(page).first()).toContainText(`Post ${total - 20}`);
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${total}`);
});

test('retries a page of the feed that failed to load and keeps the loaded posts', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/posts');
  await withoutStream(page); // live updates retry the failed page
  await once(page, 'GET', /\/api\/posts\?.*cursor=/, (route) => route.fulfill(serverError));
  await page.goto('/dev/posts');
  await expect(posts(page)).toHaveCount(20);
  await page
    .getByRole('link', { name: 'Load more' })
    .scrollIntoViewIfNeeded()
    .catch(() => {}); // it may be 'Try again' already
  await expect(page.getByText('More items could not be loaded.')).toBeVisible();
  await expect(posts(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect.poll(() => posts(page).count()).toBeGreaterThanOrEqual(40);
});

test('keeps a like made while the next page loads', async ({ member: { page, call } }) => {
  const slow = await hold(page, 'GET', /\/api\/posts\?.*cursor=/);
  await page.goto('/dev/posts');
  await expect(posts(page)).toHaveCount(20);
  await posts(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => slow.held.length).toBe(1);
  const last = posts(page).nth(19);
  await last.getByRole('button', { name: 'Like' }).click();
  await expect(last.getByRole('button', { name: 'Unlike' })).toBeVisible();
  slow.release();
  await expect.poll(() => posts(page).count()).toBeGreaterThanOrEqual(40);
  await expect(last.getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  expect(await call<Post[]>('GET', '/api/posts?limit=20')).toMatchObject({ 19: { viewer: { liked: true } } });
});

test.describe('the developers list', () => {
  const cards = (page: Page) => page.getByRole('article').filter({ hasText: 'Developer' });

  test('loads while scrolling, newest first and each developer once', async ({ page }) => {
    await page.goto('/dev/profiles');
    await expect(page).toHaveTitle('Developers · Dev Connector Demo');
    await expect(cards(page).first()).toContainText(`Developer ${total}`);
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      expect(await cards(page).count()).toBe(total);
    }).toPass();
    expect(await numbered(cards(page))).toEqual(numbers(total, 1));
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('reaches the last page through links', async ({ page }) => {
      await page.goto('/dev/profiles');
      const seen = await numbered(cards(page));
      const more = page.getByRole('link', { name: 'Load more' });
      for (let pages = 2; pages <= 3; pages++) {
        await more.click();
        await expect(page).toHaveURL(/\/dev\/profiles\?cursor=/);
        await expect(cards(page).first()).not.toContainText(`Developer ${seen.at(-20)}`); // wait for the next page
        seen.push(...(await numbered(cards(page))));
      }
      expect(seen).toEqual(numbers(total, 1));
      await expect(more).toHaveCount(0);
      await page.getByRole('link', { name: 'Back to the start' }).click();
      await expect(cards(page).first()).toContainText(`Developer ${total}`);
    });
  });

  test('keeps the scroll position after a visit to a profile', async ({ page }) => {
    await page.goto('/dev/profiles');
    const chosen = cards(page).filter({ hasText: /Developer 3(?!\d)/ });
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(chosen).toBeVisible({ timeout: 200 });
    }).toPass();
    const profile = chosen.getByRole('link', { name: 'View Profile' });
    await profile.hover();
    const position = await chosen.boundingBox();
    await profile.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer 3');
    await page.goBack();
    await expect.poll(() => chosen.boundingBox()).toEqual(position);
  });
});
