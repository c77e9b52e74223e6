import { expectAccessible } from '../axe.ts';
import { unique } from '../feed.ts';
import { fullProfile } from '../members.ts';
import { expect, type Member, test } from '../test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const newTag = () => `t${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;

const publish = ({ call }: Member, fields: object) =>
  call<{ _id: string }>('POST', '/api/posts', { text: 'Text', visibility: 'public', ...fields });

// One after another: their posts are the newest for all.
test.describe.configure({ mode: 'default' });

test('the author of a public post without a profile has a page with their public posts, for visitors', async ({
  members,
  page,
  browser,
  site,
  pageErrors,
}) => {
  const { id, call, name } = await members.signUp('Without Profile');
  const [open, closed, tag] = [unique('Open post'), unique('Closed post'), newTag()];
  await call('POST', '/api/posts', { text: `${open} #${tag}`, visibility: 'public' });
  await call('POST', '/api/posts', { text: closed });
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const withoutScript = await context.newPage();
  expect((await withoutScript.goto(`/dev/profile/${id}`))?.status()).toBe(200);
  await expect(withoutScript).toHaveTitle(`${name} · Dev Connector Demo`);
  await expect(withoutScript.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(withoutScript.getByText(`${name} has not filled in a profile yet.`)).toBeVisible();
  await expect(withoutScript.getByRole('article')).toHaveText([new RegExp(open)]);
  await context.close();

  pageErrors.expectFailure(404, `/api/profile/user/${id}`);
  await page.goto(`/dev/explore?tag=${tag}`); // the first page of all may have the posts of other tests only
  const item = page.getByRole('article').filter({ hasText: open });
  await expect(item.locator('p').first()).not.toContainText('·'); // there is no headline, and the date may have a line for itself
  await item.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/dev/profile/${id}`);
  await expect(page).toHaveTitle(`${name} · Dev Connector Demo`);
  await expect(page.getByRole('main').getByRole('article')).toHaveText([new RegExp(open)]);
  await expectAccessible(page);
});

test('a member without a profile and public posts has no page for visitors', async ({ members, page, pageErrors }) => {
  const { id, call } = await members.signUp('Without Profile');
  const { handle } = await call<{ handle: string }>('GET', '/api/auth');
  await call('POST', '/api/posts', { text: unique('Closed post') });
  for (const path of [`/dev/profile/${id}`, `/dev/@${handle}`]) {
    pageErrors.expectFailure(404, path);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    expect(await response?.text()).not.toContain('Without Profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('visitors page through public posts by links, without script', async ({ member, browser, site }) => {
  const tag = newTag();
  for (let number = 0; number < 21; number++) await publish(member, { title: `Number ${number}`, tags: [tag] });
  await member.call('POST', '/api/posts', { title: 'For members only', text: 'Secret', tags: [tag] });
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/dev/explore?tag=${tag}`);
  const posts = page.getByRole('article');
  await expect(posts).toHaveCount(20);
  await expect(posts.first()).toContainText('Number 20');
  await expect(page.getByText('For members only')).toHaveCount(0);
  await expect(page).toHaveTitle(`#${tag} · Dev Connector Demo`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}/dev/explore?tag=${tag}`);
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(posts).toHaveCount(1);
  await expect(posts).toContainText('Number 0');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'First page' }).click();
  await posts.first().getByRole('link', { name: 'Number 20' }).click();
  await expect(page.getByRole('heading', { name: 'Number 20' })).toBeVisible();
  await context.close();
});

for (const viewport of [phone, desktop])
  test(`a visitor finds posts, tags and people from the résumé, at ${viewport.width} px`, async ({ page, members }) => {
    const [title, tag] = [unique('Found by a visitor'), newTag()];
    await publish(await members.signUp('Ada Lowenthal', fullProfile), { title, tags: [tag] });
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.getByRole('link', { name: 'Dev Connector', exact: true }).click();
    await expect(page).toHaveURL('/dev/explore');
    await expectAccessible(page);
    await expect(page.getByRole('region', { name: 'New members' }).getByRole('link', { name: 'All developers' })).toBeAttached();
    await page.getByRole('link', { name: 'Top', exact: true }).click();
    await expect(page).toHaveURL('/dev/explore?feed=top');
    await expect(page.getByRole('link', { name: 'Top', exact: true })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'Newest', exact: true }).click();
    const post = page.getByRole('article').filter({ hasText: title });
    await post.getByRole('link', { name: `#${tag}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${tag}`);
    await post.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in to comment' })).toBeVisible();
  });

