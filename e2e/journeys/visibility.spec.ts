import type { Page } from '@playwright/test';
import { mf2 } from 'microformats-parser';
import { card, unique } from '../feed.ts';
import { fill } from '../forms.ts';
import { password } from '../members.ts';
import { watch } from '../page-errors.ts';
import { alert, expect, type Member, test } from '../test.ts';

const publish = ({ call }: Member, title: string, text: string) =>
  call<{ _id: string; date: string }>('POST', '/api/posts', { title, text, visibility: 'public' });

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'More actions for your post' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
}

async function changeVisibility(page: Page, visibility: 'Members' | 'Public') {
  await openEditor(page);
  await page.getByRole('article').getByLabel('Who can read it').selectOption(visibility);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(alert(page, 'Changes saved', 'success')).toBeVisible();
}

test('an author makes a post public, which visitors read without script until it is for members again @engines', async ({
  member,
  browser,
  request,
  site,
}) => {
  const { page, name } = member;
  const title = unique('A public post');
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Say Something...').fill('Read **this**');
  await expect(page.getByLabel('Who can read it')).toHaveValue('members');
  await page.getByLabel('Who can read it').selectOption('Public');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  await expect(card(page, title)).toContainText('Public');
  await expect(page.getByLabel('Who can read it')).toHaveValue('members');
  await card(page, title).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/dev\/posts\/[\w-]{36}\/a-public-post/);
  await expect(page.getByLabel('Leave a Comment')).toBeVisible();
  const { pathname } = new URL(page.url());
  const id = pathname.split('/')[3] ?? '';

  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const visitor = await context.newPage();
  expect((await visitor.goto(`/dev/posts/${id}`))?.status()).toBe(200);
  expect(new URL(visitor.url()).pathname).toBe(pathname);
  await expect(visitor).toHaveTitle(`${title} · Dev Connector Demo`);
  await expect(visitor.getByRole('article')).toContainText('Read this');
  await expect(visitor.getByRole('article').getByRole('link', { name })).toHaveAttribute('href', `/dev/profile/${member.id}`);
  await expect(visitor.getByText('0 likes')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Sign in to comment' })).toHaveAttribute(
    'href',
    `/dev/login?to=${encodeURIComponent(pathname)}`,
  );
  const shown = [pathname, '/sitemap.xml', '/feed.xml', `/dev/profile/${member.id}/feed.atom`];
  for (const path of shown) expect(await (await request.get(path)).text(), path).toContain(title.split(' ').at(-1));

  await changeVisibility(page, 'Members');
  await expect(page.getByRole('article').first()).not.toContainText('Public');
  await visitor.goto(pathname);
  await expect(visitor).toHaveTitle('Post · Dev Connector Demo');
  await expect(visitor.locator('noscript p')).toHaveText(/^This part of the site needs JavaScript/);
  expect((await request.get(`/api/posts/${id}`)).status()).toBe(401);
  for (const path of [`/dev/posts/${id}`, '/sitemap.xml', '/feed.xml', `/dev/profile/${member.id}/feed.atom`]) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toContain(title.split(' ').at(-1));
    expect(text, path).not.toContain('Read <strong>');
  }
  await context.close();
});

test('shows the day of a public post in UTC without script, and then the local day', async ({
  member,
  browser,
  request,
  site,
  pageErrors,
}) => {
  const { _id, date } = await publish(member, unique('Today'), 'Read this');
  const path = `/dev/posts/${_id}`;
  const utcDay = date.slice(0, 10).replaceAll('-', '/');
  expect(await (await request.get(path)).text()).toContain(`>${utcDay}</time>`);
  const timezoneId = new Date(date).getUTCHours() < 11 ? 'Etc/GMT+12' : 'Etc/GMT-14'; // where it is another day
  const context = await browser.newContext({ baseURL: site, timezoneId });
  await watch(context, () => pageErrors);
  const visitor = await context.newPage();
  await visitor.goto(path);
  const localDay = await visitor.evaluate((day) => new Date(day).toLocaleDateString('en-CA').replaceAll('-', '/'), date);
  expect(localDay).not.toBe(utcDay);
  await expect(visitor.locator('.dt-published')).toHaveText(localDay);
  await context.close();
});

