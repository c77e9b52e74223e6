import { expect, test } from 'vitest';
import { createContext } from '../../src/context.ts';
import { newId } from '../../src/id.ts';
import { registerRenames } from '../../src/posts/renames.ts';
import { saveProfile, signUp, writePost } from '../community.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const { db, settings } = site;

test('a new name appears in cached posts, comments and the profile', async () => {
  const [ada, grace] = [await signUp(site, 'Ada'), await signUp(site, 'Grace')];
  await saveProfile(ada);
  await db.transaction(async (tx) => {
    for (let index = 0; index < 250; index++)
      await tx.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${ada._id}, ${'Text'}, ${Date.now()})`;
  });
  const commented = await writePost(grace, 'A question');
  await ada.post(`/api/posts/comment/${commented}`, { text: 'An answer' });
  const feed = async () =>
    JSON.stringify([(await grace.get('/api/posts?limit=100')).body, (await grace.get(`/api/posts/${commented}`)).body]);
  const profile = async () => (await grace.get(`/api/profile/user/${ada._id}`)).body.user.name;
  expect([await profile(), (await feed()).split('"name":"Ada').length - 1]).toEqual([ada.name, 101]);

  // As a feature does that changes the name.
  const context = createContext(settings, db, { warn: () => {}, error: () => {} });
  registerRenames(context);
  await db.transaction(async (tx) => {
    await tx.run`update users set name = ${'Countess'} where id = ${ada._id}`;
    await context.events.publish(tx, { type: 'user.renamed', userId: ada._id });
  });
  expect(await profile()).toBe('Countess');
  expect(await site.app.jobs.runDue()).toBeGreaterThanOrEqual(4); // three batches of posts and one of comments
  expect(await feed()).not.toContain('"name":"Ada');
  expect((await feed()).split('"name":"Countess').length - 1).toBe(101);
  expect(await db.all`select id from posts where user_id = ${ada._id} and version = 1`).toEqual([]);
  expect(await db.all`select id from posts where user_id = ${grace._id} and version > 3`).toEqual([]);
});
