import { sudoMinutes } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { fakeHost } from '../fake-host.ts';
import { password, saveProfile, signUp, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const service = await fakeHost((response) => response.writeHead(404).end());
const site = await openSite({ avatarServiceUrl: `${service.url}/avatar` });
const { db } = site;
const visitor = clientOf(site);
const makeOld = (userId: string) =>
  db.run`update sessions set created_at = created_at - ${sudoMinutes * 60_000}, confirmed_at = null where user_id = ${userId}`;

test('changing the account requires a session', async () => {
  expect(await visitor.patch('/api/account', { name: 'Mallory' })).toMatchObject(errorResponse(401, 'No token, authorization denied'));
});

describe('a new name', () => {
  test('is returned, keeps the e-mail address, and needs no recent sign-in', async () => {
    const ada = await signUp(site, 'Ada');
    await makeOld(ada._id);
    const { status, body } = await ada.patch('/api/account', { name: ' Countess ' });
    expect({ status, body }).toMatchObject({ status: 200, body: { _id: ada._id, name: 'Countess', email: ada.email } });
    expect((await ada.get('/api/auth')).body).toEqual(body);
    expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(200);
  });

  test.for([{}, { name: null, email: null }])('is not stored for %j', async (body) => {
    const id = newId();
    const ada = await signUp(site, `Ada ${id}`, `${id}@example.org`);
    expect(await ada.patch('/api/account', body)).toMatchObject({ status: 200, body: { name: ada.name, email: ada.email } });
  });

  test('appears in cached posts, comments and the profile, also beyond a batch', async () => {
    const [grace, alan] = [await signUp(site, 'Grace'), await signUp(site, 'Alan')];
    await saveProfile(grace);
    await db.transaction(async (tx) => {
      for (let index = 0; index < 250; index++)
        await tx.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${grace._id}, ${'Text'}, ${Date.now()})`;
    });
    const commented = await writePost(alan, 'A question');
    await grace.post(`/api/posts/comment/${commented}`, { text: 'An answer' });
    const count = async (name: string) => {
      const lists = JSON.stringify([(await alan.get('/api/posts?limit=100')).body, (await alan.get(`/api/posts/${commented}`)).body]);
      return lists.split(`"name":"${name}"`).length - 1;
    };
    expect(await count('Grace')).toBe(101);
    const touched = () => db.all`select id from posts where user_id = ${grace._id} and cache_version = 1`;
    expect((await grace.patch('/api/account', { name: 'Admiral' })).status).toBe(200);
    expect((await alan.get(`/api/profile/user/${grace._id}`)).body.user.name).toBe('Admiral');
    await site.app.jobs.runDue();
    expect([await count('Grace'), await count('Admiral'), await touched()]).toEqual([0, 101, []]);
    expect(await db.all`select id from posts where user_id = ${alan._id} and cache_version > 3`).toEqual([]);
  });

  test('does so after a change of the headline, too', async () => {
    const hedy = await signUp(site, 'Hedy');
    const post = await writePost(hedy);
    const shown = async () => {
      await site.app.jobs.runDue();
      return [(await hedy.get(`/api/posts/${post}`)).body.headline, (await hedy.get('/api/posts')).body[0].headline];
    };
    expect(await shown()).toEqual([undefined, undefined]);
    for (const headline of ['Radio', 'Frequencies']) {
      await saveProfile(hedy, { status: 'Developer', skills: 'Radio', headline });
      expect(await shown()).toEqual([headline, headline]);
    }
    expect((await hedy.post('/api/posts', { text: 'Next' })).body.headline).toBe('Frequencies');
    await saveProfile(hedy, { status: 'Developer', skills: 'Radio', headline: '' });
    expect(await shown()).toEqual([undefined, undefined]);
  });

  test('causes no more jobs while those of the previous one wait', async () => {
    const edith = await signUp(site, 'Edith');
    const waiting = () => db.all`select ordering_key from jobs where kind = 'posts.touch' and key like ${`${edith._id}%`}`;
    const post = await writePost(edith);
    for (const name of ['One', 'Two', 'Three']) await edith.patch('/api/account', { name });
    expect(await waiting()).toEqual([{ ordering_key: 'renames' }, { ordering_key: 'renames' }]);
    await site.app.jobs.runDue();
    expect((await edith.get(`/api/posts/${post}`)).body.name).toBe('Three');
    expect(await waiting()).toEqual([]);
  });
});

describe('a new e-mail address', () => {
  test('returns 403 to an older session, and nothing changes', async () => {
    const ada = await signUp(site, 'Old', 'old@example.org');
    await makeOld(ada._id);
    expect(await ada.patch('/api/account', { name: 'New', email: 'new@example.org' })).toMatchObject(
      errorResponse(403, 'Please confirm your password: you signed in more than 15 minutes ago'),
    );
    expect((await ada.get('/api/auth')).body).toMatchObject({ name: 'Old', email: 'old@example.org' });
    await ada.post('/api/auth/confirm', { password });
    expect((await ada.patch('/api/account', { email: 'new@example.org' })).body).toMatchObject({ email: 'new@example.org' });
  });

  test('signs in instead of the old one, voids reset links and fetches the picture', async () => {
    const ada = await signUp(site, 'Moved', 'from@example.org');
    const link = await createResetLink(db, ada._id);
    await site.app.jobs.runDue();
    const before = service.requests.length;
    expect((await ada.patch('/api/account', { email: 'to@example.org' })).status).toBe(200);
    expect((await visitor.post('/api/auth', { email: 'TO@example.org', password })).status).toBe(200);
    expect(await visitor.post('/api/auth', { email: 'from@example.org', password })).toMatchObject(
      errorResponse(400, 'Invalid Credentials'),
    );
    expect((await visitor.post('/api/auth/reset', { secret: link.split('#').at(-1), password: 'another long password' })).status).toBe(400);
    await site.app.jobs.runDue();
    expect(service.requests.length).toBe(before + 1);
  });

  test('of another member is refused, also to one of several at the same time', async () => {
    const members = [await signUp(site, 'One', 'one@example.org'), await signUp(site, 'Two', 'two@example.org')];
    const taken = errorResponse(400, 'User already exists');
    expect(await members[0]?.patch('/api/account', { email: 'TWO@example.org' })).toMatchObject(taken);
    const responses = await Promise.all(members.map((member) => member.patch('/api/account', { email: 'both@example.org' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)).toMatchObject(taken);
  });

  test('stays when a concurrent request changes only the name', async () => {
    const ada = await signUp(site, 'Both', 'before@example.org');
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => ada.patch('/api/account', { name: `Name ${index}` })),
      ada.patch('/api/account', { email: 'after@example.org' }),
      ...Array.from({ length: 5 }, (_, index) => ada.patch('/api/account', { name: `Later ${index}` })),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await ada.get('/api/auth')).body.email).toBe('after@example.org');
  });

  test('removes the picture of the old address, also if the service is down', async () => {
    const ada = await signUp(site, 'Pictured', 'pictured@example.org');
    await db.run`
      insert into avatars (user_id, type, picture, hash, fetched_at) values (${ada._id}, ${'image/png'}, ${'iVBORw0KGgo='}, ${'hash'}, ${1})
      on conflict (user_id) do update set type = excluded.type, picture = excluded.picture, hash = excluded.hash`;
    const typeOf = async () => (await visitor.get(`/api/avatars/${ada._id}`)).headers['content-type'];
    expect(await typeOf()).toBe('image/png');
    await ada.patch('/api/account', { email: 'unpictured@example.org' });
    expect(await typeOf()).toBe('image/svg+xml');
  });

  test('must be valid', async () => {
    const ada = await signUp(site, 'Invalid', 'valid@example.org');
    expect(await ada.patch('/api/account', { name: ' ' })).toMatchObject(errorResponse(400, 'Name is required'));
    expect(await ada.patch('/api/account', { email: 'none' })).toMatchObject(errorResponse(400, 'Please include a valid email'));
  });
});