test('an edit leaves the visibility and the tags as another tab has changed them', async ({ member }) => {
  const { page, call } = member;
  const { _id: id } = await call<{ _id: string }>('POST', '/api/posts', {
    text: unique('Two tabs'),
    visibility: 'public',
    tags: ['first'],
  });
  await page.goto(`/dev/posts/${id}`);
  await openEditor(page);
  await expect(page.getByLabel('Edit your post')).toBeFocused();
  const { version } = await call<{ version: number }>('PATCH', `/api/posts/${id}`, { visibility: 'members', tags: ['second'], version: 1 });
  await page.getByLabel('Edit your post').fill('A better text');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Changes saved', 'success')).toBeVisible();
  expect(version).toBe(1);
  expect(await call('GET', `/api/posts/${id}`)).toMatchObject({ text: 'A better text', visibility: 'members', tags: ['second'] });
});

test('the page of a post for members is the same as that of no post, except for its address', async ({ member, request }) => {
  const { _id } = await member.call('POST', '/api/posts', { title: 'Secret title', text: 'Secret text' });
  const never = '01890000-0000-7000-8000-000000000000';
  const pageOf = async (id: string) => {
    const response = await request.get(`/dev/posts/${id}`, { maxRedirects: 0 });
    const html = (await response.text()).replaceAll(id, 'ID').replace(/nonce="[^"]*"/g, '');
    return { status: response.status(), html: html.replace(/"nonce":"[^"]*"|nonce\\",\\"[^"]*"/g, '') };
  };
  const [members, none] = [await pageOf(_id), await pageOf(never)];
  expect(members).toEqual(none);
  expect(members.html).not.toContain('Secret');
  expect(members.html).toContain('<meta name="robots" content="noindex"');
});