for (const viewport of [phone, desktop])
  test(`a member returns from the résumé to the community, and opens a discussion, at ${viewport.width} px`, async ({ member }) => {
    const { page } = member;
    const title = unique('Found by a member');
    await publish(member, { title });
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.getByRole('link', { name: 'Dev Connector', exact: true }).click();
    await expect(page).toHaveURL('/dev/explore');
    await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: title }).click();
    await expect(page.getByLabel('Leave a Comment')).toBeVisible();
    await page.goBack();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Explore' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore');
  });

test('the numbers and the tags of a post stand on one line on a phone', async ({ member, browser, site }) => {
  const [title, tag] = [unique('On one line'), newTag()];
  const { _id } = await publish(member, { title, tags: [tag] });
  await member.call('PUT', `/api/posts/${_id}/like`);
  const page = await browser.newPage({ baseURL: site, viewport: phone, hasTouch: true, isMobile: true });
  await page.goto(`/dev/explore?tag=${tag}`);
  const post = page.getByRole('article').filter({ hasText: title });
  await page.evaluate(() => document.fonts.ready);
  const [count, link] = await Promise.all(
    [post.getByText('1 like'), post.getByRole('link', { name: `#${tag}` })].map((part) =>
      part.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().y;
      }),
    ),
  );
  expect(count).toBeCloseTo(link ?? 0, 0);
  await page.close();
});

test('the tags that visitors see on a post and its comments lead to public posts', async ({ member, page }) => {
  const [field, inText] = [newTag(), `${newTag()}+`];
  const { _id } = await publish(member, { title: unique('Tagged'), text: `About #${inText}`, tags: [field] });
  await member.call('POST', `/api/posts/comment/${_id}`, { text: `See #${inText}`, visibility: 'public' });
  for (const [place, tag] of [
    [page.getByRole('list', { name: 'Tags' }), field],
    [page.locator('.h-entry'), inText],
    [page.getByRole('article', { name: /^Comment by/ }), inText],
  ] as const) {
    await page.goto(`/dev/posts/${_id}`);
    await place
      .getByRole('link', { name: `#${tag}` })
      .first()
      .click();
    await expect(page).toHaveURL(`/dev/explore?tag=${encodeURIComponent(tag)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${tag}`);
  }
  await page.goto(`/dev/posts/${_id}`);
  expect(await page.content()).not.toContain('/dev/tags/');
});

test('a post that its author closes disappears with the next visit', async ({ member, page, request }) => {
  const [title, tag] = [unique('Closed again'), newTag()];
  const { _id } = await publish(member, { title, tags: [tag] });
  await page.goto(`/dev/explore?tag=${tag}`);
  await expect(page.getByRole('article')).toContainText(title);
  await member.call('PATCH', `/api/posts/${_id}`, { visibility: 'members', version: 1 });
  await page.reload();
  await expect(page.getByText(`No public posts with #${tag}`)).toBeVisible();
  for (const path of ['/dev', '/dev/explore', '/api/posts/public/tags']) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toContain(title);
    expect(html, path).not.toContain(tag);
  }
});

test('the landing page shows the three newest public posts, and leads to the others', async ({ member, page }) => {
  for (const number of [1, 2, 3]) await publish(member, { title: unique(`Newest ${number}`) });
  await page.goto('/dev');
  const posts = page.getByRole('region', { name: 'Newest posts' }).getByRole('listitem');
  await expect(posts).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '44px');
  const title = await posts.first().getByRole('heading').textContent();
  await posts.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await page.goto('/dev');
  await page.getByRole('link', { name: 'Read more posts' }).click();
  await expect(page).toHaveURL('/dev/explore');
});

