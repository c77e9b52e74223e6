import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { fakeHost } from '../fake-host.ts';
import { createMembers, malformedIds, password, signUp, unknownId } from '../members.ts';
import { openSite, type Site } from '../site.ts';

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7), pngEnd]);
const service = await fakeHost(() => {});
const site = await openSite({ avatarServiceUrl: `${service.url}/avatar` });
const visitor = clientOf(site);
const read = (userId: string, headers?: Record<string, string>, at: Site = site) =>
  at.app.inject({ url: `/api/avatars/${userId}`, ...(headers && { headers }) });
const typeOf = async (userId: string) => (await read(userId)).headers['content-type'];
const sendsPicture = (body: Buffer = png) => {
  service.answer = (response) => response.writeHead(200).end(body);
};
let people = 0;
const newMember = () => signUp(site, `Person ${++people}`, `person-${people}@example.org`);
/** Makes jobs that wait for their next attempt due. */
const runJobs = async (at: Site = site) => {
  await at.db.run`update jobs set run_at = 0 where failed_at is null`;
  return at.app.jobs.runDue();
};

beforeEach(() => sendsPicture());

describe('a member without a picture', () => {
  test('has initials as an SVG image that visitors and other origins may show', async () => {
    const [member] = await createMembers(site, 1);
    const { statusCode, headers, body } = await read(member?._id ?? '');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
      'content-disposition': 'inline; filename="avatar"',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(body).toMatch(/^<svg [^>]+><rect [^>]+><text [^>]+>M0<\/text><\/svg>$/);
    expect((await read(member?._id ?? '')).body).toBe(body);
  });

  test('has a name that is escaped and cannot change the image', async () => {
    const member = await signUp(site, '<script>alert(1)</script> &amp; "', 'svg@example.org');
    expect((await read(member._id)).body).toMatch(/<text [^>]+>SA<\/text><\/svg>$/);
    const sign = await signUp(site, '<', 'sign@example.org');
    expect((await read(sign._id)).body).toMatch(/<text [^>]+>&lt;<\/text><\/svg>$/);
  });
});

test('returns 404 for unknown, malformed and deleted users', async () => {
  for (const id of [unknownId, ...malformedIds]) expect((await visitor.get(`/api/avatars/${encodeURIComponent(id)}`)).status, id).toBe(404);
  const member = await newMember();
  await runJobs();
  expect(await typeOf(member._id)).toBe('image/png');
  expect((await member.delete('/api/profile')).status).toBe(200);
  expect(await visitor.get(`/api/avatars/${member._id}`)).toMatchObject(errorResponse(404, 'User not found'));
  expect(await site.db.all`select user_id from avatars where user_id = ${member._id}`).toEqual([]);
});

test('deleting an account deletes the job that would fetch its picture', async () => {
  const member = await newMember();
  const jobs = () => site.db.all`select kind from jobs where kind = 'avatar.fetch' and key = ${member._id}`;
  expect(await jobs()).toHaveLength(1);
  expect((await member.delete('/api/profile')).status).toBe(200);
  expect(await jobs()).toEqual([]);
});

