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

const forVisitors: Screen[] = [
  { route: '/dev', path: '/dev', content: heading('Developer Connector') },
  { route: '/dev/register', path: '/dev/register', content: control('Confirm Password') },
  { route: '/dev/login', path: '/dev/login', content: control('Email Address') },
  { route: '/dev/reset-password', path: '/dev/reset-password', content: heading('Set a new password') },
  { route: '/dev/search', path: '/dev/search', content: heading('Search') },
  { route: '/dev/formatter', path: '/dev/formatter', content: heading('JSON Formatter') },
  { route: '/dev/:page', path: '/dev/nothing', content: heading(/not found/) },
  { route: '/*', path: '/nothing', content: heading(/not found/) },
];

/** The screens of a member who has written a post. */
async function forMembers({ id, call }: Omit<Member, 'page'>): Promise<Screen[]> {
  await call('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS' });
  const dates = { from: '2001-02-03', to: '2002-03-04' };
  const profile = await call<Record<'experience' | 'education', Array<{ _id: string }>>>('PUT', '/api/profile/experience', {
    title: 'Countess',
    company: 'Lowenthal',
    ...dates,
  });
  const { education } = await call<typeof profile>('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', ...dates });
  const { _id: post } = await call('POST', '/api/posts', { text: 'A post with `code` and the tag #engines' });
  const composer = control('Say Something...');
  return [
    { route: '/dev/profiles', path: '/dev/profiles', content: heading('Developers') },
    { route: '/dev/profile/:id', path: `/dev/profile/${id}`, content: heading('Ada Lowenthal') },
    { route: '/dev/profile/:id/posts', path: `/dev/profile/${id}/posts`, content: (page) => page.getByText('A post with') },
    { route: '/dev/profile/:id/followers', path: `/dev/profile/${id}/followers`, content: heading('Followers') },
    { route: '/dev/profile/:id/following', path: `/dev/profile/${id}/following`, content: heading('Following') },
    { route: '/dev/posts/:id/:slug?', path: `/dev/posts/${post}`, content: control('Leave a Comment') },
    { route: '/dev/dashboard', path: '/dev/dashboard', content: heading('Experience Credentials') },
    { route: '/dev/account', path: '/dev/account', content: heading('Name and e-mail') },
    { route: '/dev/create-profile', path: '/dev/create-profile', content: heading('Create Your Profile') },
    { route: '/dev/edit-profile', path: '/dev/edit-profile', content: control(/^Skills( \*)?$/) },
    { route: '/dev/add-experience', path: '/dev/add-experience', content: control(/^Company/) },
    { route: '/dev/add-education', path: '/dev/add-education', content: control(/^Degree/) },
    {
      route: '/dev/edit-experience/:id',
      path: `/dev/edit-experience/${profile.experience[0]?._id}`,
      content: control(/^Company/),
    },
    { route: '/dev/edit-education/:id', path: `/dev/edit-education/${education[0]?._id}`, content: control(/^Degree/) },
    { route: '/dev/bookmarks', path: '/dev/bookmarks', content: heading('Bookmarks') },
    { route: '/dev/tags', path: '/dev/tags', content: heading('Tags') },
    { route: '/dev/tags/:tag', path: '/dev/tags/engines', content: (page) => page.getByText('A post with').first() },
    ...['', '/latest', '/top', '/unanswered'].map((feed) => ({ route: `/dev/posts${feed}`, path: `/dev/posts${feed}`, content: composer })),
    { route: '/dev/posts/following', path: '/dev/posts/following', content: heading('Following') },
  ];
}

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

async function open(page: EnginePage, { path, content }: Screen): Promise<void> {
  await page.goto(path);
  await content(page).waitFor();
  await page.waitForLoadState('networkidle'); // parts that load later
  expect(await page.getByText('Something went wrong').count(), path).toBe(0);
}

test('every screen loads without an error', async ({ page, signUp, takeErrors }) => {
  for (const screen of forVisitors) {
    await open(page, screen);
    // The browser reports the status of a page that does not exist.
    if (screen.path.endsWith('nothing')) expect((await takeErrors()).filter((error) => !/status of 404/.test(error))).toEqual([]);
  }
  const screens = await forMembers(await signUp('Ada Lowenthal'));
  for (const screen of screens) await open(page, screen);
  expect([...forVisitors, ...screens].map(({ route }) => route).toSorted()).toEqual(builtRoutes().toSorted());
});
