import { readFileSync } from 'node:fs';
import { errorResponse, hold } from '../network.ts';
import { expect, test } from '../test.ts';

test('follows a member on the profile and lists them, unless the list is hidden', async ({ members, pageErrors }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  await page.goto(`/dev/profile/${charles.id}`);
  const follow = page.getByRole('button', { name: /^Follow(ing)? Charles Brandt$/ });
  await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible();
  const followed = page.waitForResponse((response) => response.request().method() === 'PUT');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await followed;
  await page.getByRole('link', { name: '1 follower' }).click();
  await expect(page).toHaveURL(`/dev/profile/${charles.id}/followers`);
  await expect(page).toHaveTitle('Followers · Dev Connector Demo');
  await expect(page.getByRole('main').getByRole('link', { name: 'Ada Lowenthal' })).toHaveAttribute('href', `/dev/profile/${ada.id}`);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0); // nobody follows themself
  await page.getByRole('link', { name: 'Following' }).click();
  await expect(page.getByText('Not following anyone yet')).toBeVisible();

  await charles.page.goto('/dev/account#follows');
  const saved = charles.page.waitForResponse((response) => response.url().endsWith('/api/follows/settings'));
  await charles.page.getByLabel('Hide the list of my followers').check();
  await saved;
  pageErrors.expectFailure(403, '/api/follows/users/');
  await page.goto(`/dev/profile/${charles.id}/followers`);
  await expect(page.getByText('This list is hidden')).toBeVisible();
  await charles.page.goto(`/dev/profile/${charles.id}/followers`);
  await expect(charles.page.getByRole('main').getByRole('link', { name: 'Ada Lowenthal' })).toBeVisible();

  await page.goto(`/dev/profile/${charles.id}`);
  await follow.click();
  await expect(page.getByText('0 followers')).toBeVisible();
});

test('follows people from a list and from search results, before the server responds', async ({ members, pageErrors }) => {
  const [ada, charles] = [
    await members.signUp('Ada Lowenthal', {}),
    await members.signUp(`Charles ${crypto.randomUUID().slice(0, 8)}`, {}),
  ];
  const { page } = ada;
  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  await page.goto(`/dev/profile/${ada.id}/followers`);
  const follow = page.getByRole('button', { name: charles.name });
  const request = await hold(page, 'PUT', /\/api\/follows\/users\//);
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true'); // before the response
  const response = page.waitForResponse((response) => response.request().method() === 'PUT');
  request.release();
  await response;
  await page.goto(`/dev/search?q="${charles.name}"&type=people`);
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  pageErrors.expectFailure(500, '/api/follows/users/');
  await page.route('**/api/follows/users/*', (route) => route.fulfill(errorResponse(500, 'No')));
  const failed = page.waitForResponse((response) => response.status() === 500);
  await follow.click();
  await failed;
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
});

test('suggests people with shared skills, with the reason, next to the feed', async ({ members }) => {
  const skill = `Skill ${crypto.randomUUID().slice(0, 8)}`;
  const ada = await members.signUp('Ada Lowenthal', { skills: skill });
  await members.signUp('Charles Brandt', { skills: skill });
  await ada.page.goto('/dev/posts');
  const people = ada.page.getByRole('region', { name: 'People you may know' });
  await expect(people.getByText(`1 shared skill: ${skill}`)).toBeVisible();
  await people.getByRole('button', { name: 'Follow Charles Brandt' }).click();
  await expect(people.getByRole('button', { name: 'Following Charles Brandt', pressed: true })).toBeVisible();
});

test('exports the feeds of followed members and tags as OPML, only on the own page', async ({ members }) => {
  const [{ id, page, call }, author] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Public Author', {})];
  await author.call('POST', '/api/posts', { text: 'Hello #exportedtag', visibility: 'public' });
  await call('PUT', `/api/follows/users/${author.id}`);
  await call('PUT', '/api/follows/tags/exportedtag');
  await page.goto(`/dev/profile/${author.id}/following`);
  await expect(page.getByText('Not following anyone yet')).toBeVisible();
  const button = page.getByRole('button', { name: 'Export feeds (OPML)' });
  await expect(button).toBeHidden();
  await page.goto(`/dev/profile/${id}/following`);
  const downloaded = page.waitForEvent('download');
  await button.click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('follows.opml');
  const text = readFileSync(await file.path(), 'utf8');
  for (const feed of [`/dev/profile/${author.id}/feed.xml`, '/dev/tags/exportedtag/feed.xml']) expect(text).toContain(feed);
});