test('a visitor with script reads a public post, and is asked to sign in for others', async ({ member, page }) => {
  const title = unique('With script');
  const { _id } = await publish(member, title, 'Some `code`\n\n```js\nconst one = 1;\n```');
  const other = await member.call('POST', '/api/posts', { text: 'Secret' });
  await page.goto(`/dev/posts/${_id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('const one = 1;');
  await page.getByRole('link', { name: 'Sign in to comment' }).click();
  await expect(page).toHaveURL(/\/dev\/login\?to=/);
  await page.goBack();
  await expect(page.getByRole('article')).toContainText('const one = 1;');
  await page.goto(`/dev/posts/${other._id}`);
  await expect(page).toHaveURL(/\/dev\/login\?to=/);
});

test('a visitor sees the author beside a public post, and signs in to follow them', async ({ members, page }) => {
  const author = await members.signUp('Ada Lowenthal', { headline: 'Programs for engines' });
  const reader = await members.signUp('Grace Okonkwo');
  const { _id } = await publish(author, unique('With an author'), 'Text');
  await page.goto(`/dev/posts/${_id}`);
  const card = page.getByRole('region', { name: 'Author' });
  await expect(card).toContainText('Programs for engines');
  await expect(card.getByRole('img')).toHaveCount(0); // the picture has no name
  await expect(card.locator('img')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Ada Lowenthal', exact: true })).toHaveAttribute('href', `/dev/profile/${author.id}`);
  await card.getByRole('link', { name: 'Follow Ada Lowenthal' }).click();
  await expect(page.getByText('Sign in to follow the author')).toBeVisible();
  await fill(page, { 'Email Address': reader.email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('region', { name: 'Author' }).getByRole('button', { name: 'Follow Ada Lowenthal' }).click();
  await expect(page.getByRole('button', { name: 'Following Ada Lowenthal' })).toBeVisible();
});

test('a member who opens a public post reads its discussion', async ({ member, members }) => {
  const title = unique('Discussed');
  const { _id } = await publish(member, title, 'Text');
  await member.call('POST', `/api/posts/comment/${_id}`, { text: 'A comment for members' });
  const reader = await members.signUp('Grace Okonkwo');
  await reader.page.goto(`/dev/posts/${_id}`);
  await expect(reader.page.getByText('A comment for members')).toBeVisible();
  await expect(reader.page.getByRole('link', { name: /^Sign in/ })).toHaveCount(0);
});

test('a public post and a profile have microformats, structured data and feeds', async ({ members, request, site }) => {
  const author = await members.signUp('Ada Lowenthal', { headline: 'Programs for engines' });
  const title = unique('Marked up');
  const { _id, date } = await publish(author, title, 'Text with **markup**');
  const response = await request.get(`/dev/posts/${_id}`);
  const html = await response.text();
  const entry = mf2(html, { baseUrl: response.url() }).items.find(({ type }) => type?.includes('h-entry'));
  expect(entry?.properties).toMatchObject({
    name: [title],
    published: [date],
    url: [response.url()],
    content: [{ html: '<p>Text with <strong>markup</strong></p>', value: 'Text with markup' }],
    author: [{ type: ['h-card'], properties: { name: ['Ada Lowenthal'], url: [`${site}/dev/profile/${author.id}`] } }],
  });
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
  // https://developers.google.com/search/docs/appearance/structured-data/discussion-forum
  expect(JSON.parse(json)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: title,
    text: 'Text with markup',
    datePublished: date,
    url: response.url(),
    author: { '@type': 'Person', name: 'Ada Lowenthal', url: expect.stringMatching(/\/dev\/@ada-lowenthal/) },
    commentCount: 0,
  });
  expect(html).toContain(`<link rel="canonical" href="${response.url()}"`);
  expect((await request.get(`/dev/posts/${_id}/og.png`)).headers()['content-type']).toBe('image/png');

  const profile = await request.get(`/dev/profile/${author.id}`);
  const profileHtml = await profile.text();
  const person = mf2(profileHtml, { baseUrl: profile.url() }).items.find(({ type }) => type?.includes('h-card'));
  expect(person?.properties).toMatchObject({
    name: ['Ada Lowenthal'],
    url: [expect.stringMatching(/\/dev\/@ada-lowenthal/)],
    note: ['Programs for engines'],
    photo: [`${site}/api/avatars/${author.id}`],
  });
  for (const page of [profileHtml, html])
    for (const type of ['rss+xml', 'atom+xml', 'feed+json']) expect(page).toContain(`<link rel="alternate" type="application/${type}"`);
});

test('a post without a title has the first line of its text, without marks, as title of its tab, in link previews and in feeds', async ({
  member,
  request,
}) => {
  const { page } = member;
  const mark = unique('x').split(' ').at(-1);
  for (const [text, title] of [
    [`## A *heading*[^1] ${mark}\n\n[^1]: Note`, `A heading ${mark}`],
    [`\`\`\`ts\nconst a = "${mark}" < 1;\n\`\`\``, `const a = "${mark}" < 1;`],
    [`- [x] [done](https://example.org) & zero\u200bwidth ${mark}`, `done & zerowidth ${mark}`],
    [`> سلام *دنیا* ${mark}`, `سلام دنیا ${mark}`],
  ] as const) {
    const { _id } = await publish(member, '', text);
    await page.goto(`/dev/posts/${_id}`);
    await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
    const head = await (await request.get(`/dev/posts/${_id}`)).text();
    const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    expect(head).toContain(`<title>${escaped} · Dev Connector Demo</title>`);
    expect(head).toContain(`<meta property="og:title" content="${escaped}"/>`);
    const feed = (await (await request.get(`/dev/profile/${member.id}/feed.json`)).json()) as { items: unknown[] };
    expect(feed.items[0]).toMatchObject({ title, summary: expect.stringContaining(title) });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor finds the feeds on the landing page and on profiles with public posts', async ({ members, page }) => {
    const [author, other] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Grace Okonkwo', {})];
    await publish(author, 'To subscribe to', 'Text');
    for (const [path, url] of [
      [`/dev/profile/${author.id}`, `/dev/profile/${author.id}/feed.xml`],
      ['/dev', '/feed.xml'],
    ] as const) {
      await page.goto(path);
      await page.getByText('Subscribe', { exact: true }).click();
      await expect(page.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', url);
    }
    await page.goto(`/dev/profile/${other.id}`);
    await expect(page.getByRole('heading', { name: 'Grace Okonkwo' })).toBeVisible();
    await expect(page.getByText('Subscribe', { exact: true })).toHaveCount(0);
  });
});
