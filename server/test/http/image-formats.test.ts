import { errors, limits } from '@dev-connector/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { errorResponse, send, type TestResponse } from '../client.ts';
import { animation, draw, formOf, image, pngOfSize } from '../images.ts';
import { createMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Decoding and encoding of uploaded images. media.test.ts has their storage and quotas. */

const site = await openSite();
const { app } = site;
const ada = await createMember(site, 'Ada');
const read = (url: string) => app.inject(url);

async function upload(file: Buffer): Promise<TestResponse> {
  const { payload, headers } = await formOf({ file });
  return send(app, { method: 'POST', url: '/api/media', payload, headers: { ...headers, 'x-auth-token': ada.token } });
}

describe('an uploaded image', () => {
  test('is reduced to 1600 pixels', async () => {
    expect((await upload(await image('jpeg', 2000, 1000))).body).toMatchObject({ width: 1600, height: 800 });
    expect((await upload(await image('png', 100, 1700))).body).toMatchObject({ width: 94, height: 1600 });
  });

  test('is turned as its EXIF orientation says, and loses EXIF, XMP and ICC data', async () => {
    const exif = { IFD0: { Artist: '<script>alert(1)</script>' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const photo = await draw(60, 40).withExif(exif).withMetadata({ orientation: 6, icc: 'p3', exif }).jpeg().toBuffer();
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('<script>');
    const { body } = await upload(photo);
    expect(body).toMatchObject({ width: 40, height: 60 });
    const { rawPayload } = await read(body.url);
    const { exif: left, xmp, icc, orientation } = await sharp(rawPayload).metadata();
    expect({ left, xmp, icc, orientation }).toEqual({});
    expect(rawPayload.toString('latin1')).not.toContain('<script>');
  });

  test.for(['gif', 'webp'] as const)('keeps the animation of a %s file', async (format) => {
    const { body } = await upload(await animation(format, 5));
    expect(await sharp((await read(body.url)).rawPayload, { animated: true }).metadata()).toMatchObject({
      pages: 5,
      delay: Array(5).fill(100),
    });
  });
});

describe('refuses', async () => {
  const png = await image('png');
  const jpeg = await image('jpeg');
  test.for<[string, Buffer, keyof typeof errors]>([
    [
      'an SVG image',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      'imageInvalid',
    ],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'imageInvalid'],
    ['a TIFF image', await draw(9, 9).tiff().toBuffer(), 'imageInvalid'],
    ['an empty file', Buffer.alloc(0), 'imageInvalid'],
    ['the first bytes of a PNG image', png.subarray(0, 8), 'imageInvalid'],
    ['a truncated PNG image', png.subarray(0, png.length - 30), 'imageInvalid'],
    ['a truncated JPEG image', jpeg.subarray(0, jpeg.length >> 1), 'imageInvalid'],
    ['a truncated WebP image', (await image('webp', 200, 200)).subarray(0, 90), 'imageInvalid'],
    ['a PNG image that says it is a JPEG image', Buffer.concat([Buffer.from('ffd8ff', 'hex'), png]), 'imageInvalid'],
    [
      'an image of 41 megapixels in a small file',
      await sharp({ create: { width: 8200, height: 5000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      'imageTooManyPixels',
    ],
    ['a header that claims 4 billion pixels', pngOfSize(65_535, 65_535, png), 'imageTooManyPixels'],
    ['a header that claims a negative size', pngOfSize(0xffffffff, 1, png), 'imageInvalid'],
    ['an animation with too many frames', await animation('gif', limits.mediaFrames + 1, 2), 'imageTooManyPixels'],
    [
      'an AVIF image of more than 12 megapixels',
      await sharp({ create: { width: 4000, height: 3100, channels: 3, background: 'red' } })
        .avif({ effort: 0 })
        .toBuffer(),
      'imageTooManyPixels',
    ],
  ])('%s', async ([, bytes, error]) => {
    const { msg, status } = errors[error];
    expect(await upload(bytes)).toMatchObject(errorResponse(status, msg, 'file'));
    expect((await upload(png)).status).toBe(200);
  });

  test('a script behind an image: nothing of it is stored', async () => {
    const { body } = await upload(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));
    expect((await read(body.url)).rawPayload.toString('latin1')).not.toContain('script');
  });

  test.for<[string, Record<string, string>, string, number]>([
    ['JSON', { 'content-type': 'application/json' }, '{}', 415],
    ['no content type', {}, 'x', 415],
    ['JSON without a body', { 'content-type': 'application/json' }, '', 400],
    ['no body', { 'content-type': 'multipart/form-data; boundary=b' }, '', 400],
    ['no boundary', { 'content-type': 'multipart/form-data' }, 'x', 400],
    [
      'an unfinished form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
      400,
    ],
    ['no parts', { 'content-type': 'multipart/form-data; boundary=b' }, 'x', 400],
    ['a compressed body', { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }, 'x', 415],
  ])('%s', async ([, headers, payload, status]) => {
    const answer = await send(app, { method: 'POST', url: '/api/media', payload, headers: { 'x-auth-token': ada.token, ...headers } });
    expect(answer.status, answer.raw).toBe(status);
  });

  test('a file of more than 8 MB', async () => {
    expect(await upload(Buffer.alloc(limits.upload + 1))).toMatchObject(errorResponse(413, errors.uploadTooLarge.msg));
    expect(await upload(Buffer.alloc(limits.uploadBody))).toMatchObject(errorResponse(413, errors.uploadTooLarge.msg));
    expect(await upload(Buffer.alloc(limits.upload))).toMatchObject(errorResponse(400, errors.imageInvalid.msg, 'file'));
  });
});
