import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf, errorResponse, type TestResponse } from '../client.ts';
import { createMembers, saveProfile, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const many = 2 * limits.pageDefault + 5;
let members: TestMember[];
let posts: string[];
beforeAll(async () => {
  members = await createMembers(site, many);
  posts = [];
  for (const member of members) {
    await saveProfile(member);
    posts.unshift(await writePost(member));
  }
});
const ids = ({ body }: TestResponse): string[] => body.map(({ _id }: { _id: string }) => _id);
const nextOf = ({ headers }: TestResponse) => /^<(\/[^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];

/** Follows the `Link` headers to the last page; calls `afterPage` after each page. */
async function follow(viewer: Client, url: string, afterPage: () => Promise<unknown> = async () => {}): Promise<TestResponse[]> {
  const pages: TestResponse[] = [];
  for (let next: string | undefined = url; next; next = nextOf(pages.at(-1) as TestResponse)) {
    pages.push(await viewer.get(next));
    await afterPage();
  }
  return pages;
}

describe.for(['/api/posts', '/api/profile'])('%s', (url) => {
  const viewer = () => (url === '/api/posts' ? (members[0] as TestMember) : clientOf(site));

  test('returns the default number of items without a limit', async () => {
    expect((await viewer().get(url)).body).toHaveLength(limits.pageDefault);
    expect((await viewer().get(`${url}?limit=1`)).body).toHaveLength(1);
    const all = await viewer().get(`${url}?limit=${limits.pageMax}`);
    expect(all.body).toHaveLength(many);
    expect(all.headers).not.toHaveProperty('link');
  });

  test('is newest first, and its pages contain every item once', async () => {
    const all = ids(await viewer().get(`${url}?limit=${limits.pageMax}`));
    if (url === '/api/posts') expect(all).toEqual(posts);
    for (const limit of [1, 7, many - 1, many]) {
      const pages = await follow(viewer(), `${url}?limit=${limit}`);
      expect(pages.map(({ body }) => body.length)).toEqual([...Array(Math.ceil(many / limit) - 1).fill(limit), many % limit || limit]);
      expect(pages.flatMap(ids)).toEqual(all);
    }
  });

  test.for(['0', '101', '-1', '1.5', 'ten', '', '%00', '1e9', '1e400', 'NaN'])('returns 400 for the limit %j', async (limit) => {
    expect(await viewer().get(`${url}?limit=${limit}`)).toMatchObject(
      errorResponse(
        400,
        limit === '0' || limit === '101' || limit === '-1' || limit === '1e9' || limit === '1e400'
          ? 'Limit must be from 1 to 100'
          : 'Limit must be a whole number',
        'limit',
      ),
    );
  });

  test('returns 400 for two limits', async () => {
    expect(await viewer().get(`${url}?limit=1&limit=2`)).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } });
  });

  test.for([
    '',
    'x',
    '%00',
    'AAAAAAAAAAAAAAAAAAAAAA=',
    'A'.repeat(21),
    'A'.repeat(23),
    '..',
    "' or 1=1",
    encodeURIComponent('é'.repeat(11)),
  ])('returns 400 for the cursor %j', async (cursor) => {
    expect(await viewer().get(`${url}?cursor=${cursor}`)).toMatchObject(errorResponse(400, 'Cursor is not valid', 'cursor'));
  });

  test('returns 400 for a cursor that is too long', async () => {
    expect(await viewer().get(`${url}?cursor=${'A'.repeat(201)}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });

  test('is empty after a cursor older than every item', async () => {
    const { status, body, headers } = await viewer().get(`${url}?cursor=${Buffer.alloc(16).toString('base64url')}`);
    expect({ status, body, link: headers.link }).toEqual({ status: 200, body: [], link: undefined });
  });
});

test('the link to the next page preserves the other query parameters', async () => {
  const next = nextOf(await (members[0] as TestMember).get('/api/posts/?embed=&limit=3&other=%3E%22x'));
  expect(next).toMatch(/^\/api\/posts\/\?embed=&limit=3&other=%3E%22x&cursor=[\w-]{22}$/);
});

test('items added or deleted while paging do not shift the others', async () => {
  const [author, viewer] = members as [TestMember, TestMember];
  const before = ids(await viewer.get(`/api/posts?limit=${limits.pageMax}`));
  const leaving = before.filter((_, index) => index % 10 === 9);
  const pages = await follow(viewer, '/api/posts?limit=10&embed=', async () => {
    await writePost(author, 'Added while paging');
    const id = leaving.pop();
    if (id) expect((await (members[many - 1 - before.indexOf(id)] as TestMember).delete(`/api/posts/${id}`)).status).toBe(200);
  });
  const seen = pages.flatMap(ids);
  expect(new Set(seen).size).toBe(seen.length);
  const after = new Set(ids(await viewer.get(`/api/posts?limit=${limits.pageMax}`)));
  expect(seen.filter((id) => after.has(id))).toEqual(before.filter((id) => after.has(id)));
});
