import { card, unique, write } from '../feed.ts';
import { withoutStream } from '../live.ts';
import { fullProfile } from '../members.ts';
import { alert, expect, test } from '../test.ts';

test('gives each feed an address and a title, and a rule if its name does not say it', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const feeds = page.getByRole('navigation', { name: 'Feeds' });
  await expect(feeds.getByRole('link', { name: 'Latest' })).toHaveAttribute('aria-current', 'page');
  for (const [name, title, rule] of [
    ['Unanswered', 'Unanswered posts', 'Posts without comments by others, newest first.'],
    ['Top', 'Top posts', 'By likes and comments; newer posts rank higher.'],
    ['Following', 'Following'],
    ['Latest', 'Latest posts'],
  ] as const) {
    await feeds.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/dev/posts/${name.toLowerCase()}`);
    await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
    await expect(feeds.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText(/^Posts without|^By likes/)).toHaveText(rule ? [rule] : []);
  }
  await page.goto('/dev/posts/top');
  const year = page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Year' });
  await year.click();
  await expect(page).toHaveURL('/dev/posts/top?period=year');
  await expect(year).toHaveAttribute('aria-current', 'page');
});

test('shows Following by default once the member follows somebody, also in a new browser', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal');
  const charles = await members.signUp('Charles Brandt', fullProfile);
  const stranger = await members.signUp('Grace Stranger');
  const [followed, other] = [unique('Followed'), unique('Stranger')];
  await charles.call('POST', '/api/posts', { text: followed });
  await stranger.call('POST', '/api/posts', { text: other });
  const { page } = ada;
  await page.goto('/dev/posts');
  await expect(card(page, other)).toBeVisible();
  await page.goto('/dev/posts/following');
  await expect(page.getByText('Follow people or tags to fill this feed')).toBeVisible();
  await page.goto(`/dev/profile/${charles.id}`);
  const remembered = page.waitForResponse((response) => response.url().endsWith('/api/follows'));
  await page.getByRole('button', { name: 'Follow Charles Brandt' }).click();
  await expect(page.getByRole('button', { name: 'Following Charles Brandt', pressed: true })).toBeVisible();
  await remembered;

  const fresh = await members.openBrowser(ada.token);
  for (const one of [page, fresh]) {
    await one.goto('/dev/posts');
    await expect(card(one, followed)).toBeVisible();
    await expect(one.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Following' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(card(one, other)).toHaveCount(0);
  }
});

test('adds, likes and deletes posts in Following, and takes a deletion back', async ({ member: { page } }) => {
  const text = unique('In my own feed');
  await page.goto('/dev/posts/following');
  await expect(page.getByText('Follow people or tags to fill this feed')).toBeVisible();
  await write(page, 'Say Something...', text);
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, text)).toHaveCount(1);
  await card(page, text).getByRole('button', { name: 'Like' }).click();
  await expect(card(page, text).getByRole('button', { name: 'Unlike' })).toHaveText('Unlike1');
  await card(page, text).getByRole('button', { name: 'Delete post' }).click();
  await expect(card(page, text)).toHaveCount(0);
  await expect(page.getByText('Follow people or tags to fill this feed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, text)).toHaveCount(1);
});

test('loads three empty pages automatically, and further ones on a click', async ({ member: { page, call } }) => {
  await withoutStream(page); // it would read the newest page again
  const text = unique('Far back');
  const { _id } = await call('POST', '/api/posts', { text });
  const post = await call<object>('GET', `/api/posts/${_id}`);
  let pages = 0;
  await page.route(/\/api\/posts\?.*feed=following/, (route) => {
    pages++;
    const link = { link: `</api/posts?feed=following&cursor=page${pages}>; rel="next"` };
    return route.fulfill({ json: pages === 5 ? [post] : [], headers: pages < 7 ? link : {} });
  });
  await page.goto('/dev/posts/following');
  const further = page.getByRole('link', { name: 'Look further back' });
  await expect(further).toBeVisible();
  expect(pages).toBe(3);
  await further.click();
  await expect(card(page, text)).toBeVisible();
  await expect.poll(() => pages).toBe(7);
  await expect(further).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
});
