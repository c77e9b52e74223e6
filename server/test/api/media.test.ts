import { errors, limits } from '@dev-connector/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSizes } from '../../src/features/media/media.ts';
import { clientOf, errorResponse, send, type TestResponse } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMember, createMembers, type TestMember, unknownId } from '../members.ts';
import { connect, readResponse } from '../raw-http.ts';
import { openSite, runRecurring } from '../site.ts';

let uploadsStarted = 0;
const site = await openSite({
  pages: (app) =>
    void app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
      if (raw.socket.remotePort) uploadsStarted++; // a real connection
      done();
    }),
});
const { app, db } = site;
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
});

/** Sends a multipart form. */
async function sendForm(
  fields: Record<string, Buffer | string>,
  { token, url = '/api/media', method = 'POST' }: { token?: string; url?: string; method?: 'POST' | 'PUT' } = {},
): Promise<TestResponse> {
  const { payload, headers } = await formOf(fields);
  return send(app, { method, url, payload, headers: { ...headers, ...(token !== undefined && { 'x-auth-token': token }) } });
}
const upload = (file: Buffer, { token }: Pick<TestMember, 'token'> = ada, alt?: string) =>
  sendForm({ file, ...(alt !== undefined && { alt }) }, { token });
const uploaded = async (bytes: Buffer, member = ada): Promise<string> => {
  const { status, body, raw } = await upload(bytes, member);
  expect(status, raw).toBe(200);
  return body.url;
};
const read = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const files = () => db.all`select hash from media_files`;

describe('an uploaded image', () => {
  test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('can be a %s file, and is stored as WebP', async (format) => {
    const { status, body } = await upload(await image(format, 60, 40), ada, 'A gradient');
    expect({ status, body }).toEqual({
      status: 200,
      body: { url: expect.stringMatching(/^\/media\/[\w-]{22}$/), width: 60, height: 40 },
    });
    const { rawPayload, headers } = await read(body.url);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
    const again = await read(body.url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('has a separate address for each upload, and its bytes are stored once', async () => {
    const bytes = await image('png', 61, 41);
    const before = (await files()).length;
    const urls = [await uploaded(bytes), await uploaded(bytes), await uploaded(bytes, grace)];
    expect(new Set(urls).size).toBe(3);
    expect((await files()).length).toBe(before + 1);
    for (const url of urls) expect((await read(url)).statusCode).toBe(200);
  });

  test('is sent whole if it is larger than a row', async () => {
    const noise = Buffer.from(
      Array.from({ length: 900 * 900 * 3 }, (_, index) => (Math.imul(index ^ (index >>> 3), 0x9e3779b1) >>> 24) & 255),
    );
    const url = await uploaded(
      await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const { rawPayload, headers } = await read(url);
    expect(rawPayload.length).toBeGreaterThan(262_144);
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 900, height: 900 });
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(rawPayload.length)]);
  });
});

describe('refuses', async () => {
  const png = await image('png');
  test('a visitor and an ended session', async () => {
    expect(await sendForm({ file: png })).toMatchObject(errorResponse(401, errors.noToken.msg));
    const member = await createMember(site, 'Leaving');
    expect((await member.delete('/api/auth')).status).toBe(200);
    expect(await upload(png, member)).toMatchObject(errorResponse(401, errors.tokenInvalid.msg));
    expect(await db.all`select id from media where user_id = ${member._id}`).toEqual([]);
  });

  test('a form without a file, with text as the file, and with a file as alternative text', async () => {
    const { token } = ada;
    const missing = errorResponse(400, 'Please choose an image', 'file');
    expect(await sendForm({ alt: 'Nothing' }, { token })).toMatchObject(missing);
    expect(await sendForm({ file: 'text' }, { token })).toMatchObject(missing);
    expect(await sendForm({ alt: png }, { token })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'file' }, { field: 'alt' }] },
    });
    const long = await upload(png, ada, 'x'.repeat(limits.mediaAlt + 1));
    expect(long).toMatchObject(errorResponse(400, `Alternative text must be at most ${limits.mediaAlt} characters`, 'alt'));
    expect((await upload(png, ada, '𝒳'.repeat(limits.mediaAlt))).status).toBe(200);
  });
});

