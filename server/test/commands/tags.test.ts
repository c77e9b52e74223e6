import { beforeAll, expect, test } from 'vitest';
import { createMember, type TestMember } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const tags = (...args: string[]) => runHere(['tags', ...args], databaseEnvironment(site.settings));
let ada: TestMember;
const namesOf = async (tag: string) => (await ada.get(`/api/posts?tag=${tag}`)).body.map((post: { tags: string[] }) => post.tags);

beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  for (const text of ['#golang #web', '#golang', '#go']) await ada.post('/api/posts', { text });
});

test('lists, renames, merges, aliases and describes tags', async () => {
  expect(await tags('list')).toEqual({
    code: 0,
    err: '',
    out: '1 post  0 followers  go\n2 posts  0 followers  golang\n1 post  0 followers  web\n',
  });
  expect(await tags('rename', 'web', 'Frontend')).toMatchObject({ code: 0, out: '"web" is now an alias of "frontend".\n' });
  expect(JSON.parse((await tags('merge', 'golang', 'go', '--json')).out)).toEqual({ alias: 'golang', tag: 'go' });
  expect((await tags('alias', 'go-lang', 'go')).code).toBe(0);
  expect(await tags('describe', 'go', ' A language ')).toMatchObject({ code: 0, out: 'Described "go".\n' });
  await site.app.jobs.runDue();
  expect(await namesOf('golang')).toEqual([['go'], ['go'], ['go', 'frontend']]);
  expect(
    (await tags('list', '--json')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { name: 'frontend', posts: 1, followers: 0, aliases: ['web'] },
    { name: 'go', posts: 3, followers: 0, description: 'A language', aliases: ['go-lang', 'golang'] },
  ]);
  expect((await tags('describe', 'go', '')).out).toBe('Removed the description of "go".\n');
});

test.for<[string[], number, string]>([
  [['rename', 'unknown', 'other'], 1, 'There is no tag "unknown".'],
  [['rename', 'go', 'frontend'], 1, '"frontend" is a tag already. Use "tags merge" to move its posts.'],
  [['merge', 'go', 'unknown'], 1, 'There is no tag "unknown".'],
  [['alias', 'go', 'frontend'], 1, '"go" is a tag already. Use "tags merge" to move its posts.'],
  [['merge', 'go', 'GO'], 1, 'Both names are the same tag.'],
  [['describe', 'unknown', 'x'], 1, 'There is no tag "unknown".'],
  [['alias', '1a', 'go'], 2, '"1a" is not a tag'],
  [['describe', 'go', 'x'.repeat(501)], 2, 'A description has at most 500 characters.'],
])('%j changes nothing and exits with %i', async ([args, code, message]) => {
  const before = (await tags('list', '--json')).out;
  expect(await tags(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  expect((await tags('list', '--json')).out).toBe(before);
});
