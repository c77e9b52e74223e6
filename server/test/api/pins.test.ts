import { beforeAll, describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = [await createMember(site, 'Ada'), await createMember(site, 'Grace')];
});
const pinsOf = async (author: TestMember, viewer = grace): Promise<string[]> =>
  (await viewer.get(`/api/pins?author=${author._id}`)).body.map(({ _id }: { _id: string }) => _id);

describe('a pinned post', () => {
  test('shows as pinned to everybody, the last one first, and at most three are pinned', async () => {
    const [a, b, c, d] = [await writePost(ada), await writePost(ada), await writePost(ada), await writePost(ada)];
    for (const post of [b, a, c, c]) expect((await ada.put(`/api/pins/${post}`)).body).toEqual({ pinned: true });
    expect((await pinsOf(ada))[0]).toBe(c);
    expect((await pinsOf(ada)).toSorted()).toEqual([a, b, c].toSorted());
    expect((await grace.get(`/api/posts/${a}`)).body.pinned).toBe(true);
    expect((await grace.get(`/api/posts?author=${ada._id}`)).body.map(({ pinned }: { pinned: boolean }) => pinned)).toEqual([
      ...[false, true, true, true],
    ]);
    expect(await ada.put(`/api/pins/${d}`)).toMatchObject(errorResponse(400, 'You can pin at most 3 posts. Unpin one first.'));
    for (let count = 0; count < 2; count++) expect((await ada.delete(`/api/pins/${c}`)).body).toEqual({ pinned: false });
    const [pinned] = await Promise.all([ada.put(`/api/pins/${d}`), ada.put(`/api/pins/${d}`)]);
    expect(pinned?.status).toBe(200);
    await ada.delete(`/api/posts/${a}`);
    expect((await pinsOf(ada)).toSorted()).toEqual([b, d].toSorted());
    expect((await grace.get(`/api/posts/${c}`)).body.pinned).toBe(false);
  });

  test('concurrent pins do not exceed the limit', async () => {
    const kay = await createMember(site, 'Kay');
    const posts = [];
    for (let count = 0; count < 6; count++) posts.push(await writePost(kay));
    const answers = await Promise.all(posts.map((post) => kay.put(`/api/pins/${post}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await pinsOf(kay)).toHaveLength(3);
  });

  test('returns 403 when another member pins or unpins it, 404 for unknown posts and 401 to visitors', async () => {
    const post = await writePost(grace);
    const url = `/api/pins/${post}`;
    await grace.put(url);
    for (const request of [ada.put(url), ada.delete(url)]) expect(await request).toMatchObject(errorResponse(403, 'User not authorized'));
    expect(await pinsOf(grace)).toEqual([post]);
    for (const id of [unknownId, ...malformedIds])
      expect(await ada.put(`/api/pins/${encodeURIComponent(id)}`)).toMatchObject({ status: 404 });
    for (const request of [visitor.put(url), visitor.delete(url), visitor.get(`/api/pins?author=${grace._id}`)])
      expect((await request).status).toBe(401);
    for (const query of ['', '?author=x']) expect((await ada.get(`/api/pins${query}`)).status).toBe(400);
  });

  test('with a muted tag is hidden, except from its author', async () => {
    const [author, reader] = [await createMember(site, 'Author'), await createMember(site, 'Reader')];
    const post = await writePost(author, 'Loud #loud');
    await author.put(`/api/pins/${post}`);
    for (const member of [author, reader]) await member.put('/api/mutes/tags/loud');
    expect([await pinsOf(author, reader), await pinsOf(author, author)]).toEqual([[], [post]]);
  });
});
