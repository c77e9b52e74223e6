import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { card } from '../feed.ts';
import { field, fill } from '../forms.ts';
import { fullProfile } from '../members.ts';
import { alert, expect, test } from '../test.ts';

const newHandle = () => `h-${randomBytes(6).toString('hex')}`;
const panel = (page: Page) => page.getByRole('region', { name: 'Get started' });
const checklist = (page: Page) => page.getByRole('region', { name: 'Complete your profile' });

/** Top and left edge of the panel in the page. */
const placeOf = (page: Page) =>
  panel(page).evaluate((element) => {
    const { left, top, width } = element.getBoundingClientRect();
    return { left, top: top + scrollY, width };
  });

/** Whether one part of the screen ends above another. */
const isAbove = async (upper: Locator, lower: Locator) => {
  const [first, second] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  return first !== null && second !== null && first.y + first.height <= second.y;
};

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(`leads a new member on ${device} in three steps to a first post`, async ({ member: { page, call } }) => {
    await page.setViewportSize(viewport);
    await page.goto('/dev/dashboard');
    const noProfile = page.getByText('You have not yet setup a Profile. Please add some information');
    const deletion = page.getByRole('button', { name: 'Delete My Account' });
    await expect(panel(page).getByText('Step 1 of 3')).toBeVisible();
    await expect(deletion).toBeVisible();
    expect(await isAbove(panel(page), noProfile)).toBe(viewport.width < 1024); // wide screens show it beside the steps
    expect(await isAbove(noProfile, deletion)).toBe(true);
    await expect(page.getByRole('heading')).toHaveText(['Dashboard', 'What you do', 'Delete account']);
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Import a JSON Resume instead', 'Create Profile']);
    await expect(panel(page).locator('label')).toHaveText(['Skills *', 'Professional Status *', 'Location']); // the name is known
    await expectAccessible(page);
    const place = await placeOf(page);
    await fill(page, { 'Professional Status': 'Developer', Location: 'London', Skills: 'Notes,Looms' });
    await panel(page).getByRole('button', { name: 'Continue' }).click();
    await expect(alert(page, 'Profile Created', 'success')).toBeVisible();

    await expect(panel(page).getByRole('heading', { name: 'Your picture' })).toBeFocused();
    await expect(page.getByRole('heading')).toHaveText([
      'Dashboard',
      'Your picture',
      'Experience Credentials',
      'Education Credentials',
      'Delete account',
    ]);
    expect(await placeOf(page)).toEqual(place);
    await expectAccessible(page);
    await panel(page).getByRole('button', { name: 'Skip' }).click();

    await expect(panel(page).getByRole('heading', { name: 'Your first post' })).toBeFocused();
    expect(await placeOf(page)).toEqual(place);
    await expectAccessible(page);
    await expect(page.getByLabel('Introduce yourself')).toHaveValue(/I'm Ada Lowenthal from London, .* I work with Notes and Looms\./);
    await panel(page).getByRole('button', { name: 'Post and go to the feed' }).click();
    await expect(page).toHaveURL('/dev/posts');
    await expect(card(page, "I'm Ada Lowenthal from London").first()).toBeVisible();
    expect(await call('GET', '/api/profile/me')).toMatchObject({ location: 'London', skills: ['Notes', 'Looms'] });
    await page.goto('/dev/dashboard');
    await expect(page.getByRole('region', { name: 'Complete your profile' })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
  });
}

test('has the link to the profile form beside the steps on a wide screen, and below them on others', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');
  const next = page.getByRole('button', { name: 'Continue' });
  const create = page.getByRole('link', { name: 'Create Profile' });
  await expect(next).toBeVisible();
  const isBeside = async () => {
    const [step, link] = await Promise.all([next.boundingBox(), create.boundingBox()]);
    return link !== null && step !== null && link.y < step.y && link.x > step.x + 400;
  };
  expect(await isBeside()).toBe(true);
  await page.setViewportSize({ width: 900, height: 800 });
  await expect.poll(isBeside).toBe(false);
});

test('skips each step, remembers it, and then shows the checklist', async ({ member: { page, call } }) => {
  await call('PATCH', '/api/account', { handle: newHandle() });
  await page.goto('/dev/dashboard');
  await expect(panel(page).getByRole('link', { name: 'Import a JSON Resume instead' })).toHaveAttribute(
    'href',
    '/dev/create-profile#import',
  );
  await panel(page).getByRole('button', { name: 'Skip' }).click();
  await page.reload();
  await expect(panel(page).getByText('Step 2 of 3')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Skip' }).click();
  await panel(page).getByRole('button', { name: 'Skip' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(checklist(page)).toContainText('0 of 6'); // a skipped step is not done
  await checklist(page).getByRole('link', { name: 'Choose your role' }).click();
  await expect(page).toHaveURL('/dev/create-profile#status');
  await expect(field(page, 'Professional Status')).toBeFocused();
});

test('lists what a profile lacks until it is complete or the list is hidden', async ({ members }) => {
  await members.signUp('Ada Lowenthal');
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile); // others have the name, so the handle ends in digits
  await page.goto('/dev/dashboard');
  await expect(panel(page)).toHaveCount(0);
  await expect(checklist(page)).toContainText('3 of 7');
  await expect(checklist(page).getByRole('link', { name: 'Choose a handle' })).toHaveAttribute('href', '/dev/account#name');
  await call('PATCH', '/api/account', { handle: newHandle() });
  await page.reload();
  await expect(checklist(page)).toContainText('3 of 6');
  await expect(checklist(page).getByRole('link', { name: 'Show where you have worked' })).toHaveAttribute('href', '/dev/add-experience');
  await call('POST', '/api/posts', { text: 'Hello from the checklist' });
  await page.reload();
  await expect(checklist(page)).toContainText('4 of 6');
  await checklist(page).getByRole('button', { name: 'Hide this list' }).click();
  await expect(checklist(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Experience Credentials' })).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test('does not show the list of a complete profile while the posts and the picture load', async ({ members }) => {
  const { page, call, token } = await members.signUp('Ada Complete', fullProfile);
  await call('PATCH', '/api/account', { handle: newHandle() });
  await call('PUT', '/api/profile/experience', { company: 'Engines', title: 'Analyst', from: '2020-01-01' });
  await call('POST', '/api/posts', { text: 'Hello from a complete profile' });
  const headers = { 'x-auth-token': token };
  const picture = {
    name: 'feed.png',
    mimeType: 'image/png',
    buffer: await readFile(new URL('../../docs/pictures/feed.png', import.meta.url)),
  };
  expect((await page.request.put('/api/account/avatar', { headers, multipart: { file: picture } })).ok()).toBe(true);
  const release = Promise.withResolvers<void>();
  const needed = [/\/api\/posts\?.*author=/, '/api/account/avatar'];
  for (const path of needed)
    await page.route(path, async (route) => {
      await release.promise;
      await route.continue();
    });
  const requested = needed.map((path) => page.waitForRequest(path));
  await page.goto('/dev/dashboard');
  await Promise.all(requested);
  await expect(page.getByRole('heading', { name: 'Experience Credentials' })).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
  const loaded = needed.map((path) => page.waitForResponse(path));
  release.resolve();
  await Promise.all(loaded);
  await expect(page.getByText('Hello from a complete profile')).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test('opens the import from a link', async ({ member: { page } }) => {
  await page.goto('/dev/create-profile#import');
  await expect(page.getByRole('region', { name: 'Import a résumé' }).getByRole('button', { name: 'Choose a file…' })).toBeVisible();
});
