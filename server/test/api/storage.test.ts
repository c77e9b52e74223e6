import * as contract from '@dev-connector/contract';
import { errors, limits, storageDayFull, storageFull } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { type Client, clientOf, errorResponse, send } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMember, type TestMember } from '../members.ts';
import { openProcess, openSite } from '../site.ts';

const site = await openSite();
const { app, db } = site;
const day = 24 * 60 * 60 * 1000;

const storageOf = async (member: TestMember) => (await member.get('/api/account/storage')).body;

async function upload({ token }: TestMember, side = 30) {
  const { payload, headers } = await formOf({ file: await image('png', side, side) });
  return send(app, { method: 'POST', url: '/api/media', payload, headers: { ...headers, 'x-auth-token': token } });
}

let side = 40;

/** Stores an image that counts this many bytes. Returns a client of another process, which has not measured the account yet, and the path of the image. */
async function fill(member: TestMember, bytes: number): Promise<{ client: Client; path: string }> {
  const path = (await upload(member, side++)).body.url;
  await db.run`update media_files set size = ${bytes} where hash = (select hash from media where id = ${idOf(path)})`;
  return { client: clientOf(await openProcess(site), member.token), path };
}
const idOf = (path: string) => path.split('/').at(-1) ?? '';

test('counts texts with their HTML and versions, drafts, the profile and images', async () => {
  const member = await createMember(site, 'Counted');
  expect(await storageOf(member)).toEqual({ texts: 0, images: 0, day: 0 });
  const { body: post } = await member.post('/api/posts', { text: '# Ärger' });
  const html = Buffer.byteLength(post.html);
  expect(await storageOf(member)).toEqual({ texts: 8 + html, images: 0, day: 8 + html });
  await member.patch(`/api/posts/${post._id}`, { title: 'T', version: 1 });
  expect((await storageOf(member)).texts).toBe(8 + html + 1 + 8);
  await member.post(`/api/posts/comment/${post._id}`, { text: 'abc' });
  await member.put('/api/drafts/post', { text: 'Draft' });
  const { texts } = await storageOf(member);
  expect(texts).toBe(8 + html + 1 + 8 + 3 + Buffer.byteLength('<p>abc</p>\n') + 5);
  await member.post('/api/profile', { status: 'Developer', skills: 'C', location: 'L', bio: 'Twelve bytes' });
  expect(await storageOf(member)).toEqual({ texts: texts + 12, images: 0, day: texts });
  const { size } = (await db.get<{ size: number }>`select size from media_files where hash = (
    select hash from media where id = ${(await upload(member)).body.url.split('/').at(-1)})`) ?? { size: 0 };
  expect(await storageOf(member)).toEqual({ texts: texts + 12, images: size, day: texts + size });
  expect((await member.get('/api/users/me/data')).body.storage).toEqual(await storageOf(member));
  expect((await clientOf(site).get('/api/account/storage')).status).toBe(401);
});

describe('an account', () => {
  test('that has stored its bytes of a day writes again a day later', async () => {
    const member = await createMember(site, 'Busy');
    const { client, path } = await fill(member, limits.storageDayBytes);
    const refusal = errorResponse(400, storageDayFull(limits.storageDayBytes));
    expect(await client.post('/api/posts', { text: 'More' })).toMatchObject(refusal);
    expect(await client.put('/api/drafts/post', { text: 'More' })).toMatchObject(refusal);
    const other = await createMember(site, 'Other');
    expect((await other.post('/api/posts', { text: 'More' })).status).toBe(200);
    await db.run`update media set created_at = created_at - cast(${day} as bigint) where id = ${idOf(path)}`;
    expect((await client.post('/api/posts', { text: 'More' })).status).toBe(200);
  });

  test('that is full reads, previews, changes its name, deletes, and then writes again', async () => {
    const member = await createMember(site, 'Full');
    const { client, path } = await fill(member, limits.storageBytes);
    const refusal = errorResponse(400, storageFull(limits.storageBytes));
    expect(await client.post('/api/posts', { text: 'More' })).toMatchObject(refusal);
    expect(await client.post('/api/profile', { status: 'Developer', skills: 'C', location: 'L' })).toMatchObject(refusal);
    expect((await client.post('/api/preview', { text: 'More' })).status).toBe(200);
    expect((await client.patch('/api/account', { name: 'Fuller' })).status).toBe(200);
    expect((await client.get('/api/account/storage')).body.images).toBe(limits.storageBytes);
    expect((await client.delete(`/api${path}`)).status).toBe(200);
    expect((await client.post('/api/posts', { text: 'More' })).status).toBe(200);
  });

  test('is refused an upload for which it has no room, and nothing of it is stored', async () => {
    const member = await createMember(site, 'Nearly full');
    const { path } = await fill(member, limits.storageDayBytes - 10);
    const { payload, headers } = await formOf({ file: await image('png', 99, 99) });
    const response = await send((await openProcess(site)).app, {
      method: 'POST',
      url: '/api/media',
      payload,
      headers: { ...headers, 'x-auth-token': member.token },
    });
    expect(response).toMatchObject(errorResponse(400, storageDayFull(limits.storageDayBytes - 10)));
    expect(await db.all`select id from media where user_id = ${member._id}`).toEqual([{ id: idOf(path) }]);
  });

  test('is limited by the texts that it has just stored', async () => {
    const { client } = await fill(await createMember(site, 'Fast'), limits.storageDayBytes - 100_000);
    const statuses: number[] = [];
    for (const letter of ['a', 'b', 'c']) statuses.push((await client.post('/api/posts', { text: letter.repeat(40_000) })).status);
    expect(statuses).toEqual([200, 200, 400]);
  });
});

test('every endpoint that receives content of members stores it within these limits', () => {
  const endpoints = Object.values(contract).filter(
    (item): item is typeof item & contract.Endpoint => typeof item === 'object' && 'method' in item && 'path' in item,
  );
  const others = endpoints.filter(({ access, body, stores }) => access === 'member' && body && !stores);
  expect(others.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'PATCH /api/account',
    'PATCH /api/bookmarks/folders/:folder',
    'PATCH /api/follows/settings',
    'PATCH /api/notifications/mail',
    'POST /api/auth/confirm',
    'POST /api/notifications/read',
    'POST /api/preview',
    'POST /api/profile/resume/preview',
    'PUT /api/auth/password',
    'PUT /api/bookmarks/:postId',
    'PUT /api/notifications/settings',
    'PUT /api/posts/:id/watch',
  ]);
});

test('while the disk is nearly full, members cannot write, but sign in, read and delete', async () => {
  const member = await createMember(site, 'Patient');
  const { body: post } = await member.post('/api/posts', { text: 'Before' });
  const full = await openSite({
    ...site.settings,
    loadLimits: { disk: { low: Number.MAX_SAFE_INTEGER, reserve: Number.MAX_SAFE_INTEGER } },
  });
  const there = clientOf(full, member.token);
  const created = await there.post('/api/posts', { text: 'More' });
  if (site.settings.databaseUrl === undefined) expect(created).toMatchObject(errorResponse(503, errors.diskFull.msg));
  else expect(created.status).toBe(200); // the disk of PostgreSQL is not known
  expect((await there.get(`/api/posts/${post._id}`)).status).toBe(200);
  expect((await there.put(`/api/posts/like/${post._id}`)).status).toBe(200);
  expect((await there.delete(`/api/posts/${post._id}`)).status).toBe(200);
  expect((await there.delete('/api/auth')).status).toBe(200);
});
