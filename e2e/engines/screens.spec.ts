import { globSync, readFileSync } from 'node:fs';
import type { Member } from '../members.ts';
import type { EngineLocator, EnginePage } from './page.ts';
import { expect, test } from './test.ts';

interface Screen {
  /** As in web/app/routes.ts. */
  route: string;
  path: string;
  /** A part of the content that loads last. */
  content(page: EnginePage): EngineLocator;
}

const heading =
  (name: string | RegExp) =>
  (page: EnginePage): EngineLocator =>
    page.getByRole('heading', { name });
const control =
  (label: string | RegExp) =>
  (page: EnginePage): EngineLocator =>
    page.getByLabel(label);

const text =
  (text: string) =>
  (page: EnginePage): EngineLocator =>
    page.getByText(text).first();

const forVisitors: Screen[] = [
  { route: '/dev', path: '/dev', content: heading('Developer Connector') },
  { route: '/dev/register', path: '/dev/register', content: control('Confirm Password') },
  { route: '/dev/login', path: '/dev/login', content: control('Email Address') },
  { route: '/dev/reset-password', path: '/dev/reset-password', content: heading('Set a new password') },
  { route: '/dev/forgot-password', path: '/dev/forgot-password', content: heading('Forgot your password?') },
  { route: '/dev/confirm-email', path: '/dev/confirm-email', content: heading('Confirm your e-mail address') },
  { route: '/dev/restore-email', path: '/dev/restore-email', content: heading('Restore your e-mail address') },
  { route: '/dev/explore', path: '/dev/explore', content: heading('Explore') },
  { route: '/dev/search', path: '/dev/search', content: heading('Search') },
  { route: '/dev/formatter', path: '/dev/formatter', content: heading('JSON Formatter') },
];

const missing: Screen[] = [
  ...['about', 'rules', 'privacy'].map((page) => ({ route: `/dev/${page}`, path: `/dev/${page}`, content: heading(/not found/) })),
  { route: '/*', path: '/nothing', content: heading(/not found/) },
];

const forNewcomers: Screen[] = [{ route: '/dev/create-profile', path: '/dev/create-profile', content: heading('Create Your Profile') }];

/** The screens of a member's profile, whose experience and education have these ids. */
const ofProfile = ({ experience, education }: Record<'experience' | 'education', string> = { experience: '', education: '' }): Screen[] => [
  { route: '/dev/dashboard', path: '/dev/dashboard', content: heading('Experience Credentials') },
  { route: '/dev/account', path: '/dev/account', content: heading('Name and e-mail') },
  { route: '/dev/edit-profile', path: '/dev/edit-profile', content: (page) => page.getByRole('combobox', { name: /^Skills/ }) },
  { route: '/dev/add-experience', path: '/dev/add-experience', content: control(/^Company/) },
  { route: '/dev/add-education', path: '/dev/add-education', content: control(/^Degree/) },
  { route: '/dev/edit-experience/:id', path: `/dev/edit-experience/${experience}`, content: control(/^Company/) },
  { route: '/dev/edit-education/:id', path: `/dev/edit-education/${education}`, content: control(/^Degree/) },
];

/** The screens of members, and of a post. */
const ofPeople = ({ id, handle, post }: Record<'id' | 'handle' | 'post', string> = { id: '', handle: '', post: '' }): Screen[] => [
  { route: '/dev/profiles', path: '/dev/profiles', content: heading('Developers') },
  { route: '/dev/profile/:id', path: `/dev/profile/${id}`, content: heading('Ada Lowenthal') },
  { route: '/dev/profile/:id/posts', path: `/dev/profile/${id}/posts`, content: text('A post with') },
  { route: '/dev/:id', path: `/dev/@${handle}`, content: heading('Ada Lowenthal') },
  { route: '/dev/:id/posts', path: `/dev/@${handle}/posts`, content: text('A post with') },
  { route: '/dev/profile/:id/followers', path: `/dev/profile/${id}/followers`, content: heading('Followers') },
  { route: '/dev/profile/:id/following', path: `/dev/profile/${id}/following`, content: heading('Following') },
  { route: '/dev/posts/:id/:slug?', path: `/dev/posts/${post}`, content: control('Leave a Comment') },
];

