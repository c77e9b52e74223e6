import { errors, limits } from '@dev-connector/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { errorResponse, send, type TestResponse } from '../client.ts';
import { animatedPng, animation, draw, formOf, image, pngOfSize, recording } from '../images.ts';
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
  test.for<[string, number, number, number, number]>([
    ['a photo: its shorter side', 4000, 3000, 2133, 1600],
    ['a screen of 4K', 3840, 2160, 2844, 1600],
    ['a long screenshot: not at all', 1280, 8040, 1280, 8040],
    ['a panorama: not at all', 8000, 300, 8000, 300],
    ['a page of 20,000 pixels: its longer side, to the maximum of WebP', 1080, 20_000, 884, 16_383],
    ['an image with a large area: its pixels', 1600, 14_000, 1352, 11_832],
    ['an image of one pixel in width', 1, 17_000, 1, 16_383],
    ['a small image: not at all', 100, 60, 100, 60],
  ])('is reduced in proportion: %s', async ([, width, height, storedWidth, storedHeight]) => {
    const file = await sharp({ create: { width, height, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const { body } = await upload(file);
    expect(body).toMatchObject({ width: storedWidth, height: storedHeight });
    expect(await sharp((await read(body.url)).rawPayload).metadata()).toMatchObject({ width: storedWidth, height: storedHeight });
  });

  test('can be a JPEG photo of 200 megapixels', async () => {
    const photo = await sharp({ create: { width: 16_320, height: 12_240, channels: 3, background: '#369' }, limitInputPixels: false })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await upload(photo)).body).toMatchObject({ width: 1600, height: 2133 });
  });

  test.for<[string, () => Promise<Buffer>]>([
    ['a CMYK JPEG image', () => draw(60, 40).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive JPEG image', () => draw(60, 40).jpeg({ progressive: true }).toBuffer()],
    ['a 16-bit PNG image', () => draw(60, 40).toColourspace('rgb16').png().toBuffer()],
    ['an interlaced PNG image', () => draw(60, 40).png({ progressive: true }).toBuffer()],
    ['a PNG image with a palette', () => draw(60, 40).png({ palette: true }).toBuffer()],
    ['a grey PNG image', () => draw(60, 40).greyscale().png().toBuffer()],
    ['a motion photo', async () => Buffer.concat([await image('jpeg'), Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(1000, 7)])],
    ['a JPEG file with a second image', async () => Buffer.concat([await image('jpeg'), await image('jpeg', 30, 20)])],
  ])('can be %s', async ([, file]) => {
    expect(await upload(await file())).toMatchObject({ status: 200, body: { width: 60, height: 40 } });
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

  test('that records a screen loses frames, and keeps its size and duration', async () => {
    const { body } = await upload(await recording({ width: 1280, height: 720, frames: 100, delay: 40 }));
    expect(body).toMatchObject({ width: 1280, height: 720 });
    const { rawPayload } = await read(body.url);
    const { pages = 0, delay = [] } = await sharp(rawPayload).metadata();
    expect(pages).toBe(52);
    expect(delay.reduce((sum, shown) => sum + shown)).toBe(4000);
    for (const page of [0, 13, 26, 51]) {
      const row = await sharp(rawPayload, { page }).extract({ left: 0, top: 9, width: 1280, height: 1 }).extractChannel(0).raw().toBuffer();
      const time = delay.slice(0, page).reduce((sum, shown) => sum + shown, 0);
      expect(row.indexOf(Math.max(...row)) >> 2).toBe(time / 40);
    }
  });

  test('that is long is also reduced in size', async () => {
    const { body } = await upload(await recording({ width: 1200, height: 800, frames: 200, delay: 100 }));
    expect(body).toMatchObject({ width: 600, height: 400 });
    const { pages, delay = [] } = await sharp((await read(body.url)).rawPayload).metadata();
    expect(pages).toBe(200);
    expect(delay.reduce((sum, shown) => sum + shown)).toBe(20_000);
  });
});

describe('refuses', async () => {
  const png = await image('png');
  const jpeg = await image('jpeg');
  const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } });
  test.for<[string, Buffer, 'imageInvalid' | 'imageTooManyPixels', string]>([
    [
      'an SVG image',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      'imageInvalid',
      'SVG images can contain scripts, so they are not accepted. Export the image as PNG',
    ],
    [
      'an SVG image with a prolog',
      Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg/>'),
      'imageInvalid',
      'SVG images can contain scripts',
    ],
    [
      'HTML',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'imageInvalid',
      'The file is not a PNG, JPEG, WebP, GIF or AVIF image',
    ],
    ['a TIFF image', await draw(9, 9).tiff().toBuffer(), 'imageInvalid', 'The file is a TIFF image. Save it as PNG or JPEG'],
    ['a BMP image', Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'), 'imageInvalid', 'The file is a BMP image. Save it as PNG'],
    ['a PDF document', Buffer.from('%PDF-1.7\n'), 'imageInvalid', 'The file is a PDF document'],
    ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'imageInvalid', 'This is a HEIC photo'],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0mp42avc1', 'latin1'), 'imageInvalid', 'Videos are not accepted'],
    ['an animated PNG image', animatedPng(png), 'imageInvalid', 'Animated PNG images are not accepted. Save the animation as GIF or WebP'],
    ['an animated AVIF image', Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avifavis', 'latin1'), 'imageInvalid', 'Animated AVIF images are not'],
    ['an empty file', Buffer.alloc(0), 'imageInvalid', 'The file is empty'],
    ['the first bytes of a PNG image', png.subarray(0, 8), 'imageInvalid', 'The PNG image is incomplete or damaged'],
    ['a truncated PNG image', png.subarray(0, png.length - 30), 'imageInvalid', 'The PNG image is incomplete or damaged'],
    ['a truncated JPEG image', jpeg.subarray(0, jpeg.length >> 1), 'imageInvalid', 'The JPEG image is incomplete or damaged'],
    ['a truncated WebP image', (await image('webp', 200, 200)).subarray(0, 90), 'imageInvalid', 'The WebP image is incomplete or damaged'],
    ['a truncated GIF image', (await image('gif', 200, 200)).subarray(0, 12), 'imageInvalid', 'The GIF image is incomplete or damaged'],
    [
      'a PNG image that says it is a JPEG image',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), png]),
      'imageInvalid',
      'The JPEG image is incomplete or damaged',
    ],
    [
      'an image of 41 megapixels in a small file',
      await plain(8200, 5000).png().toBuffer(),
      'imageTooManyPixels',
      'The image has 41 megapixels (8200 × 5000). The limit for a PNG image is 40 megapixels. Make it smaller',
    ],
    [
      'a progressive JPEG image of 51 megapixels',
      await plain(10_000, 5100).jpeg({ progressive: true }).toBuffer(),
      'imageTooManyPixels',
      'The limit for a progressive JPEG image is 50 megapixels. Make it smaller, or save it as a baseline JPEG',
    ],
    ['a header that claims 4 billion pixels', pngOfSize(65_535, 65_535, png), 'imageTooManyPixels', 'The image has 4294.9 megapixels'],
    ['a header that claims a negative size', pngOfSize(0xffffffff, 1, png), 'imageInvalid', 'The PNG image is incomplete or damaged'],
    [
      'an animation with too many frames',
      await animation('gif', limits.mediaFrames + 1, 2),
      'imageTooManyPixels',
      'The animation has 1001 frames. The limit is 1000. Make the animation shorter',
    ],
    [
      'an animation with too many pixels',
      await recording({ width: 1280, height: 720, frames: 220, delay: 40 }),
      'imageTooManyPixels',
      'The animation has 202.8 megapixels (220 frames of 1280 × 720). The limit is 200 megapixels. Make it shorter or smaller',
    ],
    [
      'an AVIF image of more than 12 megapixels',
      await plain(4000, 3100).avif({ effort: 0 }).toBuffer(),
      'imageTooManyPixels',
      'The image has 12.4 megapixels (4000 × 3100). The limit for a AVIF image is 12 megapixels',
    ],
  ])('%s', async ([, bytes, error, msg]) => {
    expect(await upload(bytes)).toMatchObject(errorResponse(errors[error].status, expect.stringContaining(msg), 'file'));
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
    const tooLarge = (msg: string) => errorResponse(413, expect.stringContaining(msg));
    expect(await upload(Buffer.alloc(limits.upload + 1))).toMatchObject(tooLarge('The file is larger than 8 MB. Make it smaller'));
    expect(await upload(Buffer.alloc(12 * 1_048_576))).toMatchObject(tooLarge('The file has 12.1 MB. The limit is 8 MB. Make it smaller'));
    expect(await upload(Buffer.alloc(limits.upload))).toMatchObject(
      errorResponse(400, expect.stringContaining('The file is not a PNG'), 'file'),
    );
  });
});