describe('the picture of a new member', () => {
  test('is fetched once by a job and served with an ETag', async () => {
    service.requests.length = 0;
    const { token } = (await visitor.post('/api/users', { name: 'Ada', email: 'Ada@Example.org', password })).body;
    const { _id, avatar } = (await clientOf(site, token).get('/api/auth')).body;
    expect(avatar).toBe(`/api/avatars/${_id}`);
    expect(await typeOf(_id)).toBe('image/svg+xml');
    expect(service.requests).toEqual([]);
    await runJobs();
    const hash = createHash('sha256').update('ada@example.org').digest('hex');
    expect(service.requests).toEqual([`GET /avatar/${hash}?s=200&r=pg&d=404`]);
    const { statusCode, headers, rawPayload } = await read(_id);
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/png' });
    expect(rawPayload.equals(png)).toBe(true);
    const again = await read(_id, { 'if-none-match': String(headers.etag) });
    expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({ status: 304, body: '', etag: headers.etag });
    await runJobs();
    expect(service.requests).toHaveLength(1);
    const { body } = await clientOf(site, token).get('/api/users/me/data');
    expect(body.picture).toEqual({ type: 'image/png', data: png.toString('base64'), fetched: expect.any(String) });
    expect((await clientOf(site, token).get('/api/account/avatar')).body).toEqual({ uploaded: false });
  });

  test.for([
    ['PNG', png, 'image/png'],
    ['JPEG', Buffer.from('ffd8ffe00000ffd9', 'hex'), 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a;'), 'image/gif'],
    ['WebP', Buffer.from('RIFF\x0a\0\0\0WEBPVP8 12'), 'image/webp'],
  ] as const)('can be a %s image, regardless of the Content-Type of the service', async ([, body, type]) => {
    service.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    const member = await newMember();
    await runJobs();
    expect(await typeOf(member._id)).toBe(type);
  });

  test('is absent if the service has none, and is not fetched again', async () => {
    service.answer = (response) => response.writeHead(404).end();
    const member = await newMember();
    await runJobs();
    service.requests.length = 0;
    await runJobs();
    expect(service.requests).toEqual([]);
    expect(await typeOf(member._id)).toBe('image/svg+xml');
  });

  test.for<[string, () => void]>([
    ['sends an SVG image', () => sendsPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['sends HTML', () => sendsPicture(Buffer.from('<html>'))],
    ['sends nothing', () => sendsPicture(Buffer.alloc(0))],
    ['sends a truncated PNG image', () => sendsPicture(png.subarray(0, -1))],
    ['sends a truncated JPEG image', () => sendsPicture(Buffer.from('ffd8ffe00000ff', 'hex'))],
    ['sends a truncated GIF image', () => sendsPicture(Buffer.from('GIF89a'))],
    ['sends a truncated WebP image', () => sendsPicture(Buffer.from('RIFF\x0a\0\0\0WEBPVP8 1'))],
    ['sends more than 200 kB', () => sendsPicture(Buffer.concat([png.subarray(0, 8), Buffer.alloc(200_000), pngEnd]))],
    ['answers 500', () => (service.answer = (response) => response.writeHead(500).end(png))],
    [
      'redirects to another address',
      () =>
        (service.answer = (response, { url }) =>
          url === '/elsewhere'
            ? response.writeHead(200).end(png)
            : response.writeHead(302, { location: `${service.url}/elsewhere` }).end()),
    ],
  ])('is not stored if the service %s, and the job tries again later', async ([, fail]) => {
    fail();
    const member = await newMember();
    await runJobs();
    expect(await typeOf(member._id)).toBe('image/svg+xml');
    expect(service.requests).not.toContain('GET /elsewhere');
    sendsPicture();
    await runJobs();
    expect(await typeOf(member._id)).toBe('image/png');
  });
});

test('an outage of the avatar service is logged once, pauses requests and parks no jobs', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const { avatarServiceUrl } = site.settings;
  const offline = await openSite({
    avatarServiceUrl,
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  service.answer = (response) => response.destroy();
  service.requests.length = 0;
  const members = await createMembers(offline, 3);
  for (let times = 0; times < 15; times++) await runJobs(offline);
  expect(warnings()).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('AVATAR_SERVICE_URL=off') })]);
  expect(service.requests.length).toBeLessThan(4);
  vi.advanceTimersByTime(16 * 60_000);
  await runJobs(offline);
  expect(warnings()).toHaveLength(1);
  expect(
    await offline.db.all`select id from jobs where kind = 'avatar.fetch' and (failed_at is not null or last_error is not null)`,
  ).toEqual([]);

  sendsPicture();
  vi.advanceTimersByTime(16 * 60_000);
  for (let times = 0; times < 4; times++) await runJobs(offline);
  for (const { _id } of members) expect((await read(_id, {}, offline)).headers['content-type']).toBe('image/png');
});

test('fetches the pictures of existing members in the background, each once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const old = await openSite();
  const members = await createMembers(old, 3);
  const { avatarServiceUrl } = site.settings;
  const upgraded = await openSite({ ...old.settings, avatarServiceUrl });
  service.requests.length = 0;
  await upgraded.app.jobs.runDue();
  expect(service.requests).toHaveLength(1); // the others wait, so that the service gets one request in three seconds
  await runJobs(upgraded);
  await runJobs(upgraded);
  await runJobs(upgraded);
  expect(service.requests.toSorted()).toEqual(
    members.map(({ email }) => `GET /avatar/${createHash('sha256').update(email).digest('hex')}?s=200&r=pg&d=404`).toSorted(),
  );
  for (const { _id } of members) expect((await read(_id, {}, upgraded)).headers['content-type']).toBe('image/png');
});

test('without an avatar service no picture is fetched and no job waits', async () => {
  const off = await openSite({ avatarServiceUrl: undefined });
  service.requests.length = 0;
  const member = await signUp(off, 'Off');
  await runJobs(off);
  expect(service.requests).toEqual([]);
  expect(await off.db.all`select id from jobs where kind = 'avatar.fetch'`).toEqual([]);
  expect((await read(member._id, {}, off)).headers['content-type']).toBe('image/svg+xml');
});
