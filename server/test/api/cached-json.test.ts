import type { Post } from '@dev-connector/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { touchPosts } from '../../src/features/posts/change-post.ts';
import { visiblePosts } from '../../src/features/visibility/policy.ts';
import { clientOf } from '../client.ts';
import { saveProfile, signUp, type TestMember, writePost } from '../members.ts';
import { openProcess, openSite, type Site } from '../site.ts';

/*
 * The JSON of posts and profiles is cached by version. Every change must be visible immediately in another process that has cached the previous version,
 * and each viewer must get their own view.
 */

const processA = await openSite();
const processB = await openProcess(processA);

let people = 0;
const newMember = () => signUp(processA, `Person${++people}`);
const clientAt = (site: Site, { token }: TestMember) => clientOf(site, token);

describe('a post', () => {
  let [author, viewer]: TestMember[] = [];
  let id: string;

  /** Reads the post from every endpoint that returns it, as this member in this process. */
  async function readEverywhere(site: Site, member: TestMember): Promise<unknown[]> {
    const pages = ['', '?embed=', '?embed=likes', '?embed=comments', '?limit=1'].map((query) => `/api/posts${query}`);
    const read = [];
    for (const url of [...pages, `/api/posts/${id}`]) {
      const { status, body } = await clientAt(site, member).get(url);
      read.push(Array.isArray(body) ? (body.find(({ _id }) => _id === id) ?? 'not listed') : status === 200 ? body : status);
    }
    return read;
  }

  beforeEach(async () => {
    [author, viewer] = [await newMember(), await newMember()];
    id = await writePost(author);
  });

  /** Makes a change in the first process; returns the second one's replies before and after, which must match those of a process with an empty cache. */
  async function repliesAround(change: () => Promise<{ status: number }>): Promise<{ before: unknown[]; after: unknown[] }> {
    const before = await readEverywhere(processB, viewer as TestMember);
    expect(await readEverywhere(processB, viewer as TestMember)).toEqual(before);
    expect((await change()).status).toBe(200);
    const after = await readEverywhere(processB, viewer as TestMember);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await readEverywhere(await openProcess(processA), viewer as TestMember));
    expect(after).toEqual(await readEverywhere(processA, viewer as TestMember));
    return { before, after };
  }

  test('shows a like and an unlike immediately in every process', async () => {
    const { before } = await repliesAround(() => (author as TestMember).put(`/api/posts/like/${id}`));
    const { after } = await repliesAround(() => (author as TestMember).put(`/api/posts/unlike/${id}`));
    expect(after).toEqual(before);
  });

  test('shows a comment and its deletion immediately in every process', async () => {
    const { before } = await repliesAround(() => (author as TestMember).post(`/api/posts/comment/${id}`, { text: 'Yes' }));
    const [comment] = (await (viewer as TestMember).get(`/api/posts/${id}`)).body.comments;
    const { after } = await repliesAround(() => (author as TestMember).delete(`/api/posts/comment/${id}/${comment._id}`));
    expect(after).toEqual(before);
  });

  test('disappears immediately in every process when it is deleted', async () => {
    const { after } = await repliesAround(() => (author as TestMember).delete(`/api/posts/${id}`));
    expect(after).toEqual([...Array(5).fill('not listed'), 404]);
  });

  test('shows a new name of its author immediately in every process, once it is touched', async () => {
    const { _id } = author as TestMember;
    const { after } = await repliesAround(async () => {
      await processA.db.transaction(async (tx) => {
        await tx.run`update users set name = ${'Renamed'} where id = ${_id}`;
        await touchPosts(tx, [id]);
      });
      return { status: 200 };
    });
    expect(after).toEqual(Array(6).fill(expect.objectContaining({ name: 'Renamed' })));
  });

  test('loses the likes and comments of a deleted account immediately in every process', async () => {
    const leaving = await newMember();
    const empty = await readEverywhere(processB, viewer as TestMember);
    await leaving.put(`/api/posts/like/${id}`);
    await leaving.post(`/api/posts/comment/${id}`, { text: 'Goodbye' });
    const { after } = await repliesAround(() => leaving.delete('/api/profile'));
    expect(after).toEqual(empty);
  });

  test('loses the like that a deleted account gave to a comment, and the likes of accounts deleted one after the other', async () => {
    const [first, second, third] = [await newMember(), await newMember(), await newMember()];
    await (author as TestMember).post(`/api/posts/comment/${id}`, { text: 'Stays' });
    const [comment] = (await (viewer as TestMember).get(`/api/posts/${id}`)).body.comments;
    const empty = await readEverywhere(processB, viewer as TestMember);
    expect((await first.put(`/api/comments/${comment._id}/like`)).status).toBe(200);
    for (const member of [second, third]) await member.put(`/api/posts/like/${id}`);
    await repliesAround(() => first.delete('/api/profile'));
    await repliesAround(() => second.delete('/api/profile'));
    const { after } = await repliesAround(() => third.delete('/api/profile'));
    expect(after).toEqual(empty);
  });

  test('stays cached when an account is deleted that it does not show', async () => {
    const leaving = await newMember();
    const other = await writePost(author as TestMember);
    await leaving.put(`/api/posts/like/${other}`);
    const stateOf = (post: string) => processA.db.get`select id, state from ${visiblePosts('members')} p where id = ${post}`;
    const [before, otherBefore] = [await stateOf(id), await stateOf(other)];
    await leaving.delete('/api/profile');
    expect(await stateOf(id)).toEqual(before);
    expect(await stateOf(other)).not.toEqual(otherBefore);
    await processA.app.jobs.runDue();
    expect(await stateOf(id)).toEqual(before);
  });

  test('disappears immediately in every process with the account of its author', async () => {
    const { after } = await repliesAround(() => (author as TestMember).delete('/api/profile'));
    expect(after).toEqual([...Array(5).fill('not listed'), 404]);
  });

  test('has `viewer.liked` set for each viewer, independent of who read it before', async () => {
    await (viewer as TestMember).put(`/api/posts/like/${id}`);
    const liked = (read: unknown[]) => read.map((post) => (post as Post).viewer.liked);
    for (let round = 0; round < 2; round++) {
      expect(liked(await readEverywhere(processB, viewer as TestMember))).toEqual(Array(6).fill(true));
      expect(liked(await readEverywhere(processB, author as TestMember))).toEqual(Array(6).fill(false));
    }
    expect(await readEverywhere(processB, await newMember())).toEqual(await readEverywhere(processB, author as TestMember));
  });

  test('is returned in its current state when its creation is repeated with the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': `key-${id}` };
    const { body: first } = await (author as TestMember).post('/api/posts', { text: 'Once' }, key);
    await (author as TestMember).put(`/api/posts/like/${first._id}`);
    const { body: second } = await (author as TestMember).post('/api/posts', { text: 'Twice' }, key);
    expect(second).toMatchObject({
      _id: first._id,
      text: 'Once',
      likeCount: 1,
      viewer: { liked: true },
      likes: [{ user: (author as TestMember)._id }],
    });
  });
});