test.describe('a site without other posts', () => {
  test.use({ siteName: 'named' });

  test('the landing page shows a discussion and a profile, without comments for members', async ({ members, page, request }) => {
    const [author, reader] = [await members.signUp('Ada Lowenthal', fullProfile), await members.signUp('Bob Okafor')];
    const rows = Array.from({ length: 12 }, (_, row) => `select ${row};`);
    const tag = newTag();
    const text = `\`\`\`sql\n${rows.join('\n')}\n\`\`\`\n\n# Part\n\n#${tag}`;
    const title = unique('With code');
    const { _id } = await publish(author, { title, text, tags: ['queries'] });
    const secret = unique('Only for members, and longer than the other comment');
    for (const fields of [{ text: 'An answer', visibility: 'public' }, { text: secret }])
      await reader.call('POST', `/api/posts/comment/${_id}`, fields);
    const html = await (await request.get('/dev')).text(); // visitors without script see the same
    expect(html).toContain('Read the discussion');
    expect(html).toContain('clamped faded');
    for (const name of [tag, 'queries']) expect(html).toContain(`href="/dev/explore?tag=${name}"`);
    expect(html).not.toContain('/dev/tags/');
    expect(html).not.toContain(secret);
    expect(html).not.toContain('as="image" href="/api/avatars'); // before styles and fonts

    await page.setViewportSize(phone);
    await page.goto('/dev');
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(1);
    const fonts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('jetbrains-mono')).length);
    await page.getByRole('region', { name: 'A discussion' }).scrollIntoViewIfNeeded();
    expect(await fonts()).toBe(0); // a phone has a font for code
    await page.setViewportSize(desktop);
    await expect.poll(fonts).toBeGreaterThan(0);

    await page.goto('/dev/explore');
    const profile = page.waitForRequest(/[/]api[/]profile[?]limit=3/);
    await page.getByRole('banner').getByRole('link').first().click();
    await profile;
    const discussion = page.getByRole('region', { name: 'A discussion' });
    await expect(discussion.getByRole('article')).toHaveCount(2);
    await expect(discussion.locator('article pre')).toBeVisible();
    await expect(discussion.getByText('2 comments')).toHaveCount(0); // visitors read one
    await expect(discussion.getByText('1 comment')).toBeVisible();
    await expect(discussion.getByRole('heading', { level: 3 })).toHaveCount(1);
    await discussion.getByRole('button', { name: 'Show more' }).click();
    await expect(discussion.getByRole('button', { name: 'Show less' })).toBeFocused();
    await expect(discussion.getByRole('heading', { level: 4, name: 'Part' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'A profile' }).getByRole('heading')).toHaveText(author.name);
    await expectAccessible(page);
    await discussion.getByRole('link', { name: 'Read the discussion' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'An answer' }).first()).toBeVisible();
    await expect(page.locator('.h-entry')).toContainText(author.name);

    for (const number of [1, 2, 3]) {
      const newer = await publish(author, { title: unique(`Newer ${number}`), text });
      await reader.call('POST', `/api/posts/comment/${newer._id}`, { text: 'An answer', visibility: 'public' });
    }
    await page.goto('/dev');
    await expect(page.getByRole('region', { name: 'Newest posts' }).getByRole('listitem')).toContainText(['Newer 3', 'Newer 2', 'Newer 1']);
    await expect(discussion.getByRole('heading', { level: 3 })).toHaveText(title); // not one of the three in the list
  });
});

test('the page of an unknown address searches for its words, and leads to the public posts', async ({ page, member, pageErrors }) => {
  const address = '/dev/no/H%C3%A9llo-w%C3%B6rld.html';
  pageErrors.expectFailure(404, address);
  for (const viewer of [page, member.page]) {
    await viewer.goto(address);
    await expect(viewer.getByRole('searchbox', { name: 'Search the site' })).toHaveValue('Héllo wörld html');
    await viewer.getByRole('button', { name: 'Search' }).click();
    await expect(viewer).toHaveURL('/dev/search?q=H%C3%A9llo+w%C3%B6rld+html');
  }
  const unknown = `/dev/no/${crypto.randomUUID()}`;
  pageErrors.expectFailure(404, unknown);
  await page.goto(unknown);
  await expect(page.getByRole('searchbox', { name: 'Search the site' })).toHaveValue('');
  await page.getByRole('link', { name: 'Explore public posts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore');
});

test.describe('an empty site', () => {
  test.use({ siteName: 'empty' });

  test('says that there are no public posts, and how to become a member', async ({ page }) => {
    await page.goto('/dev/explore');
    await expect(page.getByText('No public posts yet')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Tags|New members/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Top', exact: true }).click();
    await expect(page.getByText('No top posts yet')).toBeVisible();
  });
});
