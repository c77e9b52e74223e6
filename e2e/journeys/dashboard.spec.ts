import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { unique } from '../feed.ts';
import { fullProfile } from '../members.ts';
import { expect, test } from '../test.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });

/** Skips the first steps of a member without a profile. */
const skipSteps = (page: Page, id: string) => page.addInitScript((key) => localStorage.setItem(key, '{"step":3}'), `setup:${id}`);

test('shows periods as months, with the dates in small print, and the link that adds an entry in each heading', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', {});
  await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', from: '2019-01-02', to: '2020-07-31' });
  await page.goto('/dev/dashboard');
  const period = part(page, 'Experience Credentials').getByRole('cell').nth(2);
  await expect(period).toContainText('Jan 2019 – Jul 2020');
  await expect(period.getByText('2019/01/02 – 2020/07/31')).toBeVisible();
  await expect(part(page, 'Experience Credentials').getByRole('link', { name: 'Add Experience' })).toHaveAttribute(
    'href',
    '/dev/add-experience',
  );
  await expect(part(page, 'Education Credentials').getByRole('link', { name: 'Add Education' })).toHaveAttribute(
    'href',
    '/dev/add-education',
  );
});

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(`lists drafts, the latest posts, bookmarks and the followers of this week on ${device}`, async ({ members }) => {
    const { id, page, call } = await members.signUp('Ada Lowenthal', fullProfile);
    const grace = await members.signUp('Grace Hollis', { headline: 'Compiles things' });
    const [first, second] = [unique('First'), unique('Second')];
    await call('POST', '/api/posts', { text: `${first}\n\nwith more` });
    await call('POST', '/api/posts', { text: 'Any', title: second });
    const { _id: post } = await grace.call('POST', '/api/posts', { text: 'Worth reading again' });
    await call('PUT', `/api/bookmarks/${post}`);
    await call('PUT', '/api/drafts/post', { text: 'Half a thought' });
    await grace.call('PUT', `/api/follows/users/${id}`);

    await page.setViewportSize(viewport);
    await page.goto('/dev/dashboard');
    await expect(part(page, 'My drafts').getByRole('listitem')).toHaveText([/^Half a thought/]);
    await expect(part(page, 'My latest posts').getByRole('listitem').getByRole('link')).toHaveText([second, first]);
    await expect(part(page, 'Bookmarks').getByRole('listitem')).toHaveText([/^Worth reading again.*Grace Hollis$/]);
    await expect(part(page, 'Followers this week').getByRole('listitem')).toHaveText(['Grace HollisCompiles things']);
    await expectAccessible(page);
    await part(page, 'Bookmarks').getByRole('link', { name: 'Worth reading again' }).click();
    await expect(page).toHaveURL(new RegExp(`/dev/posts/${post}`));
  });
}

test('places Delete account directly below Create Profile, and says what is empty', async ({ member: { id, page } }) => {
  await skipSteps(page, id);
  await page.goto('/dev/dashboard');
  await expect(part(page, 'My latest posts')).toContainText('You have not posted yet.');
  await expect(part(page, 'Bookmarks')).toContainText('Bookmark a post to find it here again.');
  await expect(part(page, 'Followers this week')).toContainText('No new followers.');
  const link = await page.getByRole('link', { name: 'Create Profile' }).boundingBox();
  const deletion = await page.getByRole('heading', { name: 'Delete account' }).boundingBox();
  const distance = (deletion?.y ?? Number.NaN) - (link?.y ?? Number.NaN);
  expect(distance).toBeGreaterThan(0);
  expect(distance).toBeLessThan(120);
});
