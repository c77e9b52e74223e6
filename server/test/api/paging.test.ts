import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Client, clientOf, refusal } from '../client.ts';
import { crowd, type Person, saveProfile, writePost } from '../community.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const many = 2 * limits.pageDefault + 5;
let members: Person[];
let posts: string[];
beforeAll(async () => {
  members = await crowd(site, many);
  posts = [];
  for (const member of members) {
    await saveProfile(member);
    posts.unshift(await writePost(member));
  }
});
const ids = ({ body }: Answer): string[] => body.map(({ _id }: { _id: string }) => _id);
const nextOf = ({ headers }: Answer) => /^<(\/[^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];

/** Follows the `Link` headers to the end; `between` happens after each page. */
async function follow(reader: Client, url: string, between: () => Promise<unknown> = async () => {}): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | undefined = url; next; next = nextOf(pages.at(-1) as Answer)) {
    pages.push(await reader.get(next));
    await between();
  }
  return pages;
}

describe.for(['/api/posts', '/api/profile'])('%s', (url) => {
  const reader = () => (url === '/api/posts' ? (members[0] as Person) : clientOf(site));

  test('has a page of its own length unless asked otherwise', async () => {
    expect((await reader().get(url)).body).toHaveLength(limits.pageDefault);
    expect((await reader().get(`${url}?limit=1`)).body).toHaveLength(1);
    const all = await reader().get(`${url}?limit=${limits.pageMax}`);
    expect(all.body).toHaveLength(many);
    expect(all.headers).not.toHaveProperty('link');
  });

  test('is newest first, and following the links gives every item once', async () => {
    const all = ids(await reader().get(`${url}?limit=${limits.pageMax}`));
    if (url === '/api/posts') expect(all).toEqual(posts);
    for (const limit of [1, 7, many - 1, many]) {
      const pages = await follow(reader(), `${url}?limit=${limit}`);
      expect(pages.map(({ body }) => body.length)).toEqual([...Array(Math.ceil(many / limit) - 1).fill(limit), many % limit || limit]);
      expect(pages.flatMap(ids)).toEqual(all);
    }
  });

  test.for(['0', '101', '-1', '1.5', 'ten', '', '%00', '1e9', '1e400', 'NaN'])('takes no limit of %j', async (limit) => {
    expect(await reader().get(`${url}?limit=${limit}`)).toMatchObject(
      refusal(
        400,
        limit === '0' || limit === '101' || limit === '-1' || limit === '1e9' || limit === '1e400'
          ? 'Limit must be from 1 to 100'
          : 'Limit must be a whole number',
        'limit',
      ),
    );
  });

  test('takes no limit twice', async () => {
    expect(await reader().get(`${url}?limit=1&limit=2`)).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } });
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
  ])('takes no cursor %j', async (cursor) => {
    expect(await reader().get(`${url}?cursor=${cursor}`)).toMatchObject(refusal(400, 'Cursor is not valid', 'cursor'));
  });

  test('takes no cursor longer than any it gave out', async () => {
    expect(await reader().get(`${url}?cursor=${'A'.repeat(201)}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });

  test('ends where a cursor is older than everything', async () => {
    const { status, body, headers } = await reader().get(`${url}?cursor=${Buffer.alloc(16).toString('base64url')}`);
    expect({ status, body, link: headers.link }).toEqual({ status: 200, body: [], link: undefined });
  });
});

test('the next page’s address keeps what else was asked', async () => {
  const next = nextOf(await (members[0] as Person).get('/api/posts/?embed=&limit=3&other=%3E%22x'));
  expect(next).toMatch(/^\/api\/posts\/\?embed=&limit=3&other=%3E%22x&cursor=[\w-]{22}$/);
});

test('what arrives and goes while one pages moves nothing else', async () => {
  const [author, reader] = members as [Person, Person];
  const before = ids(await reader.get(`/api/posts?limit=${limits.pageMax}`));
  const leaving = before.filter((_, index) => index % 10 === 9);
  const pages = await follow(reader, '/api/posts?limit=10&embed=', async () => {
    await writePost(author, 'Meanwhile');
    const id = leaving.pop();
    if (id) expect((await (members[many - 1 - before.indexOf(id)] as Person).delete(`/api/posts/${id}`)).status).toBe(200);
  });
  const seen = pages.flatMap(ids);
  expect(new Set(seen).size).toBe(seen.length);
  const after = new Set(ids(await reader.get(`/api/posts?limit=${limits.pageMax}`)));
  expect(seen.filter((id) => after.has(id))).toEqual(before.filter((id) => after.has(id)));
});
