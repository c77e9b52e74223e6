import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { card, unique } from '../feed.ts';
import { fill, submit } from '../forms.ts';
import { fullProfile } from '../members.ts';
import { hold } from '../network.ts';
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

  test('leads the owner of an almost empty profile to the forms that fill it', async ({ members, page: visitor }) => {
    const { page, id, call } = await members.signUp('Ada Lowenthal', { skills: 'Mathematics' });
    const note = (on: Page) => on.getByRole('region', { name: 'Tell others who you are' });
    await page.goto(`/dev/profile/${id}`);
    await expect(note(page).getByRole('link')).toHaveText(['Write a bio', 'Add Experience', 'Add Education']);
    await note(page).getByRole('link', { name: 'Add Experience' }).click();
    await expect(page).toHaveURL('/dev/add-experience');
    await visitor.goto(`/dev/profile/${id}`);
    await expect(visitor.getByText('No experience credentials')).toBeVisible();
    await expect(note(visitor)).toHaveCount(0);
    await call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', from: '2019-01-01', current: true });
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByText('Geometry').first()).toBeVisible();
    await expect(note(page)).toHaveCount(0);
  });

  test('shows the headline, pronouns, open-to tags and further links', async ({ members, page }) => {
    const { id } = await members.signUp('Ada Lowenthal', {
      headline: 'Compilers and the occasional poem',
      pronouns: 'she/her',
      openTo: ['mentoring', 'work'],
      links: [{ url: 'https://github.com/ada' }, { label: 'Talks', url: 'https://talks.example/ada' }, { url: 'https://ada.example' }],
    });
    await page.goto(`/dev/profile/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByText('Compilers and the occasional poem')).toBeVisible();
    await expect(main.getByText('she/her')).toBeVisible();
    await expect(main.getByRole('list', { name: 'Open to' }).getByRole('listitem')).toHaveText(['Work', 'Mentoring']);
    const links = main.getByRole('list', { name: 'Links' }).getByRole('link');
    await expect(links).toHaveText(['GitHub', 'Talks', 'ada.example']);
    await expect(links.nth(1)).toHaveAttribute('href', 'https://talks.example/ada');
    await page.goto('/dev/profiles');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Compilers and the occasional poem');
    await expect(card).toContainText('Open to work and mentoring');
  });

  test('shows experience and education with the precision of their dates', async ({ members, page }) => {
    const { id, call } = await members.signUp('Ada Lowenthal', {});
    const job = { title: 'Engineer', company: 'Difference & Co', location: 'Cambridge' };
    await call('PUT', '/api/profile/experience', { ...job, from: '2018-12-01', to: '2020-06-30' });
    await call('PUT', '/api/profile/experience', { ...job, title: 'Intern', from: '2015-01-01', fromPrecision: 'year', current: true });
    await call('PUT', '/api/profile/education', {
      school: 'Home',
      degree: 'Geometry',
      fieldofstudy: 'Lines',
      from: '2010-10-01',
      fromPrecision: 'month',
      to: '2012-06-30',
      toPrecision: 'month',
    });
    await page.goto(`/dev/profile/${id}`);
    const entries = page.getByRole('region', { name: 'Experience' }).getByRole('listitem');
    await expect(entries.getByRole('heading')).toHaveText(['Engineer', 'Intern']);
    await expect(entries.first()).toContainText('Difference & Co · Cambridge');
    await expect(entries.first()).toContainText(/Dec 2018 – Jun 2020.*1 yr 7 mo/);
    await expect(entries.first().getByTitle('2018/12/01')).toBeVisible();
    await expect(entries.last()).toContainText('2015 – Now');
    await expect(entries.last()).not.toContainText(/mo|\d\//);
    const school = page.getByRole('region', { name: 'Education' }).getByRole('listitem');
    await expect(school).toContainText('Home · Lines');
    await expect(school).toContainText(/Oct 2010 – Jun 2012.*1 yr 9 mo/);
    await expect(school).not.toContainText('2010/10');
  });

  test('leads from the index of a long profile to its sections', async ({ members, page }) => {
    const { id, call } = await members.signUp('Ada Lowenthal', { bio: 'Notes' });
    const index = page.getByRole('navigation', { name: 'Sections' });
    await page.goto(`/dev/profile/${id}`);
    await expect(index).toHaveCount(0);
    for (let year = 2001; year <= 2008; year++)
      await call('PUT', '/api/profile/experience', {
        title: 'Engineer',
        company: 'Engines',
        from: `${year}-01-01`,
        description: 'a\n'.repeat(20),
      });
    await page.goto(`/dev/profile/${id}`);
    await expect(index.getByRole('link')).toHaveText(['Bio', 'Experience', 'Education']);
    await index.getByRole('link', { name: 'Education' }).click();
    await expect(page.getByRole('heading', { name: 'Education' })).toBeInViewport();
    await expect(index).toBeInViewport();
  });

  test('opens from the list of developers', async ({ members, page }) => {
    const { id } = await members.signUp('Zelda Fitz', {});
    await page.goto('/dev/profiles');

    await test.step('shows the shape of a profile while it loads', async () => {
      const slow = await hold(page, 'GET', /\/api\/profile\/user\//);
      await page.locator(`a[href="/dev/profile/${id}"]`).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…');
      slow.release();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zelda Fitz');
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    });

    await test.step('has its own title when opened from the list', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zelda Fitz');
      await expect(page).toHaveTitle('Zelda Fitz · Dev Connector Demo');
      await page.getByRole('link', { name: 'Back to Profiles' }).click();
      await expect(page).toHaveTitle('Developers · Dev Connector Demo');
    });

    await test.step('omits an empty bio and repositories', async () => {
      await page.locator(`a[href="/dev/profile/${id}"]`).click();
      await expect(page.getByRole('heading', { name: 'Skill Set' })).toBeVisible();
      await expect(page.getByRole('heading', { name: /Bio/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Github Repos' })).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
    });
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

  test('links to repositories once they are there, so that the link does not vanish without any', async ({ members, page, pageErrors }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'unknown-ada-2' });
    pageErrors.expectFailure(404, '/api/profile/github/unknown-ada-2');
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/profile/github/*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto('/dev/profiles');
    await page.locator(`a[href="/dev/profile/${id}"]`).first().click(); // the server may know already
    const parts = page.getByRole('navigation', { name: 'Parts of the profile' });
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toBeVisible();
    await expect(parts.getByRole('link', { name: 'Repositories' })).toHaveCount(0);
    seen.resolve();
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toHaveCount(0);
    await expect(parts.getByRole('link', { name: 'Repositories' })).toHaveCount(0);
  });

  test('says only to the owner that the code host does not know the user', async ({ members, page: visitor, pageErrors }) => {
    const { id, page } = await members.signUp('Ada Lowenthal', { githubusername: 'unknown-ada' });
    pageErrors.expectFailure(404, '/api/profile/github/unknown-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByText('No Github profile found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');

    await visitor.goto(`/dev/profile/${id}`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await expect(visitor.getByRole('heading', { name: 'Github Repos' })).toHaveCount(0);
    await expect(visitor.getByRole('link', { name: 'Repositories' })).toHaveCount(0);
    await expect(visitor.getByText('No experience credentials')).toBeVisible();
    const response = await visitor.request.get(`/dev/profile/${id}`);
    expect(await response.text()).not.toContain('Github Repos'); // nothing moves when the browser finds none
  });

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])
    test(`repositories take the place of their shape, ${viewport.width} px wide`, async ({ members, page }) => {
      const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'broken-shape' });
      const loaded = Promise.withResolvers<void>();
      const repositories = Array.from({ length: 5 }, (_, index) => ({
        ...{ id: index, name: `loom-${index}`, html_url: `https://code.example/ada/loom-${index}`, description: 'Weaves' },
        ...{ stargazers_count: 1, watchers_count: 2, forks_count: 3 },
      }));
      await page.route('**/api/profile/github/broken-shape', async (route) => {
        await loaded.promise;
        await route.fulfill({ json: repositories });
      });
      await page.setViewportSize(viewport);
      await page.goto(`/dev/profile/${id}`);
      const section = page.getByRole('region', { name: 'Github Repos' });
      await expect(section.getByRole('status')).toBeVisible();
      const shape = await section.boundingBox();
      loaded.resolve();
      await expect(section.getByRole('listitem').filter({ hasText: 'loom-' })).toHaveCount(5);
      const list = await section.boundingBox();
      expect({ x: list?.x, width: list?.width }).toEqual({ x: shape?.x, width: shape?.width });
      expect(Math.abs((list?.height ?? 0) - (shape?.height ?? 0))).toBeLessThanOrEqual(5);
    });

  test('renders and offers a retry when the code host fails', async ({ members, pageErrors }) => {
    const { id, page } = await members.signUp('Ada Lowenthal', { githubusername: 'broken-ada' });
    pageErrors.expectFailure(502, '/api/profile/github/broken-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
    await expect(failure).toHaveText('Failed to load profile (status 502). Github sent an unexpected response');
    await page.route('**/api/profile/github/broken-ada', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No repositories yet')).toBeVisible();
  });

  test('renders and offers a retry when the code host is slow', async ({ members, pageErrors }) => {
    const { id, page } = await members.signUp('Ada Lowenthal', { githubusername: 'slow-ada' });
    pageErrors.expectFailure(504, '/api/profile/github/slow-ada');
    await page.goto(`/dev/profile/${id}`); // loads without waiting for the code host
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await expect(page.getByRole('region', { name: 'Github Repos' }).getByRole('status')).toHaveText('Loading…');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
    await expect(failure).toHaveText('Failed to load profile (status 504). Github took too long to respond');
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

test('the first page of a profile shows a pinned post and the newest ones, to visitors the public ones', async ({
  members,
  page: visitor,
}) => {
  const { id, page, call } = await members.signUp('Ada Lowenthal', {});
  const recent = (of: Page) => of.getByRole('region', { name: 'Recent posts' });
  const texts = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(unique);
  await page.goto(`/dev/profile/${id}`);
  await expect(page.getByRole('heading', { name: 'Skill Set' })).toBeVisible();
  await expect(recent(page)).toHaveCount(0);
  const ids = [];
  for (const [index, text] of texts.entries())
    ids.push((await call('POST', '/api/posts', { text, visibility: index === 2 ? 'public' : 'members' }))._id);
  await call('PUT', `/api/pins/${ids[0]}`);
  await call('POST', `/api/posts/comment/${ids[4]}`, { text: 'Noted' });
  await page.reload();
  await expect(recent(page).getByRole('listitem')).toContainText([texts[0], texts[4], texts[3], texts[2]] as string[]);
  await expect(recent(page).getByRole('listitem').first()).toContainText('Pinned ·');
  await expect(recent(page).getByRole('listitem').nth(1)).toContainText('1 comment');

  await visitor.goto(`/dev/profile/${id}`);
  await expect(recent(visitor).getByRole('listitem')).toContainText([texts[2]] as string[]);
  await recent(visitor).getByRole('link').first().click();
  await expect(visitor).toHaveURL(new RegExp(`/dev/posts/${ids[2]}`));
});

test('the Posts page of a profile shows pinned posts first, and nothing of them to a visitor', async ({ members, page: visitor }) => {
  const { id, page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  const texts = [unique('Oldest'), unique('Middle'), unique('Newest')] as const;
  for (const text of texts) await call('POST', '/api/posts', { text });
  await page.goto(`/dev/profile/${id}`);
  const tabs = page.getByRole('navigation', { name: 'Parts of the profile' });
  await expect(tabs.getByRole('link')).toHaveText(['About', 'Posts', 'Repositories', 'Résumé', 'PDF', 'JSON']);
  await tabs.getByRole('link', { name: 'Posts' }).click();
  await expect(page).toHaveURL(`/dev/profile/${id}/posts`);
  const posts = page.getByRole('list', { name: 'Posts', exact: true }).getByRole('article');
  await expect(posts).toHaveText(texts.toReversed().map((text) => new RegExp(text)));
  await card(page, texts[0]).getByRole('button', { name: 'More actions for your post' }).click();
  await page.getByRole('menuitem', { name: 'Pin to profile' }).click();
  await expect(page.getByRole('list', { name: 'Pinned posts' }).getByRole('article')).toHaveText([new RegExp(texts[0])]);
  await expect(posts).toHaveText([new RegExp(texts[2]), new RegExp(texts[1])]);
  await card(page, texts[0]).getByRole('button', { name: 'More actions for your post' }).click();
  await page.getByRole('menuitem', { name: 'Unpin from profile' }).click();
  await expect(posts).toHaveCount(3);

  await visitor.goto(`/dev/profile/${id}`);
  await visitor.getByRole('link', { name: 'Posts (for members)', exact: true }).click();
  await expect(visitor).toHaveURL(`/dev/profile/${id}/posts`);
  await visitor.reload();
  await expect(visitor).toHaveTitle('Ada Lowenthal · Dev Connector Demo');
  await expect(visitor.getByText('The list of posts by Ada Lowenthal is for members.')).toBeVisible();
  await expect(visitor.getByText(texts[0])).toHaveCount(0);
  await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(`/dev/login?to=${encodeURIComponent(`/dev/profile/${id}/posts`)}`);
});

test('the page of a member without a profile shows members the posts, and a button that follows the author', async ({
  members,
  page: visitor,
  pageErrors,
}) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const text = unique('Without a profile');
  await ada.call('POST', '/api/posts', { text });
  const { page } = charles;
  pageErrors.expectFailure(404, '/api/profile/user/');
  pageErrors.expectFailure(404, `/dev/profile/${ada.id}`);
  await page.goto('/dev/posts/latest');
  await card(page, text).getByRole('link', { name: 'Ada Lowenthal' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  await expect(page).toHaveTitle('Ada Lowenthal · Dev Connector Demo');
  await expect(page.getByRole('heading', { name: 'Posts by Ada Lowenthal' })).toBeVisible();
  await expect(card(page, text)).toBeVisible();
  const follow = page.getByRole('button', { name: /^Follow.* Ada Lowenthal$/ });
  await follow.click();
  await expect(follow).toHaveText(/^Following/);

  await visitor.goto(`/dev/profile/${ada.id}`);
  await expect(visitor.getByRole('heading', { name: 'Profile not found' })).toBeVisible();
  await expect(visitor.getByText(text)).toHaveCount(0);
});

test('offers members without a profile to create one, and shows it once it exists', async ({ member: { page, call, id }, pageErrors }) => {
  pageErrors.expectFailure(404, `/dev/profile/${id}`);
  pageErrors.expectFailure(404, '/api/profile/user/');
  const { handle } = await call<{ handle: string }>('GET', '/api/auth');
  const missing = page.getByRole('heading', { name: 'You have no profile yet' });
  await page.goto(`/dev/profile/${id}`);
  await expect(missing).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  await expect(page.getByText(`@${handle}`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Create Profile' }).click();
  await expect(page).toHaveURL('/dev/create-profile');
  await page.goBack();
  await page.getByRole('link', { name: 'A JSON Resume' }).click();
  await expect(page.getByRole('region', { name: 'Import a résumé' })).toBeVisible();
  await page.goBack();
  await expect(missing).toBeVisible();

  // In another tab.
  await call('POST', '/api/profile', { status: 'Developer', skills: 'Looms' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(missing).toHaveCount(0);
  await expect(page).toHaveTitle('Ada Lowenthal · Dev Connector Demo');
});

test('invites members without posts to write one in the tab of their own profile', async ({ member: { page, call, id }, members }) => {
  await call('POST', '/api/profile', { status: 'Developer', skills: 'Looms' });
  await page.goto(`/dev/profile/${id}/posts`);
  await expect(page.getByText('You have not posted yet')).toBeVisible();
  await page.getByRole('link', { name: 'Write a post' }).click();
  await expect(page.getByLabel('Say Something...')).toBeFocused();
  const { page: other } = await members.signUp('Charles Brandt');
  await other.goto(`/dev/profile/${id}/posts`);
  await expect(other.getByText('Ada Lowenthal has not written anything here.')).toBeVisible();
});

test('shows the new profile at the address that had none', async ({ member: { page, id }, pageErrors }) => {
  pageErrors.expectFailure(404, `/dev/profile/${id}`);
  await page.goto(`/dev/profile/${id}`);
  await page.getByRole('main').getByRole('link', { name: 'Create Profile' }).click();
  await fill(page, { 'Professional Status': 'Developer', Skills: 'Looms' });
  await submit(page);
  await expect(page).toHaveURL('/dev/dashboard');
  await page.goBack();
  await expect(page).toHaveURL(`/dev/profile/${id}`);
  await expect(page.getByRole('heading', { name: 'You have no profile yet' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
});