const ofPosts: Screen[] = [
  ...['', '/latest', '/top', '/unanswered'].map((feed) => ({
    route: `/dev/posts${feed}`,
    path: `/dev/posts${feed}`,
    content: control('Say Something...'),
  })),
  { route: '/dev/posts/following', path: '/dev/posts/following', content: heading('Following') },
  { route: '/dev/notifications', path: '/dev/notifications', content: text('No notifications yet') },
  { route: '/dev/notifications/mentions', path: '/dev/notifications/mentions', content: text('No mentions yet') },
  { route: '/dev/bookmarks', path: '/dev/bookmarks', content: heading('Bookmarks') },
  { route: '/dev/tags', path: '/dev/tags', content: heading('Tags') },
  { route: '/dev/tags/:tag', path: '/dev/tags/engines', content: text('A post with') },
];

/** Routes of the built pages. */
function builtRoutes(): string[] {
  const folder = new URL('../../web/build/client/assets/', import.meta.url).pathname;
  const [file = ''] = globSync('manifest-*.js', { cwd: folder });
  const { routes } = JSON.parse(readFileSync(folder + file, 'utf8').replace(/^window\.__reactRouterManifest=|;$/g, '')) as {
    routes: Record<string, { id: string; parentId?: string; path?: string }>;
  };
  const pathOf = (id?: string): string => {
    const route = id && routes[id];
    return route ? pathOf(route.parentId) + (route.path ? `/${route.path}` : '') : '';
  };
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map(pathOf);
}

async function open(page: EnginePage, screens: Screen[]): Promise<void> {
  for (const { path, content } of screens) {
    await page.goto(path);
    await content(page).waitFor();
    await page.waitForLoadState('networkidle'); // parts that load later
    expect(await page.getByText('Something went wrong').count(), path).toBe(0);
  }
}

const writePost = ({ call }: Omit<Member, 'page'>) => call('POST', '/api/posts', { text: 'A post with `code` and the tag #engines' });

test("the visitor's screens load without an error", ({ page }) => open(page, forVisitors));

test('pages that do not exist have no error other than their status', async ({ page, takeErrors }) => {
  await open(page, missing);
  // Chromium reports the status.
  expect((await takeErrors()).filter((error) => !/status of 404/.test(error))).toEqual([]);
});

test("a new member's screens and those of a profile load without an error", async ({ page, member: { call } }) => {
  await open(page, forNewcomers);
  await call('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS' });
  const dates = { from: '2001-02-03', to: '2002-03-04' };
  await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', ...dates });
  const { experience, education } = await call<Record<'experience' | 'education', [{ _id: string }]>>('PUT', '/api/profile/education', {
    school: 'Home',
    degree: 'Geometry',
    ...dates,
  });
  await open(page, ofProfile({ experience: experience[0]._id, education: education[0]._id }));
});

test('screens of people load without an error', async ({ page, signUp }) => {
  const ada = await signUp('Ada Lowenthal', {});
  const { _id: post } = await writePost(ada);
  const { handle } = await ada.call<{ handle: string }>('GET', '/api/auth');
  await open(page, ofPeople({ id: ada.id, handle, post }));
});

test('screens of posts load without an error', async ({ page, member }) => {
  await writePost(member);
  await open(page, ofPosts);
});

test('the tests above open all screens @chromium', () => {
  const opened = [forVisitors, missing, forNewcomers, ofProfile(), ofPeople(), ofPosts].flat().map(({ route }) => route);
  expect(opened.toSorted()).toEqual(builtRoutes().toSorted());
});
