import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { withoutStream } from '../live.ts';
import { fullProfile } from '../members.ts';
import { expect, test } from '../test.ts';

/** A word that only this test uses. */
const newWord = () => `word${Date.now()}${Math.floor(Math.random() * 1e6)}`;

test('opens the type with the best result first, without showing another one before', async ({ members }) => {
  const word = newWord();
  const { page, call } = await members.signUp('Ada Lowenthal', { ...fullProfile, skills: word });
  await call('POST', '/api/posts', { text: `About ${word}` });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/search/counts?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const searches: Array<string | null> = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') searches.push(searchParams.get('type'));
  });
  const asked = page.waitForRequest('**/api/search/counts?*');
  await page.goto(`/dev/search?q=${word}`);
  const tabs = page.getByRole('navigation', { name: 'Type of results' });
  const current = tabs.locator('[aria-current]');
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await asked;
  await expect(current).toHaveCount(0);
  held.resolve();
  await expect(current).toHaveText('People 1');
  await expect(results).toContainText('Ada Lowenthal');
  expect(searches).toEqual(['people']);
  await expect(page).toHaveURL(`/dev/search?q=${word}`);

  await tabs.getByRole('link', { name: 'Posts' }).click();
  await expect(page).toHaveURL(`/dev/search?q=${word}&type=posts`);
  await expect(results).toContainText(`About ${word}`);
  await page.reload();
  await expect(current).toHaveText('Posts 1');
  await page.goBack();
  await expect(current).toHaveText('People 1');
  await expect(results).toContainText('Ada Lowenthal');
});

test('shows the numbers of results that the viewer may search, and none without a query', async ({ members, page: visitor }) => {
  const word = newWord();
  const { page } = await members.signUp('Ada Lowenthal', { ...fullProfile, skills: word });
  const tabsOf = (screen: Page) => screen.getByRole('navigation', { name: 'Type of results' }).getByRole('link');
  await page.goto(`/dev/search?q=skill:${word}`);
  await expect(tabsOf(page)).toHaveText(['Posts 0', 'People 1', 'Comments 0']);
  await page.goto('/dev/search');
  await expect(page.getByRole('link', { name: 'code review', exact: true })).toBeVisible();
  await expect(tabsOf(page)).toHaveText(['Posts', 'People', 'Comments']);
  await expect(tabsOf(page).locator('span')).toHaveCount(0);
  await visitor.goto(`/dev/search?q=${word}`);
  await expect(tabsOf(visitor)).toHaveText(['Posts (for members)', 'People 1', 'Comments (for members)']);
});

test('leads from a type without results to those that have some', async ({ members }) => {
  const word = newWord();
  const { page } = await members.signUp('Ada Lowenthal', { ...fullProfile, bio: `Knows ${word}.` });
  await page.goto(`/dev/search?q=${word}&type=posts`);
  await expect(page.getByText('No posts match')).toBeVisible();
  await page.getByRole('link', { name: '1 person' }).click();
  await expect(page).toHaveURL(`/dev/search?q=${word}&type=people`);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toHaveCount(1);
});

test('offers the query without a filter that hides the results, and a similar tag', async ({ member: { page, call } }) => {
  const [word, tag] = [newWord(), newWord()];
  await call('POST', '/api/posts', { text: `About ${word}`, tags: [tag] });
  await page.goto(`/dev/search?q=${word} tag:${tag}x -has:code`);
  await expect(page.getByText('No posts match')).toBeVisible();
  await expect(page.getByRole('link', { name: /Search without/ })).toHaveText([
    `Search without “tag:${tag}x”`,
    `Search without “tag:${tag}x -has:code”`,
  ]);
  await expect(page.getByRole('link', { name: 'Newest posts' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Search without “tag:${tag}x”`, exact: true }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText(word);
  await page.goto(`/dev/search?q=tag:${tag}x`);
  await page.getByRole('link', { name: `Did you mean #${tag}?` }).click();
  await expect(page).toHaveURL(`/dev/tags/${tag}`);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'at a wrong address' : 'at a wrong address without script', () => {
    test.use({ javaScriptEnabled });

    test('visitors can search', async ({ members, page, pageErrors }) => {
      pageErrors.expectFailure(404, '/dev/nothing');
      const word = newWord();
      await members.signUp('Ada Lowenthal', { ...fullProfile, bio: word });
      await page.goto('/dev/nothing');
      await expect(page.getByRole('main').getByRole('link', { name: 'Explore public posts' })).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0); // one field is enough
      const field = page.getByRole('searchbox', { name: 'Search the site' });
      await field.fill(word);
      await field.press('Enter');
      await expect(page).toHaveURL(`/dev/search?q=${word}`);
      if (javaScriptEnabled) await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText('Ada Lowenthal');
      else await expect(page.locator('main noscript').getByRole('link', { name: 'search people' })).toBeVisible();
    });
  });

test('requests a query once that the server refuses, also after one without results', async ({ members, pageErrors }) => {
  const { page } = await members.signUp('Ada Lowenthal');
  await page.goto(`/dev/search?q=${newWord()}`);
  await expect(page.getByText('No posts match')).toBeVisible();
  const requests: string[] = [];
  const refused = '-after:2026-01-01';
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.get('q') === refused) requests.push(pathname);
  });
  pageErrors.expectFailure(400, '/api/search');
  await page.getByRole('main').getByRole('combobox', { name: 'Search' }).fill(refused);
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => path === '/api/search/counts').length).toBeLessThan(3);
  expect(requests.filter((path) => path === '/api/search')).toHaveLength(1);
});

test('opens a result although the query has just changed', async ({ members }) => {
  const word = newWord();
  const { page, call } = await members.signUp('Ada Lowenthal');
  await call('POST', '/api/posts', { text: `About ${word}` });
  await withoutStream(page);
  await page.goto(`/dev/search?q=${word}&type=posts`);
  const result = page.getByRole('list', { name: 'Results' }).getByRole('link', { name: `About ${word}` });
  await result.waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000); // holds the time without a key press
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await field.press('End');
  await field.press('x');
  await result.click();
  await page.clock.runFor(1000);
  held.resolve();
  await expect(page).toHaveURL(/\/dev\/posts\//);
});

test('among people, leads to a member without a profile', async ({ members, member: { page } }) => {
  const mark = Date.now().toString(36);
  const quillon = await members.signUp(`Quillon Zebrafax ${mark}`);
  await page.goto(`/dev/search?q=quillon+zebrafax+${mark}&type=people`);
  await expect(page.getByText('No profile was found for')).toBeVisible();
  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: quillon.name }).click();
  await expect(page).toHaveURL(`/dev/profile/${quillon.id}`);
});
