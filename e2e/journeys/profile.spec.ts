import { fullProfile } from '../members.ts';
import { expect, test } from '../test.ts';

test.describe('the profile screen', () => {
  test('shows every field of a profile', async ({ members, page }) => {
    const ada = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto(`/dev/profile/${ada.id}`);
    await expect(page).toHaveTitle('Ada Lowenthal · Dev Connector Demo');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await expect(main.getByText('Senior Developer at Analytical Engines')).toBeVisible();
    await expect(main.getByText('London')).toBeVisible();
    await expect(main.locator('img')).toHaveAttribute('src', `/api/avatars/${ada.id}`);
    await expect(main.getByRole('heading', { name: "Ada's Bio" })).toBeVisible();
    await expect(main.getByText(fullProfile.bio)).toBeVisible();
    await expect(main.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText(fullProfile.skills.split(','));
    await expect(main.getByText('No experience credentials')).toBeVisible();
    await expect(main.getByText('No education credentials')).toBeVisible();
    const links = main.getByRole('list', { name: 'Links' }).getByRole('link');
    await expect(links).toHaveCount(3);
    for (const [name, href] of [
      ['Website', fullProfile.website],
      ['Twitter', fullProfile.twitter],
      ['Instagram', fullProfile.instagram],
    ] as const) {
      const link = main.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
    await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
    await main.getByRole('link', { name: 'Back to Profiles' }).click();
    await expect(page).toHaveURL('/dev/profiles');

    await ada.page.goto(`/dev/profile/${ada.id}`);
    await expect(ada.page.getByRole('main').getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/dev/edit-profile');
  });

  test('omits an empty bio and repositories', async ({ members, page }) => {
    const { id } = await members.signUp('Ada Lowenthal', {});
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { name: 'Skill Set' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Bio/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
  });

  test('has its own title when opened from the list', async ({ members, page }) => {
    const { id } = await members.signUp('Zelda Fitz', {});
    await page.goto('/dev/profiles');
    await page.locator(`a[href="/dev/profile/${id}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zelda Fitz');
    await expect(page).toHaveTitle('Zelda Fitz · Dev Connector Demo');
    await page.getByRole('link', { name: 'Back to Profiles' }).click();
    await expect(page).toHaveTitle('Developers · Dev Connector Demo');
  });

  test('lists the repositories that have a web link', async ({ members, page }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'ada-shows-hers' });
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'analytical-engine' })).toHaveAttribute(
      'href',
      'https://github.com/ada-shows-hers/analytical-engine',
    );
    const entry = page.getByRole('listitem').filter({ hasText: 'Weaves algebraic patterns' });
    for (const count of ['Stars: 42', 'Watchers: 7', 'Forks: 3']) await expect(entry.getByText(count)).toBeVisible();
    await expect(page.getByText('harmful')).toHaveCount(0);
  });

  test('says that the code host does not know the user', async ({ members, page, pageErrors }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'unknown-ada' });
    pageErrors.expectFailure(404, '/api/profile/github/unknown-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByText('No Github profile found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  });

  test('renders and offers a retry when the code host fails', async ({ members, page, pageErrors }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'broken-ada' });
    pageErrors.expectFailure(502, '/api/profile/github/broken-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
    await expect(failure).toContainText('502');
    await page.route('**/api/profile/github/broken-ada', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No repositories yet')).toBeVisible();
  });

  test('renders and offers a retry when the code host is slow', async ({ members, page, pageErrors }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'slow-ada' });
    pageErrors.expectFailure(504, '/api/profile/github/slow-ada');
    await page.goto(`/dev/profile/${id}`); // loads without waiting for the code host
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await expect(page.getByRole('region', { name: 'Github Repos' }).getByRole('status')).toHaveText('Loading…');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
    await expect(failure).toContainText('504');
    await page.route('**/api/profile/github/slow-ada', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No repositories yet')).toBeVisible();
  });

  test('shows HTML in a profile as text and fits on a phone', async ({ members, page }) => {
    const long = 'x'.repeat(120);
    const { id } = await members.signUp(`<script>window.hacked=1</script>${'N'.repeat(30)}`, {
      status: 'S'.repeat(60),
      company: long,
      location: long,
      bio: `</script><script>window.hacked=1</script> ${'b'.repeat(2000)} مرحبا بالعالم`,
      skills: `${'k'.repeat(60)},<b>bold</b>`,
    });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [`/dev/profile/${id}`, '/dev/profiles']) {
      await page.goto(path);
      await expect(page.getByText('<script>window.hacked=1</script>NNN').first()).toBeVisible();
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
  });
});
