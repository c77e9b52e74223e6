import * as contract from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { signUp, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/*
 * To visitors, a member who has neither a profile nor a public post looks like an unknown id or handle (visiblePeople of features/visibility/policy.ts). Add the
 * address of each new endpoint that takes a member to `addresses`.
 */

const site = await openSite();
const visitor = clientOf(site);

interface Person {
  id: string;
  handle: string;
}

/** All addresses that take the id or the handle of a member. */
const addresses = ({ id, handle }: Person): string[] => [
  ...[id, `@${handle}`].flatMap((user) => [
    `/api/users/${user}`,
    `/api/profile/user/${user}`,
    `/api/posts?author=${user}`,
    `/api/posts/public?author=${user}`,
    `/api/search?type=posts&q=by:${user}`,
    `/api/search/counts?q=by:${user}`,
    `/api/search/suggestions?q=${user}`,
    `/api/profile?q=${user}`,
  ]),
  `/api/activity/users/${id}`,
  `/api/profile/user/${id}/resume`,
  `/api/follows/users/${id}`,
  `/api/follows/users/${id}/followers`,
  `/api/follows/users/${id}/following`,
  `/api/pins?author=${id}`,
  `/api/feeds?author=${id}`,
  `/dev/@${handle}`,
  `/dev/profile/${id}`,
  `/dev/profile/${id}/og.png`,
  `/dev/profile/${id}/resume`,
  `/dev/profile/${id}/resume.pdf`,
  ...contract.feedFormats.map(({ file }) => `/dev/profile/${id}/${file}`),
];

/** Pages show these with an `img`, which sends no token, and members see those of all members. */
const forEveryone = ['/api/avatars/:userId'];

const handleOf = async (member: TestMember): Promise<string> => (await member.get('/api/auth')).body.handle;

/** Returns the answers to a visitor by address, without the id, the handle, the number of the request and the nonce. */
async function answersAbout(person: Person): Promise<Record<string, unknown>> {
  const anonymous = (text: string) =>
    text
      .replaceAll(person.id, '{id}')
      .replaceAll(person.handle, '{handle}')
      .replace(/"requestId":"[^"]*"/, '')
      .replaceAll(/nonce="[^"]*"/g, '');
  const answers = addresses(person).map(async (url) => {
    const { status, raw } = await visitor.get(url);
    return [anonymous(url), { status, raw: anonymous(raw) }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const nobody = { id: unknownId, handle: 'nobody-has-it' };

test('the addresses contain every endpoint for visitors that takes a member', () => {
  const paths = addresses(nobody).map((url) => url.split('?')[0] ?? '');
  const endpoints = Object.values(contract as object as Record<string, contract.Endpoint>).filter(
    ({ method, access, path }) => method === 'GET' && (access === 'anyone' || access === 'optional') && /:userId|\/users\/:/.test(path),
  );
  const missing = endpoints.filter(({ path }) => !paths.some((url) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url)));
  expect(missing.map(({ path }) => path)).toEqual(forEveryone);
});

test('no address tells visitors whether a member without a profile and a public post exists', async () => {
  const hidden = await signUp(site, 'Ada');
  const person = { id: hidden._id, handle: await handleOf(hidden) };
  await writePost(hidden, 'For members');
  const expected = await answersAbout(nobody);
  expect(await answersAbout(person)).toEqual(expected);
  const { _id } = (await hidden.post('/api/posts', { text: 'For everyone', visibility: 'public' })).body;
  const shown = await answersAbout(person);
  for (const url of ['/api/users/{id}', '/api/users/@{handle}', '/api/activity/users/{id}', '/dev/profile/{id}/feed.xml'])
    expect(shown[url], url).toMatchObject({ status: 200 });
  await hidden.patch(`/api/posts/${_id}`, { visibility: 'members', version: 1 });
  expect(await answersAbout(person)).toEqual(expected);
});

test('members see a member without a profile and a public post', async () => {
  const [hidden, member] = [await signUp(site, 'Unseen'), await signUp(site, 'Reader')];
  for (const url of [`/api/users/${hidden._id}`, `/api/users/@${await handleOf(hidden)}`, `/api/activity/users/${hidden._id}`])
    expect((await member.get(url)).status, url).toBe(200);
});
