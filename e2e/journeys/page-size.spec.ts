import { limits } from '@dev-connector/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { fullProfile, type Member, newEmail, password } from '../members.ts';
import { expect, test } from '../test.ts';

/** Texts that need the most bytes on a page: escaped in HTML or JSON, rendered as marks, multi-byte, or split into paragraphs. */
const expensiveTexts = {
  quotes: '"',
  apostrophes: "'",
  'angle brackets': '<',
  ampersands: '&',
  backslashes: '\\',
  'hidden characters': 'a\u200b',
  emoji: '👩\u200d👩\u200d👧',
  paragraphs: 'a\n\n',
};

const repeat = (unit: string, characters: number) => unit.repeat(Math.floor(characters / [...unit].length));

/** Fills a profile until the server refuses further entries. */
async function fill({ token }: Member, request: APIRequestContext, unit: string): Promise<void> {
  const headers = { 'x-auth-token': token };
  const line = unit.replaceAll('\n', ' '); // single-line fields refuse line breaks
  const short = `x${repeat(line, 100)}x`;
  const profile = {
    status: 'Developer',
    skills: [`${repeat(line, 50)}x`],
    company: short,
    location: short,
    bio: `x${repeat(unit, limits.bio - 2)}x`,
  };
  expect((await request.post('/api/profile', { data: profile, headers })).status()).toBe(200);
  const description = `x${repeat(unit, limits.description - 2)}x`;
  const dates = { from: '2001-02-03', to: '2002-03-04' };
  for (let entry = 0; entry < limits.entries; entry++) {
    const job = { ...dates, title: short, company: short, description };
    const school = { ...dates, school: short, degree: short, description };
    const responses = [
      await request.put('/api/profile/experience', { data: job, headers }),
      await request.put('/api/profile/education', { data: school, headers }),
    ];
    if (responses.some((response) => !response.ok())) return;
  }
}

for (const [name, unit] of Object.entries(expensiveTexts))
  test(`keeps pages below 1 MB for a profile full of ${name}`, async ({ members, request }) => {
    const writer = await members.signUp('Ada Lowenthal');
    await fill(writer, request, unit);
    for (const path of [`/dev/profile/${writer.id}`, `/dev/profile/${writer.id}/resume`, '/dev/profiles']) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect((await response.body()).length, path).toBeLessThanOrEqual(limits.htmlPage);
    }
  });

test('keeps the developers list below 1 MB when every card has the maximum length', async ({ request }) => {
  for (let person = 0; person < limits.pageDefault; person++) {
    const unit = person % 2 === 0 ? 'a\u200b' : '"';
    const account = { name: `x${repeat(unit, limits.name - 2)}x`, email: newEmail(), password };
    const { token } = await (await request.post('/api/users', { data: account })).json();
    const location = `x${repeat(unit, limits.company - 2)}x`;
    const skills = [0, 1, 2, 3].map((number) => `${repeat(unit, limits.skill - 2)}x${number}`);
    const profile = { status: `${repeat(unit, limits.status - 1)}x`, skills, company: location, location };
    const saved = await request.post('/api/profile', { data: profile, headers: { 'x-auth-token': token } });
    expect(saved.status(), await saved.text()).toBe(200);
  }
  const response = await request.get('/dev/profiles');
  expect(response.status()).toBe(200);
  expect((await response.body()).length).toBeLessThanOrEqual(limits.htmlPage);
});

test('loads the composer, the conversation and the menus for members only', async ({ members, page }) => {
  const { id, call, page: membersPage } = await members.signUp('Ada Lowenthal');
  await call('POST', '/api/profile', fullProfile);
  const { _id } = await call<{ _id: string }>('POST', '/api/posts', { text: 'Text', visibility: 'public' });
  const ofMembers = ['Conversation', 'drafts', 'member', 'post-parts'];
  const post = `/dev/posts/${_id}`;
  const ofDiscussion = await scriptsOf(membersPage, [post]);
  for (const script of ofMembers) expect(ofDiscussion).toContain(script);
  const scripts = await scriptsOf(page, [
    '/dev',
    '/dev/explore',
    '/dev/profiles',
    `/dev/profile/${id}`,
    post,
    '/dev/login',
    '/dev/search?q=text',
  ]);
  for (const script of ofMembers) expect(scripts).not.toContain(script);
});

test('the composer, which loads later, adds no stylesheet', async ({ member: { page } }) => {
  const composer = page.waitForResponse(/\/post-parts-[\w-]{8}\.js$/);
  await page.goto('/dev/posts');
  await composer;
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
});

/** Returns the names of the script files that the screens load. */
async function scriptsOf(page: Page, paths: string[]): Promise<Set<string>> {
  const scripts = new Set<string>();
  page.on('request', (request) => scripts.add(/\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1] ?? ''));
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  return scripts;
}

test('keeps every other public page below 1 MB', async ({ request }) => {
  for (const path of ['/', '/dev', '/dev/login', '/dev/register', '/dev/reset-password', '/dev/formatter', '/dev/posts', '/api/docs']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect((await response.body()).length, path).toBeLessThanOrEqual(limits.htmlPage);
  }
});

test.describe('a profile too long for one page', () => {
  const note = 'This page shows the newest entries only.';

  test('shows every entry after hydration', async ({ members, request, page }) => {
    const { id, ...writer } = await members.signUp('Ada Lowenthal');
    await fill({ id, ...writer }, request, '"');
    const { experience, education } = await (await request.get(`/api/profile/user/${id}`)).json();
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Experience' }).locator('h3')).toHaveCount(
      experience.length,
    );
    await expect(page.locator('section').filter({ hasText: 'Education' }).locator('h3')).toHaveCount(education.length);
    await expect(page.getByText(note)).toHaveCount(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shows the newest entries and links to all of them', async ({ members, request, page }) => {
      const writer = await members.signUp('Ada Lowenthal');
      await fill(writer, request, '"');
      await page.goto(`/dev/profile/${writer.id}`);
      expect(await page.locator('h3').count()).toBeGreaterThan(0);
      await expect(page.getByText(note).getByRole('link')).toHaveAttribute('href', `/api/profile/user/${writer.id}/resume`);
      await page.getByRole('navigation', { name: 'Parts of the profile' }).getByRole('link', { name: 'Résumé' }).click();
      await expect(page.getByText('This page shows part of the résumé.').getByRole('link')).toHaveAttribute(
        'href',
        `/api/profile/user/${writer.id}/resume`,
      );
    });
  });
});

test('shows at most ten marks for hidden characters per text', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: `${'a\u200b'.repeat(5000)}z` });
  await page.goto(`/dev/posts/${_id}`);
  const post = page.getByRole('article').first();
  await expect(post.getByRole('img', { name: 'Hidden character ZWSP' })).toHaveCount(10);
  await expect(post).toContainText('ZWSPa\ufffda\ufffda');
});
