import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { expect, test } from '../test.ts';

/*
 * How the pages show text written by users. This file writes hidden characters as escapes to make them visible in every editor.
 */
const reversed = 'nimda\u202e';
/** Text with meaningful joiners and tags: Persian, Hindi, a family, a rainbow flag, Scotland's flag, a keycap. */
const textWithJoiners =
  'می\u200cخواهم क\u094d\u200dष 👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 1\ufe0f\u20e3';

const marks = (page: Page) => page.getByRole('main').getByRole('img', { name: /^(Hidden character|\d+ hidden characters)/ });

/** Code points that must not appear in the text of a page unless a script or an emoji needs them. */
const hidden = /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u061c\u00ad\ufeff]/;

test('shows hidden characters in every field as marks, and never in a title, label or preview', async ({ members, page: visitor }) => {
  const trick = (text: string) => `${text}\u202e\u2066\u200b!`;
  const author = await members.signUp(trick('Ada'), {
    status: trick('Developer'),
    company: trick('Engines'),
    location: trick('London'),
    skills: trick('Looms'),
    bio: trick('Notes'),
  });
  const entry = { from: '2001-02-03', description: trick('A while') };
  await author.call('PUT', '/api/profile/experience', {
    title: trick('Countess'),
    company: trick('House'),
    location: trick('There'),
    ...entry,
  });
  await author.call('PUT', '/api/profile/education', {
    school: trick('Home'),
    degree: trick('Geometry'),
    fieldofstudy: trick('Lines'),
    ...entry,
  });
  const text = unique('Hear');
  const { _id } = await author.call('POST', '/api/posts', { text: `${text} ${reversed}` });
  await author.call('POST', `/api/posts/comment/${_id}`, { text: trick('Hear, hear') });

  await visitor.goto(`/dev/profile/${author.id}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('AdaRLO +2!');
  await expect(visitor.getByRole('heading', { level: 1 }).getByRole('img', { name: '3 hidden characters, RLO first' })).toBeVisible();
  await expect(marks(visitor)).toHaveCount(15);
  await expect(visitor).toHaveTitle('Ada! · Dev Connector Demo');
  expect(
    await (await visitor.request.get(`/dev/profile/${author.id}`)).text().then((html) => html.replace(/<script[\s\S]*?<\/script>/g, '')),
  ).not.toMatch(hidden);
  await visitor.goto('/dev/profiles');
  const listed = visitor.getByRole('article').filter({ has: visitor.locator(`a[href="/dev/profile/${author.id}"]`) });
  await expect(listed.getByRole('img')).toHaveCount(5);

  const { page } = author;
  for (const path of ['/dev/dashboard', '/dev/posts', `/dev/posts/${_id}`]) {
    await page.goto(path);
    await expect(marks(page).first()).toBeVisible();
    await expect(page.locator('main time').or(page.getByText('Welcome')).first()).toBeVisible();
    const shown = await page.evaluate(() =>
      [
        document.title,
        document.querySelector('main')?.textContent,
        ...[...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel),
      ].join(),
    );
    expect(shown, path).not.toMatch(hidden);
  }
  await page.goto('/dev/posts');
  await expect(page.getByRole('article', { name: 'Post by Ada!' }).filter({ hasText: text })).toContainText('nimdaRLO');
  // The API returns the original text.
  expect((await author.call<{ text: string }>('GET', `/api/posts/${_id}`)).text).toBe(`${text} ${reversed}`);
});

test('keeps joiners that a script or an emoji needs, without marks', async ({ member: { page, call } }) => {
  const text = unique(textWithJoiners);
  await call('POST', '/api/posts', { text });
  await page.goto('/dev/posts');
  const post = card(page, text);
  await expect(post.getByText(text)).toBeVisible();
  expect(await post.getByText(text).evaluate((element) => element.textContent)).toBe(text);
  await expect(post.getByRole('img')).toHaveCount(0);
});

test('shows a run of thousands of hidden characters as one mark', async ({ member: { page, call } }) => {
  const text = unique('Long');
  const { _id } = await call('POST', '/api/posts', { text: `${text}${'\u200b\u2060'.repeat(5000)}.` });
  await page.goto(`/dev/posts/${_id}`);
  await expect(page.getByRole('article').getByRole('img')).toHaveText('ZWSP +9999');
});

test('isolates a right-to-left name from the text around it', async ({ members }) => {
  const { page, call } = await members.signUp('אדה 7');
  const text = unique('Left to right');
  await call('POST', '/api/posts', { text });
  await page.goto('/dev/dashboard');
  const welcome = page.getByText(/^Welcome/);
  await expect(welcome.locator('bdi')).toHaveText('אדה 7');
  await page.goto('/dev/posts');
  const name = card(page, text).getByRole('link', { name: 'אדה 7' }).locator('bdi');
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(name).toHaveCSS('unicode-bidi', 'isolate');
  await expect(card(page, text).getByText(text)).toHaveCSS('direction', 'ltr');
});

/** Visible texts of the screen with Hebrew letters that no element isolates, in which the letters and numbers around them would change places. */
const notIsolated = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: element, textContent: content } = text;
      if (!element || !content || !/[\u0590-\u05ff]/.test(content) || element.closest('script, style, title, textarea, .sr-only')) continue;
      if (!element.closest('bdi, [dir=auto], tspan, .markdown')) found.push(content);
    }
    return found;
  });

test('isolates right-to-left texts of members in lists and on their page', async ({ members }) => {
  const [name, word, tag] = ['אדה 7', 'בדיקה 3', `ת${unique('ג').replaceAll(/[^\p{L}\d]/gu, '')}`];
  const profile = { headline: word, company: word, location: word, skills: word, bio: word };
  const [ada, bob] = [await members.signUp(name, profile), await members.signUp('Bob')];
  const entry = { from: '2001-02-03', to: '2003-02-03', description: word };
  await ada.call('PUT', '/api/profile/experience', { title: word, company: word, location: word, ...entry });
  await ada.call('PUT', '/api/profile/education', { school: word, degree: word, fieldofstudy: word, ...entry });
  const { _id } = await ada.call('POST', '/api/posts', { title: word, text: word, tags: [tag], visibility: 'public' });
  await ada.call('POST', `/api/posts/comment/${_id}`, { text: word });
  const { page } = bob;
  for (const path of ['/dev/posts/latest', `/dev/posts/${_id}`, '/dev/profiles', `/dev/profile/${ada.id}`]) {
    await page.goto(path);
    await expect(
      page
        .locator('main')
        .getByText(/[\u0590-\u05ff]/)
        .filter({ visible: true }),
    ).not.toHaveCount(0);
    expect(await notIsolated(page), path).toEqual([]);
  }
});

test('shows hidden characters of a résumé that is imported as marks, and a résumé page has none', async ({ members, page: visitor }) => {
  const { id, page } = await members.signUp('Ada\u202e', { company: reversed });
  await page.goto('/dev/edit-profile');
  await page.getByRole('button', { name: 'Import a résumé' }).click();
  const resume = { work: [{ name: reversed, position: reversed, startDate: '2019-03', summary: reversed }] };
  await page
    .getByLabel('JSON Resume')
    .setInputFiles({ name: 'resume.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(resume)) });
  const preview = page.getByRole('region', { name: 'Import a résumé' });
  await expect(preview.getByText('nimdaRLO at nimdaRLO')).toBeVisible();
  expect(await preview.textContent()).not.toMatch(hidden);
  const response = await visitor.goto(`/dev/profile/${id}/resume`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ada');
  expect((await response?.text())?.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(hidden);
});

const unsafeUrls = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//evil.example',
  '/dev/dashboard',
  'https://bank.example@evil.example/',
  'https://',
  '"><script>alert(1)</script>',
];

test('renders links only for http and https URLs, even if the database contains others', async ({ members, page }) => {
  const { id } = await members.signUp('Ada Lowenthal', { website: 'https://engine.example', twitter: 'http://twitter.example/ada' });
  // Written directly to the table, because the API refuses these URLs.
  const database = new DatabaseSync(JSON.parse(process.env.SITES ?? '{}').file, { timeout: 20_000 });
  const columns = ['website', 'twitter', 'facebook', 'youtube', 'linkedin', 'instagram'];
  const links = page.getByRole('list', { name: 'Links' }).getByRole('link');
  await page.goto(`/dev/profile/${id}`);
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) await expect(link).toHaveAttribute('rel', /nofollow ugc noopener/);

  try {
    for (let from = 0; from < unsafeUrls.length; from += columns.length) {
      const values = unsafeUrls.slice(from, from + columns.length);
      database
        .prepare(
          `update profiles set cache_version = cache_version + 1, ${columns.map((column) => `${column} = ?`).join()} where user_id = ?`,
        )
        .run(...values, id);
      await page.goto(`/dev/profile/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
      await expect(links).toHaveCount(0);
      const html = await (await page.request.get(`/dev/profile/${id}`)).text();
      expect(html).not.toMatch(/href="[^"]*(script:|data:|file:|evil\.example|<script)/i);
    }
  } finally {
    database.close();
  }
});

test('shows a repository with an unsafe URL without a link', async ({ members, page }) => {
  const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'ada-links' });
  const repository = { description: 'Notes\u202e', stargazers_count: 1, watchers_count: 1, forks_count: 1 };
  await page.goto('/dev');
  await page.route('**/api/profile/github/*', (route) =>
    route.fulfill({
      json: [
        { id: 1, name: 'good', html_url: 'https://code.example/ada/good', ...repository },
        { id: 2, name: 'bad', html_url: 'javascript:alert(1)', ...repository },
      ],
    }),
  );
  await page.getByRole('link', { name: 'Developers', exact: true }).click();
  await expect(page).toHaveTitle(/^Developers/); // /dev has links to new members, too
  await page.locator(`a[href="/dev/profile/${id}"]`).click();
  await expect(page.getByRole('link', { name: 'good' })).toHaveAttribute('rel', /nofollow ugc noopener/);
  await expect(page.getByRole('heading', { name: 'bad' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'bad' })).toHaveCount(0);
  await expect(page.getByText('NotesRLO')).toHaveCount(2);
});
