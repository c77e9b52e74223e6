import { limits, searchErrors } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, saveProfile, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const [ada, ben] = (await createMembers(site, 2)) as [TestMember, TestMember];
const visitor = clientOf(site);
const counts = async (client: typeof visitor, q: string) => (await client.get(`/api/search/counts?q=${encodeURIComponent(q)}`)).body;

test('counts the results of each type, and names the type with the best one', async () => {
  const post = await writePost(ada, 'About marmots');
  await ben.post(`/api/posts/comment/${post}`, { text: 'Marmots sleep' });
  await ben.post(`/api/posts/comment/${post}`, { text: 'Marmots whistle' });
  await saveProfile(ben, { bio: 'Marmots are fine' });
  expect(await counts(ada, 'marmots')).toEqual({ posts: 1, people: 1, comments: 2, best: 'posts' });
  await saveProfile(ben, { skills: 'Marmots' });
  expect(await counts(ada, 'marmots')).toMatchObject({ posts: 1, people: 1, best: 'people' });
  await ada.post('/api/posts', { title: 'Marmots', text: 'Furry' });
  expect(await counts(ada, 'marmots')).toMatchObject({ posts: 2, best: 'posts' });
  expect(await counts(ada, 'whistle')).toEqual({ posts: 0, people: 0, comments: 1, best: 'comments' });
  expect(await counts(ada, 'groundhogs')).toEqual({ posts: 0, people: 0, comments: 0 });
});

test('leaves out types that an operator does not apply to, and those for members only', async () => {
  await saveProfile(ben, { skills: 'Otters', bio: 'Otter' });
  await writePost(ada, 'Otters');
  expect(await counts(ada, 'skill:otters')).toEqual({ people: 1, best: 'people' });
  expect(await counts(ada, 'otters by:nobody')).toEqual({ posts: 0, comments: 0 });
  expect(await counts(visitor, 'otters')).toEqual({ people: 1, best: 'people' });
  expect(await counts(visitor, 'tag:otters')).toEqual({});
  for (const client of [visitor, ada])
    for (const q of ['', '%22', '%F0%9F%A6%A6'])
      expect(await client.get(`/api/search/counts?q=${q}`)).toMatchObject(errorResponse(400, searchErrors.empty, 'q'));
  expect(await visitor.get('/api/search/counts?q=tag:otters%20skill:otters')).toMatchObject(
    errorResponse(400, searchErrors.notForType('tag', 'people'), 'q'),
  );
});

test('counts at most the length of a page', async () => {
  const post = await writePost(ada, 'Capybaras');
  for (let index = 0; index < limits.pageMax + 1; index++) await ben.post(`/api/posts/comment/${post}`, { text: 'Capybaras' });
  expect(await counts(ada, 'capybaras')).toMatchObject({ posts: 1, comments: limits.pageMax });
});