describe('a profile', () => {
  let member: TestMember;
  beforeEach(async () => {
    member = await newMember();
    await saveProfile(member, { company: 'Analytical Engines' });
  });

  const readEverywhere = async (site: Site) => {
    const [alone, own, list] = await Promise.all([
      clientOf(site).get(`/api/profile/user/${member._id}`),
      clientAt(site, member).get('/api/profile/me'),
      clientOf(site).get('/api/profile'),
    ]);
    return [alone.body, own.body, list.body[0]];
  };

  const entry = { title: 'Engineer', company: 'Engines', school: 'School', degree: 'Degree', from: '2020-01-01' };
  test('shows each change immediately in every process', async () => {
    const changes: Array<[string, () => Promise<{ status: number }>]> = [
      ['saved', () => member.post('/api/profile', { status: 'Manager', skills: 'Ada' })],
      ['work added', () => member.put('/api/profile/experience', entry)],
      ['education added', () => member.put('/api/profile/education', entry)],
      [
        'résumé imported',
        () =>
          member.put('/api/profile/resume', {
            resume: JSON.stringify({ work: [{ name: 'Looms', position: 'Weaver', startDate: '2018-01-01' }] }),
          }),
      ],
      ['work removed', async () => member.delete(`/api/profile/experience/${(await readEverywhere(processA))[0].experience[0]._id}`)],
      ['education removed', async () => member.delete(`/api/profile/education/${(await readEverywhere(processA))[0].education[0]._id}`)],
    ];
    for (const [name, change] of changes) {
      const before = await readEverywhere(processB);
      expect((await change()).status, name).toBe(200);
      const after = await readEverywhere(processB);
      expect(after, name).not.toEqual(before);
      expect(after, name).toEqual(await readEverywhere(await openProcess(processA)));
      expect(after[1], name).toEqual(after[0]);
      expect(after[2], name).toEqual(after[0]);
    }
  });

  test('disappears immediately in every process with its account', async () => {
    await readEverywhere(processB);
    await member.delete('/api/profile');
    expect((await clientOf(processB).get(`/api/profile/user/${member._id}`)).status).toBe(404);
    const list = (await clientOf(processB).get('/api/profile')).body as Array<{ user: { _id: string } }>;
    expect(list.filter(({ user }) => user._id === member._id)).toEqual([]);
  });
});
