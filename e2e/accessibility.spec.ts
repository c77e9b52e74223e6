import { expectAccessible, violations } from './axe.ts';
import { fill, submit } from './forms.ts';
import { password } from './members.ts';
import { errorResponse, hold } from './network.ts';
import { alert, expect, test } from './test.ts';

/*
 * Checks every screen and state, in both themes and on a phone and a desktop, against WCAG 2.2 AA and axe's best practices. The journeys test what axe cannot detect, such as the focus
 * order and announcements.
 */
const fullProfile = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  website: 'https://engine.example/about',
  location: 'London',
  skills: 'Mathematics,Punch cards,Poetry,Notes,Looms',
  githubusername: 'ada-accessible',
  bio: 'I write notes',
  twitter: 'https://twitter.example/ada',
};
const entry = { from: '2001-02-03', to: '2002-03-04', description: 'A while' };

test.describe('a visitor', () => {
  test('/dev/login, after the session has ended', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(401, '/api/');
    await page.goto('/icon.svg');
    await page.evaluate(() => localStorage.setItem('token', 'ended'));
    await page.goto('/dev/dashboard');
    await expect(page.getByText('You have been signed out')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible(); // the message appears before the redirect
    await expectAccessible(page);
  });

  test('the screens of developers', async ({ page, members }) => {
    const { id, call } = await members.signUp('Ada Lowenthal', fullProfile);

    await test.step('/dev/profiles', async () => {
      await page.goto('/dev/profiles');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('/dev/profile/…, with every field', async () => {
      await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', ...entry });
      await call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', ...entry });
      await page.goto(`/dev/profile/${id}`);
      await expect(page.getByRole('link', { name: 'analytical-engine' })).toBeVisible();
      await expectAccessible(page);
    });
  });

  test('/dev/profiles, when loading fails', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(500, '/api/profile');
    await page.goto('/dev');
    await page.route(/\/api\/profile(\?.*)?$/, (route) => route.fulfill(errorResponse(500, 'No')));
    await page.getByRole('main').getByRole('link', { name: 'Browse developers' }).click();
    await expect(page.getByText('Failed to load profiles')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/profile/…, with a minimal profile and a failing code host', async ({ page, members, pageErrors }) => {
    const { id } = await members.signUp('Ada Lowenthal', { githubusername: 'broken-accessible' });
    pageErrors.expectFailure(502, '/api/profile/github/');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByText('Failed to load profile')).toBeVisible();
    await expectAccessible(page);
  });

  test('the screens of visitors', async ({ page, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/users');
    for (const path of ['/dev/nothing', '/dev/profile/nobody']) pageErrors.expectFailure(404, path);

    await test.step('an unknown URL', async () => {
      await page.goto('/dev/nothing');
      await expectAccessible(page);
    });

    await test.step('an unknown profile', async () => {
      await page.goto('/dev/profile/nobody');
      await expectAccessible(page);
    });

    await test.step('/dev, /dev/login and /dev/register', async () => {
      for (const path of ['/dev', '/dev/login', '/dev/register']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });

    await test.step('/dev/register, with errors', async () => {
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
      await expectAccessible(page);
    });
  });
});

test.describe('an empty site', () => {
  test.use({ siteName: 'empty' });

  test('/dev/profiles', async ({ page }) => {
    await page.goto('/dev/profiles');
    await expect(page.getByText('No profiles found...')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/posts', async ({ member: { page } }) => {
    await page.goto('/dev/posts');
    await expect(page.getByText('No posts found...')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('a member', () => {
  test('/dev/notifications, empty and with unread ones', async ({ members }) => {
    const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
    await ada.page.goto('/dev/notifications');
    await expect(ada.page.getByText('No notifications yet')).toBeVisible();
    await expectAccessible(ada.page);
    const { _id } = await ada.call('POST', '/api/posts', { text: 'A post' });
    await charles.call('POST', `/api/posts/comment/${_id}`, { text: 'A comment' });
    await charles.call('PUT', `/api/posts/${_id}/like`);
    await ada.page.reload();
    await expect(ada.page.getByRole('link', { name: /^Unread: Charles Brandt liked your post/ })).toBeVisible();
    await expectAccessible(ada.page);
  });

  test('/dev/bookmarks, empty, with folders and with their dialogs', async ({ member: { page, call } }) => {
    await page.goto('/dev/bookmarks');
    await expect(page.getByText('No bookmarks yet')).toBeVisible();
    await expectAccessible(page);
    const { _id } = await call('POST', '/api/posts', { title: 'Bookmarked', text: 'Text' });
    await call('PUT', `/api/bookmarks/${_id}`, { folder: 'To read' });
    await page.goto('/dev/bookmarks?folder=To+read');
    await expect(page.getByRole('article')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Folder: To read' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'No folder' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit folder' })).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/tags, /dev/tags/… and /dev/search', async ({ member: { page, call } }) => {
    const tag = `axe${crypto.randomUUID().slice(0, 8)}`;
    const { _id } = await call('POST', '/api/posts', { title: `On ${tag}`, text: `About #${tag}`, visibility: 'public' });
    await call('POST', `/api/posts/comment/${_id}`, { text: `More on ${tag}` });
    await call('POST', '/api/profile', { status: 'Developer', skills: `${tag}, Looms` });
    await call('PUT', `/api/follows/tags/${tag}`);
    await page.goto(`/dev/tags?q=${tag}`);
    await expect(page.getByRole('main').getByRole('link', { name: `#${tag}` })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dev/tags?q=nothing-begins-with-this');
    await expect(page.getByText('No tag begins with')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/dev/tags/${tag}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dev/search');
    await expect(page.getByRole('link', { name: 'tag:rust' })).toBeVisible();
    await expectAccessible(page);
    for (const type of ['posts', 'comments', 'people']) {
      await page.goto(`/dev/search?q=${tag}&type=${type}`);
      await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()).toBeVisible();
      await expectAccessible(page);
    }
  });

  test('/dev/search, without results and with a wrong query', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/search');
    await page.goto('/dev/search?q=zzzznothing');
    await expect(page.getByText('No posts match')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dev/search?q=after:tomorrow');
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expectAccessible(page);
  });

  test('the lists of followers and followed members, and the follows of the account', async ({ members }) => {
    const [ada, charles] = [await members.signUp('Ada Lowenthal', fullProfile), await members.signUp('Charles Brandt', fullProfile)];
    await ada.call('PUT', `/api/follows/users/${charles.id}`);
    await charles.call('PUT', `/api/follows/users/${ada.id}`);
    for (const list of ['followers', 'following']) {
      await ada.page.goto(`/dev/profile/${charles.id}/${list}`);
      await expect(ada.page.getByRole('main').getByRole('link', { name: 'Ada Lowenthal' })).toBeVisible();
      await expectAccessible(ada.page);
    }
    await ada.page.goto('/dev/account#follows');
    await expect(ada.page.getByLabel('Hide the list of my followers')).toBeVisible();
    await expectAccessible(ada.page);
  });

  test('the feeds', async ({ member: { page } }) => {
    for (const feed of ['latest', 'following', 'top', 'unanswered'])
      await test.step(feed, async () => {
        await page.goto(`/dev/posts/${feed}`);
        await expect(page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: feed })).toHaveAttribute(
          'aria-current',
          'page',
        );
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
      });
  });

  test('/dev/profile/…/posts, with a pinned post and to a visitor', async ({ members, page: visitor }) => {
    const { id, page, call } = await members.signUp('Ada Lowenthal', fullProfile);
    for (const title of ['First', 'Second']) await call('POST', '/api/posts', { title, text: 'Text' });
    const [post] = await call<Array<{ _id: string }>>('GET', `/api/posts?author=${id}`);
    await call('PUT', `/api/pins/${post?._id}`);
    await page.goto(`/dev/profile/${id}/posts`);
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectAccessible(page);
    await visitor.goto(`/dev/profile/${id}/posts`);
    await expect(visitor.getByText('is for members')).toBeVisible();
    await expectAccessible(visitor);
  });

  test('/dev/dashboard without a profile', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(500, '/api/profile/me');

    await test.step('/dev/dashboard, without a profile', async () => {
      await page.goto('/dev/dashboard');
      await expect(page.getByRole('link', { name: 'Create Profile' })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('the open menu on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    await test.step('/dev/dashboard, while loading', async () => {
      await hold(page, 'GET', /\/api\/profile\/me$/);
      await page.goto('/dev/dashboard');
      await expect(page.getByRole('status')).toBeVisible();
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('/dev/dashboard, when loading fails', async () => {
      await page.route('**/api/profile/me', (route) => route.fulfill(errorResponse(500, 'No')));
      await page.goto('/dev/dashboard');
      await expect(page.getByText('Failed to load profile')).toBeVisible();
      await expectAccessible(page);
    });
  });

  test('/dev/dashboard, with every field and the confirmation dialog', async ({ members }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
    await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', ...entry });
    await call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', ...entry });
    await page.goto('/dev/dashboard');
    await expect(page.getByText('Countess')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/account, with another session, errors, a hidden character and the confirmation dialog', async ({ members, pageErrors }) => {
    const { page, email } = await members.signUp('Ada Lowenthal');
    await page.request.post('/api/auth', { data: { email, password }, headers: { 'user-agent': 'admin\u00ad' } });
    pageErrors.expectFailure(400, '/api/auth/password');
    await page.goto('/dev/account');
    await expect(page.getByRole('img', { name: 'Hidden character SHY' })).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/account, when rate-limited', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(429, '/api/auth/sessions');
    await page.route('**/api/auth/sessions', (route) =>
      route.fulfill({ ...errorResponse(429, 'Enough'), headers: { 'retry-after': '60' } }),
    );
    await page.goto('/dev/account');
    await expect(page.getByText('Your sessions could not be loaded')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/create-profile, with errors', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/profile');
    await page.goto('/dev/create-profile');
    await page.getByRole('button', { name: 'Add Social Network Links' }).click();
    await submit(page);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
    await expectAccessible(page);
  });

  test('/dev/edit-profile, with a draft', async ({ members }) => {
    const { page } = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto('/dev/edit-profile');
    await fill(page, { Bio: 'Another' });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/edit-experience/…, and an entry that is gone', async ({ members }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', {});
    const entry = { title: 'Countess', company: 'Lowenthal', from: '2001-02-03' };
    const { experience } = await call<{ experience: Array<{ _id: string }> }>('PUT', '/api/profile/experience', entry);
    await page.goto(`/dev/edit-experience/${experience[0]?._id}`);
    await expect(page.getByLabel('Company')).toHaveValue('Lowenthal');
    await expectAccessible(page);
    await page.goto('/dev/edit-experience/01890000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experience not found');
    await expectAccessible(page);
  });

  test('/dev/add-experience and /dev/add-education', async ({ members }) => {
    const { page } = await members.signUp('Ada Lowenthal', {});
    for (const [path, label] of [
      ['/dev/add-experience', 'Current Job'],
      ['/dev/add-education', 'Current School'],
    ] as const)
      await test.step(path, async () => {
        await page.goto(path);
        await fill(page, { [label]: true });
        await expectAccessible(page);
      });
  });

  test('/dev/posts, with own and other posts and an alert', async ({ members }) => {
    const charles = await members.signUp('Charles Brandt');
    const { _id } = await charles.call('POST', '/api/posts', { text: 'Not mine' });
    const { page, call } = await members.signUp('Ada Lowenthal');
    await call('PUT', `/api/posts/like/${_id}`);
    await page.addInitScript((alertDuration) => {
      const { setTimeout } = window;
      // Keeps the alert visible during all checks.
      window.setTimeout = ((run: () => void, delay?: number) =>
        delay === alertDuration ? 0 : setTimeout(run, delay)) as typeof setTimeout;
    }, 5000);
    await page.goto('/dev/posts');
    await page.getByLabel('Say Something...').fill('Mine');
    await submit(page);
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
    await expectAccessible(page);
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  });

  test('/dev/posts, when loading fails', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(500, '/api/posts');
    await page.route(/\/api\/posts\?/, (route) => route.fulfill(errorResponse(500, 'No')));
    await page.goto('/dev/posts');
    await expect(page.getByText('Failed to load posts')).toBeVisible();
    await expectAccessible(page);
  });

  test('/dev/posts/…, without and with a comment, and not found', async ({ member: { page, call }, pageErrors }) => {
    pageErrors.expectFailure(404, '/api/posts/');

    await test.step('/dev/posts/…, without and with a comment', async () => {
      const { _id } = await call('POST', '/api/posts', { text: 'Discuss' });
      await page.goto(`/dev/posts/${_id}`);
      await expect(page.getByText('No comments yet.')).toBeVisible();
      await expectAccessible(page);
      await call('POST', `/api/posts/comment/${_id}`, { text: 'Hear, hear' });
      await page.reload();
      await expect(page.getByText('Hear, hear')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('/dev/posts/…, not found', async () => {
      await page.goto('/dev/posts/01890000-0000-7000-8000-000000000000');
      await expect(page.getByText('Post not found')).toBeVisible();
      await expectAccessible(page);
    });
  });

  test('/dev/posts and /dev/posts/…, with headings in the texts', async ({ member: { page, call } }) => {
    const text = '## Second level\n\nText\n\n##### Fifth level\n\nText';
    const posts: string[] = [];
    for (const title of ['With a title', '']) {
      const { _id } = await call('POST', '/api/posts', { text, title });
      await call('POST', `/api/posts/comment/${_id}`, { text });
      posts.push(_id);
    }
    await page.goto('/dev/posts');
    await page.getByLabel('Say Something...').fill(text);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Second level', level: 3 })).toHaveCount(3);
    await expectAccessible(page);
    for (const id of posts) {
      await page.goto(`/dev/posts/${id}`);
      await expect(page.getByRole('heading', { name: 'Fifth level', level: 4 })).toHaveCount(2);
      await expectAccessible(page);
    }
  });

  test('/dev/posts/…, with the history, and with an edit in conflict', async ({ member: { page, call }, pageErrors }) => {
    pageErrors.expectFailure(409, '/api/posts/');
    const { _id } = await call('POST', '/api/posts', { title: 'Before', text: 'The first text' });
    await call('PATCH', `/api/posts/${_id}`, { title: 'After', text: 'The second text', version: 1 });
    await page.goto(`/dev/posts/${_id}`);
    await page.getByRole('button', { name: /^edited/ }).click();
    await page.getByRole('dialog', { name: 'History' }).getByText('Version 1').click();
    await page.getByRole('button', { name: 'Erase this text' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'More actions for your post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Edit your post').fill('My text');
    await call('PATCH', `/api/posts/${_id}`, { text: 'The third text', version: 2 });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Saved elsewhere' })).toBeVisible();
    await expectAccessible(page);
  });
});
