import { fill, submit } from '../forms.ts';
import { type Person, whole } from '../people.ts';
import { alert, expect, test } from '../test.ts';

test.describe('the developers list', () => {
  test('shows of each the name, the position, the place and four skills', async ({ people, page }) => {
    const { id } = await people.join('Ada Lowenthal', whole);
    await page.goto('/dev/profiles');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Ada Lowenthal');
    await expect(card).toContainText('Senior Developer at Analytical Engines');
    await expect(card).toContainText('London');
    await expect(card.getByText('AL', { exact: true })).toBeVisible();
    await expect(card.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      'Mathematics',
      'Punch cards',
      'Poetry',
      'Notes',
    ]);
    await expect(card.getByRole('link', { name: 'View Profile' })).toBeVisible();
  });

  test('shows of a developer what is so now, and of another nothing of it', async ({ people, request }) => {
    const ada = await people.join('Ada Lowenthal', { company: 'Before <the> engines' });
    const grace = await people.join('Grace Okafor', { company: 'Harbour lights' });
    const listed = async () => (await request.get('/dev/profiles')).text();
    const cardOf = (page: string, { id }: Person) => new RegExp(`<article(?:(?!<article).)*/dev/profile/${id}"`).exec(page)?.[0] ?? '';
    for (const page of [await listed(), await listed()]) expect(cardOf(page, ada)).toContain('Before &lt;the&gt; engines');
    await ada.call('POST', '/api/profile', { status: 'Developer', skills: 'HTML', company: 'After the engines' });
    const page = await listed();
    expect(cardOf(page, ada)).toContain('After the engines');
    expect(page).not.toContain('Before &lt;the&gt; engines');
    expect(cardOf(page, grace)).toContain('Harbour lights');
    expect(cardOf(page, grace)).not.toContain('the engines');
  });

  test('which came with the page is asked for from its start once more after a change', async ({ people }) => {
    const { page, id } = await people.join('Ada Lowenthal', whole);
    await page.goto('/dev/profiles');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await fill(page, { Company: 'Brandt & Co' });
    await submit(page);
    await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/profile');
    await bar.getByRole('link', { name: 'Developers' }).click();
    expect(new URL((await asked).url()).search).toBe('?embed=');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Brandt & Co');
  });

  test.describe('with nobody in it', () => {
    test.use({ siteName: 'empty' });

    test('says so', async ({ page }) => {
      await page.goto('/dev/profiles');
      await expect(page.getByText('No profiles found...')).toBeVisible();
    });
  });
});
