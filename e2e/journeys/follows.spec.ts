import { expect, test } from '../test.ts';

test('follows a member on the profile and lists them, unless the list is hidden', async ({ members, pageErrors }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { page } = ada;
  await page.goto(`/dev/profile/${charles.id}`);
  const follow = page.getByRole('button', { name: /^Follow(ing)? Charles Brandt$/ });
  await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible();
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: '1 follower' }).click();
  await expect(page).toHaveURL(`/dev/profile/${charles.id}/followers`);
  await expect(page).toHaveTitle('Followers · Dev Connector Demo');
  await expect(page.getByRole('main').getByRole('link', { name: 'Ada Lowenthal' })).toHaveAttribute('href', `/dev/profile/${ada.id}`);
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
