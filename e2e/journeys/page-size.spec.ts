import { limits } from '@dev-connector/contract';
import type { APIRequestContext } from '@playwright/test';
import { newEmail, type Person, password } from '../people.ts';
import { expect, test } from '../test.ts';

/** What costs most on a page: characters that HTML or JSON escapes, hidden ones that show as marks, many bytes, many paragraphs. */
const expensive = {
  quotes: '"',
  apostrophes: "'",
  'angle brackets': '<',
  ampersands: '&',
  backslashes: '\\',
  'hidden characters': 'a\u200b',
  emoji: '👩\u200d👩\u200d👧',
  paragraphs: 'a\n\n',
};

const times = (unit: string, characters: number) => unit.repeat(Math.floor(characters / [...unit].length));

/** Fills a profile until it takes no more entries. */
async function fill({ token }: Person, request: APIRequestContext, unit: string): Promise<void> {
  const headers = { 'x-auth-token': token };
  const line = unit.replaceAll('\n', ' '); // fields of one line refuse line breaks
  const short = `x${times(line, 100)}x`;
  const profile = {
    status: 'Developer',
    skills: [`${times(line, 50)}x`],
    company: short,
    location: short,
    bio: `x${times(unit, limits.bio - 2)}x`,
  };
  expect((await request.post('/api/profile', { data: profile, headers })).status()).toBe(200);
  const description = `x${times(unit, limits.description - 2)}x`;
  const dates = { from: '2001-02-03', to: '2002-03-04' };
  for (let entry = 0; entry < limits.entries; entry++) {
    const job = { ...dates, title: short, company: short, description };
    const school = { ...dates, school: short, degree: short, description };
    const answers = [
      await request.put('/api/profile/experience', { data: job, headers }),
      await request.put('/api/profile/education', { data: school, headers }),
    ];
    if (answers.some((answer) => !answer.ok())) return;
  }
}

for (const [name, unit] of Object.entries(expensive))
  test(`keeps pages below 1 MB for a profile full of ${name}`, { tag: '@engines' }, async ({ people, request }) => {
    const writer = await people.join('Ada Lowenthal');
    await fill(writer, request, unit);
    for (const path of [`/dev/profile/${writer.id}`, `/dev/profile/${writer.id}/resume`, '/dev/profiles']) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect((await answer.body()).length, path).toBeLessThanOrEqual(limits.htmlPage);
    }
  });

test('keeps the directory below 1 MB when every card is as long as it may be', { tag: '@engines' }, async ({ request }) => {
  for (let person = 0; person < limits.pageDefault; person++) {
    const unit = person % 2 === 0 ? 'a\u200b' : '"';
    const account = { name: `x${times(unit, limits.name - 2)}x`, email: newEmail(), password };
    const { token } = await (await request.post('/api/users', { data: account })).json();
    const place = `x${times(unit, limits.company - 2)}x`;
    const skills = [0, 1, 2, 3].map((number) => `${times(unit, limits.skill - 2)}x${number}`);
    const profile = { status: `${times(unit, limits.status - 1)}x`, skills, company: place, location: place };
    const saved = await request.post('/api/profile', { data: profile, headers: { 'x-auth-token': token } });
    expect(saved.status(), await saved.text()).toBe(200);
  }
  const answer = await request.get('/dev/profiles');
  expect(answer.status()).toBe(200);
  expect((await answer.body()).length).toBeLessThanOrEqual(limits.htmlPage);
});

test('keeps every other public page below 1 MB', async ({ request }) => {
  for (const path of ['/', '/dev', '/dev/login', '/dev/register', '/dev/reset-password', '/dev/formatter', '/dev/posts', '/api/docs']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect((await answer.body()).length, path).toBeLessThanOrEqual(limits.htmlPage);
  }
});

test.describe('a profile that is too long for a page', () => {
  const note = 'This page shows the newest entries only.';

  test('is whole once its scripts have run', async ({ people, request, page }) => {
    const { id, ...writer } = await people.join('Ada Lowenthal');
    await fill({ id, ...writer }, request, '"');
    const { experience, education } = await (await request.get(`/api/profile/user/${id}`)).json();
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Experience' }).locator('h3')).toHaveCount(
      experience.length,
    );
    await expect(page.locator('section').filter({ hasText: 'Education' }).locator('h3')).toHaveCount(education.length);
    await expect(page.getByText(note)).toHaveCount(0);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('shows its newest entries and leads to all of them', async ({ people, request, page }) => {
      const writer = await people.join('Ada Lowenthal');
      await fill(writer, request, '"');
      await page.goto(`/dev/profile/${writer.id}`);
      expect(await page.locator('h3').count()).toBeGreaterThan(1);
      await expect(page.getByText(note).getByRole('link')).toHaveAttribute('href', `/api/profile/user/${writer.id}/resume`);
      await page.getByRole('link', { name: 'Résumé', exact: true }).click();
      await expect(page.getByText('This page shows part of the résumé.').getByRole('link')).toHaveAttribute(
        'href',
        `/api/profile/user/${writer.id}/resume`,
      );
    });
  });
});

test('shows at most ten marks for the hidden characters of one text', async ({ member: { page, call } }) => {
  const { _id } = await call('POST', '/api/posts', { text: `${'a\u200b'.repeat(5000)}z` });
  await page.goto(`/dev/posts/${_id}`);
  const post = page.getByRole('article').first();
  await expect(post.getByRole('img', { name: 'Hidden character ZWSP' })).toHaveCount(10);
  await expect(post).toContainText('ZWSPa\ufffda\ufffda');
});
