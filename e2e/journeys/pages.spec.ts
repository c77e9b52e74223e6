import type { Page } from '@playwright/test';
import { withoutStream } from '../live.ts';
import { hold } from '../network.ts';
import { expect, test } from '../test.ts';

const fullProfile = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  location: 'London',
  skills: 'Mathematics,Poetry',
  bio: 'Notes & <b>more</b> "notes"',
  githubusername: 'ada-without-script',
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('renders the screens of visitors, and those of members with a note', async ({ page }) => {
    await test.step('renders the landing screen and the sign-in and sign-up forms completely', async () => {
      await page.goto('/dev');
      await expect(page.getByRole('heading', { name: 'Developer Connector' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/dev/register');
      await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/dev/login');
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' })).toBeVisible();
      await page.goto('/dev/login');
      await expect(page.getByLabel('Email Address')).toBeVisible();
      await page.goto('/dev/register');
      await expect(page.getByLabel('Confirm Password')).toBeVisible();
      await expect(page).toHaveTitle('Sign Up · Dev Connector Demo');
    });

    await test.step('renders member screens as for a visitor, without a redirect', async () => {
      for (const path of ['/dev/dashboard', '/dev/posts']) {
        expect((await page.goto(path))?.status()).toBe(200);
        await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible();
      }
    });

    await test.step('shows on member screens that they need JavaScript and links to a screen that does not', async () => {
      for (const path of ['/dev/dashboard', '/dev/posts', '/dev/account', '/dev/add-experience']) {
        await page.goto(path);
        const note = page.locator('main noscript p'); // Playwright's text locators ignore noscript
        await expect(note, path).toHaveText(/^This part of the site needs JavaScript/);
        await expect(page.getByRole('status')).toHaveCount(0);
        await note.locator('a', { hasText: 'browse developers' }).click();
        await expect(page).toHaveURL('/dev/profiles');
        await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible();
      }
    });

    await test.step('shows the links at the bottom of a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/dev');
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' })).toBeInViewport({
        ratio: 0.95,
      });
    });
  });

  test('lists the developers', async ({ page, members }) => {
    const { id } = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto('/dev/profiles');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Ada Lowenthal');
    await expect(card).toContainText('Senior Developer at Analytical Engines');
    await expect(page.getByRole('status')).toHaveCount(0);
  });

  test('shows a note instead of an endless spinner when the code host is slow', async ({ page, members }) => {
    const { id } = await members.signUp('Ada Lowenthal', { ...fullProfile, githubusername: 'slow-without-script' });
    await page.goto(`/dev/profile/${id}`);
    await expect(page.locator('main noscript p')).toHaveText(/^Github is slow to respond/);
    await expect(page.getByRole('status')).toHaveCount(0);
  });

  test('shows the status when the developers cannot be loaded', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(400, '/dev/profiles');
    expect((await page.goto('/dev/profiles?cursor=nonsense'))?.status()).toBe(400);
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load profiles' })).toContainText('400');
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await expect(page).toHaveURL('/dev/profiles');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('renders a complete profile with its metadata in the head', async ({ page, members, site }) => {
    const { id, email, call } = await members.signUp('Ada Lowenthal', fullProfile);
    await call('GET', `/api/profile/github/${fullProfile.githubusername}`); // waits until the repositories are stored
    await page.goto(`/dev/profile/${id}`);
    await expect(page).toHaveTitle('Ada Lowenthal · Dev Connector Demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await expect(page.getByText('Notes & <b>more</b> "notes"')).toBeVisible();
    await expect(page.getByText('No experience credentials')).toBeVisible();
    await expect(page.getByRole('link', { name: 'analytical-engine' })).toBeVisible();
    await expect(page.getByRole('status')).toHaveCount(0);
    const tag = (name: string) => page.locator(`head meta[property="${name}"], head meta[name="${name}"]`);
    await expect(tag('og:title')).toHaveAttribute('content', 'Ada Lowenthal');
    await expect(tag('og:type')).toHaveAttribute('content', 'profile');
    const { handle } = await call<{ handle: string }>('GET', '/api/auth');
    await expect(tag('og:url')).toHaveAttribute('content', `${site}/dev/@${handle}`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}/dev/@${handle}`);
    await expect(tag('og:image')).toHaveAttribute('content', `${site}/dev/profile/${id}/og.png`);
    for (const name of ['description', 'og:description'])
      await expect(tag(name)).toHaveAttribute('content', /Senior Developer at Analytical Engines.*London.*Notes & <b>more<\/b> "notes"/);
    expect(await page.content()).not.toContain(email);
  });
});

test('answers 404 for an unknown URL and links to an existing page', async ({ page, pageErrors }) => {
  for (const path of ['/nothing', '/dev/nothing', '/dev/profile/nonsense/more', '/dev/profile/nonsense']) {
    pageErrors.expectFailure(404, path);
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/);
    await expect(page).toHaveTitle(/not found · Dev Connector Demo/);
    expect(await page.content()).not.toMatch(/\n\s+at |node_modules/);
  }
  await page.goto('/nothing');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dev/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Connector');
});

test('sends a strict content security policy and nosniff', async ({ page }) => {
  const response = await page.goto('/dev');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("img-src 'self';");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

const titles: Record<string, string> = {
  '/dev/dashboard': 'Dashboard',
  '/dev/create-profile': 'Create Your Profile',
  '/dev/posts': 'Posts',
  '/dev/profiles': 'Developers',
};

test('preloads modules with low priority after the first paint', async ({ page }) => {
  for (const path of ['/dev', '/dev/profiles', '/dev/posts', '/dev/formatter']) {
    const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await scripts;
      await route.continue();
    });
    const response = await page.goto(path, { waitUntil: 'commit' });
    expect(await response?.text()).not.toContain('<link rel="modulepreload"');
    const preload = page.locator('head link[rel=modulepreload][fetchpriority=low][href*=shell]');
    await expect(preload).toHaveCount(1);
    expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    release();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('requests the account and the data of a member screen once, before its scripts arrive', async ({ member: { page } }) => {
  await withoutStream(page); // it would read the newest posts
  for (const [path, apiPaths] of [
    ['/dev/posts', ['/api/follows', '/api/posts?embed=&feed=latest']],
    ['/dev/dashboard', ['/api/profile/me']],
  ] as const) {
    const expected = ['/api/auth', ...apiPaths];
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url().replace(/^https?:..[^/]+/, '')));
    const { promise: scripts, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => requested.filter((url) => expected.includes(url)).sort()).toEqual(expected);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(requested.filter((url) => expected.includes(url))).toHaveLength(expected.length);
    await page.unrouteAll();
    page.removeAllListeners('request');
  }
});

test('responds to unknown URLs with 404 and one title', async ({ request }) => {
  for (const path of ['/nothing', '/dev/nothing', '/dev/profile/nothing', '/dev/posts/nothing', '/dev/edit-experience/nothing']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect((await response.text()).match(/<title>[^<]*/g), path).toEqual([expect.stringContaining('not found · Dev Connector Demo')]);
  }
});

test('describes member screens by the tagline of the site', async ({ request }) => {
  for (const path of ['/dev/posts', '/dev/dashboard', '/dev/login'])
    expect(await (await request.get(path)).text()).toContain('<meta name="description" content="Create a developer profile');
});

test('keeps what the server rendered until the code of that part arrives', async ({ member: { page }, members, pageErrors }) => {
  const { id, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await call('PUT', '/api/profile/experience', { title: 'Engineer', company: 'Analytical Engines', from: '2015-01-01', to: '2020-01-01' });
  await call('PUT', '/api/profile/experience', { title: 'Lead', company: 'Analytical Engines', from: '2020-01-01', current: true });
  await page.goto('/icon.svg'); // ends the requests of the page before
  const slow = await hold(page, 'GET', /\/assets\/(Missing|Drawings)-[^/]*\.js$/);
  pageErrors.expectFailure(404, '/dev/profile/nobody');
  for (const [index, [path, name]] of [
    ['/dev/profile/nobody', 'Profile not found'] as const,
    [`/dev/profile/${id}`, 'Career'] as const,
  ].entries()) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => slow.held.length).toBe(index + 1);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible(); // the screen knows the member
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.evaluate(() => location.assign('#main')); // renders everything that uses the location
    await expect(page).toHaveURL(`${path}#main`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  slow.release();
  await expect(page.getByRole('heading', { name: 'Career' })).toBeVisible();
});

test('updates and announces the title, and moves the focus, on navigation', async ({ member: { page } }) => {
  await page.goto('/dev/dashboard');

  await test.step('moves the focus and announces the title on navigation', async () => {
    await page.getByRole('navigation', { name: 'Main' }).locator('ul:visible a[href="/dev/posts"]').click();
    await expect(page).toHaveURL('/dev/posts');
    await expect(page.getByRole('main')).toBeFocused();
    // The feed has a live region, too.
    await expect(page.locator('p[aria-live=polite]').filter({ hasText: /^Posts · Dev Connector Demo$/ })).toHaveCount(1);
  });

  await test.step('updates the title on navigation', async () => {
    await page.goto('/dev/dashboard');
    const bar = page.getByRole('navigation', { name: 'Main' });
    for (const [path, title] of Object.entries(titles)) {
      const link =
        path === '/dev/create-profile' ? page.getByRole('link', { name: 'Create Profile' }) : bar.locator(`ul:visible a[href="${path}"]`);
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${title} · Dev Connector Demo`);
      await expect(page.locator('head title')).toHaveCount(1);
    }
  });
});

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('fits every screen into any window width without horizontal scrolling', async ({ members }) => {
  const { page, id, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await call('PUT', '/api/profile/experience', {
    title: 'T'.repeat(120),
    company: 'C'.repeat(120),
    from: '2001-02-03',
    description: 'D'.repeat(900),
  });
  await call('PUT', '/api/profile/education', { school: 'S'.repeat(120), degree: 'D'.repeat(120), from: '2001-02-03', to: '2002-03-04' });
  const { _id: post } = await call('POST', '/api/posts', { text: 'P'.repeat(900) });
  const paths = [
    ...['dashboard', 'account', 'edit-profile', 'add-experience', 'add-education', 'posts', `posts/${post}`, 'profiles', `profile/${id}`],
    ...['formatter', 'reset-password'],
  ];
  for (const path of paths) {
    await page.goto(`/dev/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    for (const width of [320, 390, 640, 768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page), `${path} at ${width}`).toBe(0);
    }
  }
});

test('has room for the search field, the name and Logout in the bar of a tablet', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await page.goto('/dev/bookmarks');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  const widthOfSearch = async () => (await bar.getByRole('combobox', { name: 'Search' }).boundingBox())?.width ?? 0;
  expect(await widthOfSearch()).toBeGreaterThanOrEqual(144);
  await expect.poll(() => overflow(page)).toBe(0);
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeHidden();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await widthOfSearch()).toBeGreaterThanOrEqual(120);
  const name = bar.locator('.brand bdi');
  await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect.poll(() => overflow(page)).toBe(0);
});

test('does not scroll if a screen fits into the window, and keeps the footer at its end', async ({ page }) => {
  for (const height of [1080, 844]) {
    await page.setViewportSize({ width: height === 844 ? 390 : 1280, height });
    for (const path of ['/dev/login', '/dev/reset-password']) {
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), path).toBe(0);
    }
  }
});
