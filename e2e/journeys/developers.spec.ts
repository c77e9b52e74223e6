import { fill, submit } from '../forms.ts';
import { fullProfile, type Member } from '../members.ts';
import { hold } from '../network.ts';
import { alert, expect, test } from '../test.ts';

test.describe('the developers list', () => {
  test('shows the name, handle, position, location and four skills of each developer', async ({ members, page }) => {
    const { id, call } = await members.signUp('Ada Lowenthal', fullProfile);
    const { handle } = await call<{ handle: string }>('GET', '/api/auth');
    await page.goto('/dev/profiles');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Ada Lowenthal');
    await expect(card).toContainText('Senior Developer at Analytical Engines');
    await expect(card).toContainText(`London · @${handle}`);
    await expect(card).toContainText('London');
    await expect(card.locator('img')).toHaveAttribute('src', `/api/avatars/${id}`);
    await expect(card.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      'Mathematics',
      'Punch cards',
      'Poetry',
      'Notes',
    ]);
    await expect(card.getByRole('link', { name: 'View Profile' })).toBeVisible();
  });

  test('opens a profile from anywhere on its card', async ({ members, page }) => {
    const { id } = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto('/dev/profiles');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await card.getByText('Punch cards').click({ force: true }); // the link covers the text
    await expect(page).toHaveURL(`/dev/profile/${id}`);
  });

  test('shows the shape of the cards while they load', async ({ page }) => {
    await page.goto('/dev');
    const slow = await hold(page, 'GET', /\/api\/profile\?/);
    await page.getByRole('link', { name: 'Developers', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…');
    slow.release();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  });

  test('shows the current data of a changed profile and leaves the other cards unchanged', async ({ members, request }) => {
    const ada = await members.signUp('Ada Lowenthal', { company: 'Before <the> engines' });
    const grace = await members.signUp('Grace Okafor', { company: 'Harbour lights' });
    const listed = async () => (await request.get('/dev/profiles')).text();
    const cardOf = (page: string, { id }: Member) => new RegExp(`<article(?:(?!<article).)*/dev/profile/${id}"`).exec(page)?.[0] ?? '';
    for (const page of [await listed(), await listed()]) expect(cardOf(page, ada)).toContain('Before &lt;the&gt; engines');
    await ada.call('POST', '/api/profile', { status: 'Developer', skills: 'HTML', company: 'After the engines' });
    const page = await listed();
    expect(cardOf(page, ada)).toContain('After the engines');
    expect(page).not.toContain('Before &lt;the&gt; engines');
    expect(cardOf(page, grace)).toContain('Harbour lights');
    expect(cardOf(page, grace)).not.toContain('the engines');
  });

  test('reloads from the first page after a profile changes', async ({ members }) => {
    const { page, id } = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto('/dev/profiles');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await fill(page, { Company: 'Brandt & Co' });
    await submit(page);
    await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
    const request = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/profile');
    await bar.getByRole('link', { name: 'Developers' }).click();
    expect(new URL((await request).url()).search).toBe('?embed=');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Brandt & Co');
  });

  test.describe('without developers', () => {
    test.use({ siteName: 'empty' });

    test('says that there are none and how to become the first', async ({ member, page }) => {
      await page.goto('/dev/profiles');
      await expect(page.getByText('No profiles found...')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/dev/register');
      await member.page.goto('/dev/profiles');
      await expect(member.page.getByRole('main').getByRole('link')).toHaveText(['Create Profile']);
    });
  });
});
