import { rates } from '@dev-connector/contract';
import { imageSize } from 'image-size';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { createMember, saveProfile } from '../members.ts';
import { openSite, type Site } from '../site.ts';
import { openSiteWithIdentity, pixel } from '../site-with-identity.ts';

const site = await openSite();
const named = await openSiteWithIdentity({ name: 'Rust Bern', accent: '#b7410e', resumeTheme: 'serif' }, { logo: pixel });

async function readPicture({ app }: Site, url: string, headers: Record<string, string> = {}) {
  const { statusCode, rawPayload, headers: received } = await app.inject({ url, headers });
  return { status: statusCode, bytes: rawPayload, headers: received };
}
const pathOf = (id: string) => `/dev/profile/${id}/og.png`;

async function memberOf(where: Site, name: string, fields: object = {}) {
  const member = await createMember(where, name, `${crypto.randomUUID()}@example.org`);
  await saveProfile(member, fields);
  return { client: member, id: member._id, path: pathOf(member._id) };
}

test('returns a PNG of 1200 × 630 pixels for the site, the résumé and a profile', async () => {
  const { path } = await memberOf(site, 'Ada Lowenthal', { company: 'Engines', location: 'Bern' });
  for (const url of ['/dev/og.png', '/resume.png', path]) {
    const { status, bytes, headers } = await readPicture(site, url);
    expect({ url, status, mediaType: headers['content-type'], ...imageSize(bytes) }).toMatchObject({
      url,
      status: 200,
      mediaType: 'image/png',
      width: 1200,
      height: 630,
    });
    expect(bytes.length).toBeLessThan(200_000);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  }
});

test('returns 404 for a member without a profile, a deleted member and an invalid id', async () => {
  const { client, path } = await memberOf(site, 'Leaver');
  const other = await createMember(site, 'Unprofiled');
  await client.delete('/api/profile');
  for (const url of [path, pathOf(other._id), pathOf('0'), pathOf('..%2f..')]) {
    const { status, headers } = await readPicture(site, url);
    expect({ url, status, type: headers['content-type'] }).toEqual({ url, status: 404, type: 'application/problem+json' });
  }
});

test('returns 304 until the profile or the picture of the member changes', async () => {
  const { client, path, id } = await memberOf(site, 'Changing');
  const tagOf = async () => (await readPicture(site, path)).headers.etag as string;
  const first = await tagOf();
  expect((await readPicture(site, path, { 'if-none-match': first })).status).toBe(304);
  await saveProfile(client, { company: 'Elsewhere' });
  const second = await tagOf();
  expect((await readPicture(site, path, { 'if-none-match': first })).status).toBe(200);
  await site.db.run`
    insert into avatars (user_id, type, picture, hash, fetched_at) values (${id}, 'image/png', ${pixel.bytes.toString('base64')}, 'hash', 1)`;
  expect(new Set([first, second, await tagOf()]).size).toBe(3);
});

test.for([
  ['markup', '<image href="file:///etc/passwd"/>&lt;</svg>'],
  ['control characters', 'Ada\u001b[31m'],
  ['a direction override', 'Ada \u202eevil'],
  ['stacked accents', `Z${'\u0337\u0322\u031b'.repeat(26)}`],
  ['a long word', 'W'.repeat(80)],
  ['long ideographs', '漢'.repeat(80)],
  ['a right-to-left script', 'محمد علي الخوارزمي'],
  ['emoji', '👩‍👩‍👧🚀'],
  ['no letters', '\u3164'],
])('renders a name with %s', async ([, name]) => {
  const member = await memberOf(site, 'Before');
  await site.db.run`update profiles set company = ${name as string}, location = ${name as string} where user_id = ${member.id}`;
  await site.db.run`update users set name = ${name as string} where id = ${member.id}`;
  const { status, bytes } = await readPicture(site, member.path);
  expect({ status, ...imageSize(bytes) }).toMatchObject({ status: 200, type: 'png', width: 1200, height: 630 });
});

test('shows the initials instead of a picture that is too large, broken or of another type', async () => {
  const { path, id } = await memberOf(site, 'Pictured');
  const initials = (await readPicture(site, path)).bytes;
  const store = (type: string, bytes: Buffer) => site.db.run`
    insert into avatars (user_id, type, picture, hash, fetched_at) values (${id}, ${type}, ${bytes.toString('base64')}, ${crypto.randomUUID()}, 1)
    on conflict (user_id) do update set type = excluded.type, picture = excluded.picture, hash = excluded.hash`;
  const huge = Buffer.from(pixel.bytes);
  huge.writeUInt32BE(60_000, 16); // width and height of the IHDR chunk
  huge.writeUInt32BE(60_000, 20);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>');
  for (const [type, bytes] of [
    ['image/png', huge],
    ['image/png', Buffer.from('not a picture')],
    ['image/svg+xml', svg],
  ] as const) {
    await store(type, bytes);
    expect((await readPicture(site, path)).bytes.equals(initials)).toBe(true);
  }
  await store('image/png', pixel.bytes);
  expect((await readPicture(site, path)).bytes.equals(initials)).toBe(false);
});

test('shows the name, the accent and the logo of the site', async () => {
  const [plain, own] = [await readPicture(site, '/dev/og.png'), await readPicture(named, '/dev/og.png')];
  expect(own.status).toBe(200);
  expect(own.bytes.equals(plain.bytes)).toBe(false);
});

test('limits the pictures of an address', async () => {
  const limited = await openSite({ rateLimits: 'on' });
  const { times } = rates.picture.address;
  const statuses: number[] = [];
  for (let index = 0; index <= times; index++) statuses.push((await readPicture(limited, '/dev/og.png')).status);
  expect(statuses).toEqual([...Array(times).fill(200), 429]);
  const { headers } = await readPicture(limited, '/dev/og.png');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': expect.any(String) });
});

test('the résumé pages refer to the pictures and have the theme of the admin', async () => {
  const { id } = await memberOf(named, 'Themed');
  for (const [url, picture] of [
    ['/', '/resume.png'],
    [`/dev/profile/${id}/resume`, pathOf(id)],
  ] as const) {
    const { raw, headers } = await clientOf(named).get(url);
    expect(raw).toContain(`<meta property="og:image" content="http://localhost${picture}">`);
    expect(raw).toContain('Palatino');
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(raw) ?? [];
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  }
  expect((await clientOf(site).get('/')).raw).not.toContain('Palatino');
});
