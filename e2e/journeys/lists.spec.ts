import type { Locator, Page } from '@playwright/test';
import { hold, once, refused } from '../network.ts';
import { many } from '../site/community.ts';
import { expect, test } from '../test.ts';

test.use({ siteName: 'full' });

const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
/** Names and texts end with their number. */
const numbered = async (cards: Locator) =>
  (await cards.allTextContents()).map((text) => Number(/(?:Post|Developer) (\d+)(?!.*Post \d)/.exec(text)?.[1]));

const posts = (page: Page) => page.getByRole('article');

/** Scrolls the feed to a post that is far down, with its discussion under the pointer; says where in the window it is then. */
async function scrollFar(page: Page) {
  const chosen = posts(page).filter({ hasText: /Post 5(?!\d)/ });
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    await expect(chosen).toBeVisible({ timeout: 200 });
  }).toPass();
  const discussion = chosen.getByRole('link', { name: 'Discussion' });
  await discussion.hover(); // scrolls to it
  return { chosen, discussion, place: await chosen.boundingBox() };
}

test('the feed goes on as one scrolls, newest first, each post once', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${many}`);
  expect(await posts(page).count()).toBeLessThan(many);
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    expect(await posts(page).count()).toBe(many);
  }).toPass();
  expect(await numbered(posts(page))).toEqual(numbers(many, 1));
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
});

test("'Load more' works where the scroll does not", async ({ member: { page } }) => {
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
  await expect(posts(page)).toHaveCount(many);
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
});

test('going to a discussion and back keeps the place in the feed', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const { chosen, discussion, place } = await scrollFar(page);
  await discussion.click();
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => chosen.boundingBox()).toEqual(place);
  await discussion.click();
  await page.getByRole('link', { name: 'Back To Posts' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect.poll(() => chosen.boundingBox()).toEqual(place);
});

test('posts far from the window are not laid out, and yet are reached by keyboard, read out and printed', async ({ member: { page } }) => {
  const tree = await page.context().newCDPSession(page);
  await tree.send('Accessibility.enable'); // as a screen reader's presence does
  await page.goto('/dev/posts');
  await expect(async () => {
    await posts(page).last().scrollIntoViewIfNeeded();
    expect(await posts(page).count()).toBe(many);
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
    .toBe(many);

  await first.getByRole('button', { name: 'Unlike' }).focus();
  await page.keyboard.press('Tab');
  await expect(first.getByRole('link', { name: 'Discussion' })).toBeFocused();
  await expect(first).toBeInViewport();
  await expect.poll(() => laidOut(last)).toBe(false);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => laidOut(last)).toBe(true);
});

test("'Back To Posts' leads to the feed also from a discussion that one came to by its address", async ({ member: { page, call } }) => {
  const [post] = await call<Array<{ _id: string }>>('GET', '/api/posts?limit=1');
  await page.goto('/dev/profiles');
  await page.goto(`/dev/posts/${post?._id}`);
  await page.getByRole('link', { name: 'Back To Posts' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${many}`);
});

test('coming back after a while keeps the place, but for the posts that are new', async ({ member: { page } }) => {
  await page.clock.install();
  await page.goto('/dev/posts');
  const { chosen, discussion, place } = await scrollFar(page);
  await discussion.click();
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  // A post of somebody else's, as it would come; no other test that counts this site's posts may meet it.
  await page.route(/\/api\/posts\?(?!.*cursor)/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const [newest, ...others] = await response.json();
    const another = { ...newest, _id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', text: 'Meanwhile' };
    await route.fulfill({ response, json: [another, newest, ...others.slice(0, -1)] });
  });
  await page.clock.fastForward(60_000); // what the page holds of the feed is old now, and is asked for again
  await page.goBack();
  await expect(posts(page).first()).toContainText('Meanwhile');
  await expect.poll(async () => Math.abs(((await chosen.boundingBox())?.y ?? 9999) - (place?.y ?? 0))).toBeLessThan(300);
});

test('a later page of the feed leads back to the newest', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const later = await page.getByRole('link', { name: 'Load more' }).getAttribute('href');
  await page.goto(`/dev/posts${later}`);
  await expect(posts(page).first()).toContainText(`Post ${many - 20}`);
  await page.getByRole('link', { name: 'Back to the newest' }).click();
  await expect(page).toHaveURL('/dev/posts');
  await expect(posts(page).first()).toContainText(`Post ${many}`);
});

test('a page of the feed that fails to come can be asked for again, and what has come stays', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(500, '/api/posts');
  await once(page, 'GET', /\/api\/posts\?.*cursor=/, (route) => route.fulfill(refused));
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

test('a like while the next page is on its way loses neither', async ({ member: { page, call } }) => {
  const slow = await hold(page, 'GET', /\/api\/posts\?.*cursor=/);
  await page.goto('/dev/posts');
  await expect(posts(page)).toHaveCount(20);
  await posts(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => slow.held.length).toBe(1);
  const like = posts(page).last().getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  slow.release();
  await expect.poll(() => posts(page).count()).toBeGreaterThanOrEqual(40);
  await expect(posts(page).nth(19).getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await call<Array<{ liked: boolean }>>('GET', '/api/posts?limit=20')).toMatchObject({ 19: { liked: true } });
});

test.describe('developers', () => {
  const cards = (page: Page) => page.getByRole('article').filter({ hasText: 'Developer' });

  test('the list goes on as one scrolls, newest first, each developer once', async ({ page }) => {
    await page.goto('/dev/profiles');
    await expect(page).toHaveTitle('Developers · Dev Connector Demo');
    await expect(cards(page).first()).toContainText(`Developer ${many}`);
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      expect(await cards(page).count()).toBe(many);
    }).toPass();
    expect(await numbered(cards(page))).toEqual(numbers(many, 1));
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('a link leads on to the end', async ({ page }) => {
      await page.goto('/dev/profiles');
      const seen = await numbered(cards(page));
      const more = page.getByRole('link', { name: 'Load more' });
      for (let pages = 2; pages <= 3; pages++) {
        await more.click();
        await expect(page).toHaveURL(/\/dev\/profiles\?cursor=/);
        await expect(cards(page).first()).not.toContainText(`Developer ${seen.at(-20)}`); // the page before is gone
        seen.push(...(await numbered(cards(page))));
      }
      expect(seen).toEqual(numbers(many, 1));
      await expect(more).toHaveCount(0);
      await page.getByRole('link', { name: 'Back to the newest' }).click();
      await expect(cards(page).first()).toContainText(`Developer ${many}`);
    });
  });

  test('going to a profile and back keeps the place', async ({ page }) => {
    await page.goto('/dev/profiles');
    const chosen = cards(page).filter({ hasText: /Developer 3(?!\d)/ });
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(chosen).toBeVisible({ timeout: 200 });
    }).toPass();
    const profile = chosen.getByRole('link', { name: 'View Profile' });
    await profile.hover();
    const place = await chosen.boundingBox();
    await profile.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer 3');
    await page.goBack();
    await expect.poll(() => chosen.boundingBox()).toEqual(place);
  });
});