test('returns 404 for unknown and malformed ids', async () => {
  for (const id of ['A'.repeat(22), 'short', unknownId, `${'A'.repeat(22)}.webp`, '..%2f..%2fetc', '%00'])
    expect((await clientOf(site).get(`/media/${id}`)).status, id).toBe(404);
});

test('reads the sizes of images for the HTML of a text', async () => {
  const [first, second] = [await uploaded(await image('png', 30, 20)), await uploaded(await image('png', 20, 30))];
  expect(await readSizes(db, [idOf(first), 'unknown', idOf(second)])).toEqual(
    new Map([
      [idOf(first), { width: 30, height: 20 }],
      [idOf(second), { width: 20, height: 30 }],
    ]),
  );
});

test('a session that ends while the image arrives stores nothing', async () => {
  const member = await createMember(site, 'Late');
  const { payload, headers } = await formOf({ file: await image('png', 45, 45) });
  const socket = await connect(site);
  socket.write(
    `POST /api/media HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${member.token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
  );
  const half = payload.length >> 1;
  socket.write(payload.subarray(0, half));
  await expect.poll(() => uploadsStarted).toBeGreaterThan(0);
  expect((await member.delete('/api/auth')).status).toBe(200);
  socket.write(payload.subarray(half));
  expect(await readResponse(socket)).toMatchObject(errorResponse(401, errors.tokenInvalid.msg));
  socket.destroy();
  expect(await db.all`select id from media where user_id = ${member._id}`).toEqual([]);
});

test('a text has at most ten images', async () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => `![](/media/${String(index).padStart(22, 'A')})`).join(' ');
  const refusal = errorResponse(400, errors.tooManyImages.msg, 'text');
  expect((await ada.post('/api/posts', { text: text(limits.textImages) })).status).toBe(200);
  for (const path of ['/api/posts', '/api/preview'])
    expect(await ada.post(path, { text: text(limits.textImages + 1) })).toMatchObject(refusal);
});

describe('the image of a member', () => {
  const day = 24 * 60 * 60 * 1000;
  const statusOf = async (url: string) => (await read(url)).statusCode;
  /** Makes an image older than the day that one lives without a text. */
  const age = (url: string) => db.run`update media set created_at = created_at - cast(${day} as bigint) where id = ${idOf(url)}`;
  const ageUnused = () => db.run`update media set unused_since = unused_since - cast(${day} as bigint)`;
  const purge = async () => {
    await runRecurring(site, 'media.purge');
    await ageUnused();
    await runRecurring(site, 'media.purge');
  };
  const rows = async (url: string) => (await db.all`select id from media where id = ${idOf(url)}`).length;

  test('can be read for a day if no text shows it', async () => {
    const url = await uploaded(await image('png', 82, 82));
    await runRecurring(site, 'media.purge');
    expect(await statusOf(url)).toBe(200);
    await age(url);
    expect(await statusOf(url)).toBe(404);
    await purge();
    expect(await rows(url)).toBe(0);
  });

  test('is gone with the last post, comment, version and draft that refers to it, and its bytes a day later', async () => {
    const member = await createMember(site, 'Shown');
    const bytes = await image('png', 83, 83);
    const [inPost, inComment, inDraft] = [await uploaded(bytes, member), await uploaded(bytes, member), await uploaded(bytes, member)];
    const urls = [inPost, inComment, inDraft];
    const statuses = () => Promise.all(urls.map(statusOf));
    const { body: post } = await member.post('/api/posts', { text: `![](${inPost}) ![](/media/${'A'.repeat(22)})` });
    const [comment] = (await member.post(`/api/posts/comment/${post._id}`, { text: `![](${inComment})` })).body;
    const draft = (await member.put('/api/drafts/post', { text: `![](${inDraft})` })).body;
    expect(post.html).toContain(`src="${inPost}" alt="" width="83" height="83"`);
    for (const url of urls) await age(url);
    await purge();
    expect(await statuses()).toEqual([200, 200, 200]);

    expect((await member.patch(`/api/posts/${post._id}`, { text: 'No image', version: 1 })).status).toBe(200);
    await purge();
    expect(await statuses()).toEqual([200, 200, 200]); // the history shows it
    expect((await member.delete(`/api/posts/${post._id}/revisions/1`)).status).toBe(200);
    expect(await statuses()).toEqual([404, 200, 200]);
    expect((await member.put('/api/drafts/post', { text: 'No image', version: draft.version })).status).toBe(200);
    expect(await statuses()).toEqual([404, 200, 404]);
    const again = { text: `![](${inDraft}) ![](${inPost})`, version: draft.version + 1 };
    expect((await member.put('/api/drafts/post', again)).status).toBe(200); // an undo
    expect(await statuses()).toEqual([200, 200, 200]);
    await member.delete('/api/drafts/post');
    expect((await member.delete(`/api/posts/comment/${post._id}/${comment._id}`)).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await Promise.all(urls.map(rows))).toEqual([1, 1, 1]);
    await purge();
    expect(await Promise.all(urls.map(rows))).toEqual([0, 0, 0]);
    expect(await db.all`select media_id from media_references`).toEqual([]);
    const unusedFiles = await db.all`select hash from media_files where not exists (select 1 from media m where m.hash = media_files.hash)`;
    expect(unusedFiles).toEqual([]);
    expect(
      await db.all`select hash from media_chunks where not exists (select 1 from media_files f where f.hash = media_chunks.hash)`,
    ).toEqual([]);
  });

  test('is gone with its post, also in the comments on it', async () => {
    const [inPost, inComment] = [await uploaded(await image('png', 86, 86)), await uploaded(await image('png', 87, 87))];
    const { body: post } = await ada.post('/api/posts', { text: `![](${inPost})` });
    await ada.post(`/api/posts/comment/${post._id}`, { text: `![](${inComment})` });
    expect(await Promise.all([inPost, inComment].map(statusOf))).toEqual([200, 200]);
    expect((await ada.delete(`/api/posts/${post._id}`)).status).toBe(200);
    expect(await Promise.all([inPost, inComment].map(statusOf))).toEqual([404, 404]);
  });

  test('is not kept by the posts, comments and drafts of others', async () => {
    const url = await uploaded(await image('png', 88, 88));
    const { body: post } = await ada.post('/api/posts', { text: `![](${url})` });
    const { body: other } = await grace.post('/api/posts', { text: `![](${url})` });
    await grace.post(`/api/posts/comment/${other._id}`, { text: `![](${url})` });
    await grace.put('/api/drafts/post', { text: `![](${url})` });
    expect((await read(url)).statusCode).toBe(200);
    expect((await ada.delete(`/api/posts/${post._id}`)).status).toBe(200);
    expect(await statusOf(url)).toBe(404);
    await purge();
    expect(await rows(url)).toBe(0);
    expect((await ada.get(`/api/posts/${other._id}`)).body.html).toContain(url);
  });

  test('is not made older than a day by the texts of others', async () => {
    const url = await uploaded(await image('png', 89, 89));
    const { body: other } = await grace.post('/api/posts', { text: `![](${url})` });
    expect((await grace.delete(`/api/posts/${other._id}`)).status).toBe(200);
    expect(await statusOf(url)).toBe(200);
  });

  test('can be deleted by its uploader only, at once', async () => {
    const bytes = await image('png', 90, 90);
    const [url, twin] = [await uploaded(bytes), await uploaded(bytes, grace)];
    const { body: post } = await ada.post('/api/posts', { text: `![A square](${url})` });
    const path = `/api${url}`;
    expect((await clientOf(site).delete(path)).status).toBe(401);
    expect(await grace.delete(path)).toMatchObject(errorResponse(404, errors.mediaNotFound.msg));
    expect(await statusOf(url)).toBe(200);
    expect((await ada.delete(path)).body).toEqual({ msg: 'Image removed' });
    expect([await statusOf(url), await rows(url), await statusOf(twin)]).toEqual([404, 0, 200]);
    expect(await ada.delete(path)).toMatchObject(errorResponse(404, errors.mediaNotFound.msg));
    expect((await ada.get(`/api/posts/${post._id}`)).body.html).toContain('alt="A square"');
    expect((await grace.delete(`/api${twin}`)).status).toBe(200);
    expect(await db.all`select hash from media_files where width = 90 and height = 90`).toEqual([]);
    for (const id of ['short', 'A'.repeat(22)]) expect((await ada.delete(`/api/media/${id}`)).status, id).toBe(404);
  });
});

test('deleting an account deletes its images immediately, and not those of others with the same bytes', async () => {
  const [leaving, staying] = [await createMember(site, 'Leaver'), await createMember(site, 'Stayer')];
  const bytes = await image('png', 91, 91);
  const own: string[] = [];
  for (const side of [92, 93, 94, 95, 96, 97]) own.push(await uploaded(await image('png', side, side), leaving));
  const [mine, theirs] = [await uploaded(bytes, leaving), await uploaded(bytes, staying)];
  expect((await leaving.delete('/api/profile')).status).toBe(200);
  for (const url of [mine, ...own]) expect((await read(url)).statusCode).toBe(404);
  expect((await read(theirs)).statusCode).toBe(200);
  await app.jobs.runDue();
  expect(await db.all`select id from media where user_id = ${leaving._id}`).toEqual([]);
  expect(await db.all`select id from users where id = ${leaving._id}`).toEqual([]);
  expect(await db.all`select hash from media_files where width > 91 and width < 98 and height = width`).toEqual([]);
  expect((await read(theirs)).statusCode).toBe(200);
});

test('the data download contains the images of the member and no others', async () => {
  const member = await createMember(site, 'Exporter');
  const url = (await upload(await image('png', 50, 51), member, 'A square, nearly')).body.url;
  await uploaded(await image('png', 52, 53), grace);
  const { media } = (await member.get('/api/users/me/data')).body;
  const data = (await read(url)).rawPayload.toString('base64');
  expect(media).toEqual([{ url, alt: 'A square, nearly', type: 'image/webp', data, date: expect.any(String) }]);
});

describe('the picture of a member', () => {
  const url = '/api/account/avatar';
  const put = (bytes: Buffer, member: TestMember) => sendForm({ file: bytes }, { token: member.token, url, method: 'PUT' });
  const avatarOf = (member: TestMember, headers = {}) => read(`/api/avatars/${member._id}`, headers);

  test('replaces the initials as a square JPEG image, and can be replaced and removed', async () => {
    const member = await createMember(site, 'Portrait');
    const initials = await avatarOf(member);
    expect((await member.get(url)).body).toEqual({ uploaded: false });
    expect((await put(await image('png', 300, 200), member)).body).toEqual({ msg: 'Picture saved' });
    expect((await member.get(url)).body).toEqual({ uploaded: true });
    const first = await avatarOf(member, { 'if-none-match': String(initials.headers.etag) });
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: limits.avatarSide, height: limits.avatarSide });
    expect((await avatarOf(member, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    expect((await member.get('/api/users/me/data')).body.uploadedPicture).toEqual({
      type: 'image/jpeg',
      data: first.rawPayload.toString('base64'),
    });

    expect((await put(await image('gif', 20, 90), member)).status).toBe(200);
    const second = await avatarOf(member, { 'if-none-match': String(first.headers.etag) });
    expect(second.statusCode).toBe(200);
    expect(await db.all`select hash from media_files where hash = ${String(first.headers.etag).slice(3, -1)}`).toEqual([]);

    expect((await member.delete(url)).body).toEqual({ msg: 'Picture removed' });
    expect((await avatarOf(member)).body).toBe(initials.body);
    expect((await member.get(url)).body).toEqual({ uploaded: false });
    expect((await member.delete(url)).status).toBe(200);
  });

  test('cannot be changed by visitors, and stays if an upload is refused', async () => {
    const member = await createMember(site, 'Steady');
    await put(await image('png', 30, 30), member);
    const before = await avatarOf(member);
    expect((await sendForm({ file: await image() }, { url, method: 'PUT' })).status).toBe(401);
    expect((await clientOf(site).delete(url)).status).toBe(401);
    expect((await clientOf(site).get(url)).status).toBe(401);
    expect((await grace.get(url)).body).toEqual({ uploaded: false });
    expect(await put(Buffer.from('<svg/>'), member)).toMatchObject(
      errorResponse(400, expect.stringMatching(/^SVG images can contain scripts/), 'file'),
    );
    expect((await grace.delete(url)).status).toBe(200);
    expect((await avatarOf(member)).rawPayload.equals(before.rawPayload)).toBe(true);
    expect((await member.delete('/api/profile')).status).toBe(200);
    expect(await db.all`select user_id from uploaded_avatars where user_id = ${member._id}`).toEqual([]);
  });
});
