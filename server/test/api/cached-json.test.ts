import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openDb } from '../../src/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf } from '../client.ts';
import { type Person, saveProfile, signUp, writePost } from '../community.ts';
import { openSite, type Site } from '../site.ts';

/*
 * The JSON of posts and profiles is kept by version. Whatever changes them is seen at once: by another process that has kept what was before, and by
 * everybody as they should see it.
 */

const here = await openSite();
const elsewhere = await another();

/** A further process on the same database. */
async function another(): Promise<Site> {
  const db = await openDb(here.settings);
  const app = await buildApp({ settings: here.settings, db });
  onCleanup(async () => {
    await app.close();
    await db.close();
  });
  return { app, db, settings: here.settings };
}

let people = 0;
const someone = () => signUp(here, `Person${++people}`);
const at = (site: Site, { token }: Person) => clientOf(site, token);

describe('a post', () => {
  let [author, reader]: Person[] = [];
  let id: string;

  /** Every way to read the post, as this member, from this process. */
  async function readings(site: Site, member: Person): Promise<unknown[]> {
    const pages = ['', '?embed=', '?embed=likes', '?embed=comments', '?limit=1'].map((query) => `/api/posts${query}`);
    const read = [];
    for (const url of [...pages, `/api/posts/${id}`]) {
      const { status, body } = await at(site, member).get(url);
      read.push(Array.isArray(body) ? (body.find(({ _id }) => _id === id) ?? 'not listed') : status === 200 ? body : status);
    }
    return read;
  }

  beforeEach(async () => {
    [author, reader] = [await someone(), await someone()];
    id = await writePost(author);
  });

  /** What the other process answers before and after a change that was made here; after it, it must say what a process says that has kept nothing. */
  async function changing(change: () => Promise<{ status: number }>): Promise<{ before: unknown[]; after: unknown[] }> {
    const before = await readings(elsewhere, reader as Person);
    expect(await readings(elsewhere, reader as Person)).toEqual(before);
    expect((await change()).status).toBe(200);
    const after = await readings(elsewhere, reader as Person);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await readings(await another(), reader as Person));
    expect(after).toEqual(await readings(here, reader as Person));
    return { before, after };
  }

  test('that is liked is so everywhere at once, and so is the like that is taken back', async () => {
    const { before } = await changing(() => (author as Person).put(`/api/posts/like/${id}`));
    const { after } = await changing(() => (author as Person).put(`/api/posts/unlike/${id}`));
    expect(after).toEqual(before);
  });

  test('shows its comments and their deletion everywhere at once', async () => {
    const { before } = await changing(() => (author as Person).post(`/api/posts/comment/${id}`, { text: 'Yes' }));
    const [comment] = (await (reader as Person).get(`/api/posts/${id}`)).body.comments;
    const { after } = await changing(() => (author as Person).delete(`/api/posts/comment/${id}/${comment._id}`));
    expect(after).toEqual(before);
  });

  test('is gone everywhere at once', async () => {
    const { after } = await changing(() => (author as Person).delete(`/api/posts/${id}`));
    expect(after).toEqual([...Array(5).fill('not listed'), 404]);
  });

  test('loses everywhere at once what a deleted account liked and said', async () => {
    const leaving = await someone();
    const empty = await readings(elsewhere, reader as Person);
    await leaving.put(`/api/posts/like/${id}`);
    await leaving.post(`/api/posts/comment/${id}`, { text: 'Goodbye' });
    const { after } = await changing(() => leaving.delete('/api/profile'));
    expect(after).toEqual(empty);
  });

  test('is gone everywhere at once with its author’s account', async () => {
    const { after } = await changing(() => (author as Person).delete('/api/profile'));
    expect(after).toEqual([...Array(5).fill('not listed'), 404]);
  });

  test('is liked by those who like it, whoever read it before them', async () => {
    await (reader as Person).put(`/api/posts/like/${id}`);
    const liked = (read: unknown[]) => read.map((post) => (post as { liked: boolean }).liked);
    for (let round = 0; round < 2; round++) {
      expect(liked(await readings(elsewhere, reader as Person))).toEqual(Array(6).fill(true));
      expect(liked(await readings(elsewhere, author as Person))).toEqual(Array(6).fill(false));
    }
    expect(await readings(elsewhere, await someone())).toEqual(await readings(elsewhere, author as Person));
  });

  test('made twice with one key is answered as it is, not as it was', async () => {
    const key = { 'idempotency-key': `key-${id}` };
    const { body: first } = await (author as Person).post('/api/posts', { text: 'Once' }, key);
    await (author as Person).put(`/api/posts/like/${first._id}`);
    const { body: second } = await (author as Person).post('/api/posts', { text: 'Twice' }, key);
    expect(second).toMatchObject({ _id: first._id, text: 'Once', likeCount: 1, liked: true, likes: [{ user: (author as Person)._id }] });
  });
});

describe('a profile', () => {
  let owner: Person;
  beforeEach(async () => {
    owner = await someone();
    await saveProfile(owner, { company: 'Analytical Engines' });
  });

  const readings = async (site: Site) => {
    const [alone, own, list] = await Promise.all([
      clientOf(site).get(`/api/profile/user/${owner._id}`),
      at(site, owner).get('/api/profile/me'),
      clientOf(site).get('/api/profile'),
    ]);
    return [alone.body, own.body, list.body[0]];
  };

  const entry = { title: 'Engineer', company: 'Engines', school: 'School', degree: 'Degree', from: '2020-01-01' };
  test('shows everywhere at once what was changed', async () => {
    const changes: Array<[string, () => Promise<{ status: number }>]> = [
      ['saved', () => owner.post('/api/profile', { status: 'Manager', skills: 'Ada' })],
      ['work added', () => owner.put('/api/profile/experience', entry)],
      ['education added', () => owner.put('/api/profile/education', entry)],
      [
        'résumé imported',
        () =>
          owner.put('/api/profile/resume', {
            resume: JSON.stringify({ work: [{ name: 'Looms', position: 'Weaver', startDate: '2018-01-01' }] }),
          }),
      ],
      ['work removed', async () => owner.delete(`/api/profile/experience/${(await readings(here))[0].experience[0]._id}`)],
      ['education removed', async () => owner.delete(`/api/profile/education/${(await readings(here))[0].education[0]._id}`)],
    ];
    for (const [name, change] of changes) {
      const before = await readings(elsewhere);
      expect((await change()).status, name).toBe(200);
      const after = await readings(elsewhere);
      expect(after, name).not.toEqual(before);
      expect(after, name).toEqual(await readings(await another()));
      expect(after[1], name).toEqual(after[0]);
      expect(after[2], name).toEqual(after[0]);
    }
  });

  test('is gone everywhere at once with its account', async () => {
    await readings(elsewhere);
    await owner.delete('/api/profile');
    expect((await clientOf(elsewhere).get(`/api/profile/user/${owner._id}`)).status).toBe(404);
    const list = (await clientOf(elsewhere).get('/api/profile')).body as Array<{ user: { _id: string } }>;
    expect(list.filter(({ user }) => user._id === owner._id)).toEqual([]);
  });
});
