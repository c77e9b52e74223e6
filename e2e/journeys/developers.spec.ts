import { whole } from '../people.ts';
import { expect, test } from '../test.ts';

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

  test.describe('with nobody in it', () => {
    test.use({ siteName: 'empty' });

    test('says so', async ({ page }) => {
      await page.goto('/dev/profiles');
      await expect(page.getByText('No profiles found...')).toBeVisible();
    });
  });
});
