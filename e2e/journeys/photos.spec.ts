import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { animation, draw } from '../../server/test/images.ts';
import { card, unique } from '../feed.ts';
import type { Member } from '../members.ts';
import { expect, test } from '../test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an image' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Say Something...' });

async function open(page: Page): Promise<void> {
  await page.goto('/dev/posts');
  await field(page).click();
}

async function choose(page: Page, bytes: Buffer): Promise<void> {
  await field(page).fill('');
  await setFile(page.locator('.composer input[type=file]'), bytes);
}

/** Chooses a file by its path, because Playwright copies a buffer of megabytes slowly. */
async function setFile(input: Locator, bytes: Buffer): Promise<void> {
  const path = test.info().outputPath('image');
  await writeFile(path, bytes);
  await input.setInputFiles(path);
}

/** Adds the image of the dialog. Returns its path and what the server received. */
async function add(page: Page): Promise<{ path: string; sent: number }> {
  const request = page.waitForRequest(/\/api\/media$/);
  await dialog(page).getByRole('button', { name: 'Add image' }).click();
  const sent = Number(await (await request).headerValue('content-length'));
  await expect(dialog(page)).toHaveCount(0);
  const [path = ''] = /\/media\/[\w-]{22}/.exec(await field(page).inputValue()) ?? [];
  return { path, sent };
}

/** Publishes a post with an image. Returns its locator. */
async function post({ page, call }: Member, path: string) {
  const text = unique('With an image');
  await call('POST', '/api/posts', { text: `${text}\n\n![Chart](${path})` });
  await page.goto('/dev/posts');
  const shown = card(page, text);
  await expect(shown).toBeVisible();
  return shown;
}

/** A photo as phones take them, 48 megapixels, turned, with a film behind the image. */
async function phonePhoto(): Promise<Buffer> {
  const half = { create: { width: 8064, height: 3024, channels: 3 as const, background: '#1c7' } };
  const photo = sharp({ create: { width: 8064, height: 6048, channels: 3, background: '#a32' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
  return Buffer.concat([await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer(), Buffer.alloc(12_000_000)]);
}

/** A photo without its end, with a complete thumbnail. Firefox and Safari decode it. */
async function cutPhoto(): Promise<Buffer> {
  const thumbnail = await draw(160, 120).jpeg().toBuffer();
  const photo = await draw(1700, 1700).jpeg({ quality: 95 }).toBuffer();
  const length = thumbnail.length + 2;
  return Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xe2, length >> 8, length & 255]), thumbnail, photo.subarray(2, -2)]);
}

/** Returns the size of an image, and the colours of its left and right half. */
const look = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const bitmap = await createImageBitmap(await (await fetch(path)).blob());
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const colour = (x: number) =>
      [...context.getImageData(x, height / 2, 1, 1).data.slice(0, 3)].map((value) => Math.round(value / 17).toString(16)).join('');
    return { width, height, left: colour(width / 4), right: colour((width * 3) / 4) };
  }, path);

test('reduces and converts images only as far as needed', async ({ member: { page } }) => {
  await open(page);

  await test.step('a photo above the limit of an upload, of a size that is not reduced, is accepted', async () => {
    const photo = Buffer.concat([await draw(1600, 1200).jpeg().toBuffer(), Buffer.alloc(8_388_608)]);
    await choose(page, photo);
    expect((await add(page)).path).not.toBe('');
  });

  await test.step('a photo whose reduction would be larger is uploaded without a change', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 80 };
    const photo = await sharp({ create: { width: 1700, height: 1700, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 30 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(500_000);
    await choose(page, photo);
    const { sent } = await add(page);
    expect(sent).toBeGreaterThan(photo.length);
    expect(sent).toBeLessThan(photo.length + 2000);
  });

  await test.step('a transparent drawing that is too large stays transparent', async () => {
    const drawing = sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).png();
    await choose(page, Buffer.concat([await drawing.toBuffer(), Buffer.alloc(8_388_608)]));
    const { path } = await add(page);
    const alpha = await page.evaluate(async (path) => {
      const context = new OffscreenCanvas(9, 3).getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
      context.drawImage(await createImageBitmap(await (await fetch(path)).blob()), 0, 0);
      return context.getImageData(4, 1, 1, 1).data[3];
    }, path);
    expect(alpha).toBe(0);
  });

  await test.step('a photo in the colours of Display P3 keeps them as sRGB can show them', async () => {
    const red = sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#c33' } });
    const photo = Buffer.concat([await red.withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(), Buffer.alloc(500_000)]);
    await choose(page, photo);
    await expect(dialog(page)).toContainText('Reduced: ');
    const { left } = await look(page, (await add(page)).path);
    expect(left).toBe('c33');
  });

  await test.step('animations and screenshots are uploaded without a change', async () => {
    for (const file of [await animation('gif', 3, 40), await draw(2000, 1900).png().toBuffer()]) {
      await choose(page, file);
      const { sent } = await add(page);
      expect(sent).toBeGreaterThan(file.length);
      expect(sent).toBeLessThan(file.length + 2000);
    }
  });

  await test.step('an image that only the browser decodes is converted', async () => {
    const bmp = Buffer.alloc(54 + 4 * 100 * 60);
    bmp.write('BM');
    bmp.writeUInt32LE(bmp.length, 2);
    for (const [offset, value] of [
      [10, 54],
      [14, 40],
      [18, 100],
      [22, 60],
      [26, 1 + (32 << 16)],
    ] as const)
      bmp.writeUInt32LE(value, offset);
    await choose(page, bmp);
    await expect(dialog(page).getByRole('status')).toHaveText(/^Reduced: 25 kB → 1 kB, 100 × 60 → 100 × 60$/);
    expect((await add(page)).path).not.toBe('');
  });
});

test('reduces the photo of a phone', async ({ member: { page } }) => {
  await open(page);
  const photo = await phonePhoto();

  await test.step('a photo can be left while it is reduced, and the next one is added', async () => {
    let uploads = 0;
    page.on('request', (request) => (uploads += Number(request.url().endsWith('/api/media'))));
    await choose(page, photo);
    await expect(dialog(page)).toContainText('Reducing …');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await field(page).inputValue()).toBe('');
    await setFile(page.locator('.composer input[type=file]'), await draw(20, 20).png().toBuffer());
    expect((await add(page)).path).not.toBe('');
    expect(uploads).toBe(1);
  });

  await test.step('a photo of 48 megapixels and 12 MB is turned and reduced before the upload, and the dialog shows both sizes', async () => {
    await choose(page, photo);
    await expect(dialog(page).getByRole('status')).toHaveText(/^Reduced: 1[2-9][\d.]* MB → \d+ kB, 6048 × 8064 → 1600 × 2134$/);
    const { path, sent } = await add(page);
    expect(sent).toBeLessThan(500_000);
    expect(await look(page, path)).toEqual({ width: 1600, height: 2134, left: 'a32', right: '1c7' });
  });
});

test('photos are uploaded without a change in a browser that protects canvases, and large ones are refused', async ({
  member: { page },
}) => {
  const photo = Buffer.concat([await draw(1700, 1700).jpeg().toBuffer(), Buffer.alloc(500_000)]);
  const protect = () =>
    page.evaluate(() => {
      CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) =>
        new ImageData(new Uint8ClampedArray(width * height * 4).fill(255), width, height);
    });
  await page.goto('/dev/posts');
  await protect();
  await field(page).click();
  const input = page.locator('.composer input[type=file]');
  await setFile(input, photo);
  expect((await add(page)).sent).toBeGreaterThan(photo.length);
  await setFile(input, Buffer.concat([photo, Buffer.alloc(8_388_608)]));
  await expect(dialog(page).getByRole('alert')).toContainText('Your browser protects you against fingerprinting');
});

test('a refused file gets a message that says what to do', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/media');
  await open(page);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  for (const [file, message] of [
    [heic, 'Save it as JPEG first'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG images can contain scripts'],
    [Buffer.from('%PDF-1.7'), 'The file is a PDF document. Save it as PNG or JPEG'],
    [Buffer.alloc(0), 'The file is empty'],
    [
      Buffer.concat([await animation('gif', 3), Buffer.alloc(8_388_608)]),
      'The animation has 8.1 MB. The limit is 8 MB. Make it shorter or smaller',
    ],
    [await cutPhoto(), 'The JPEG image is incomplete or damaged'],
    [Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(8_388_608)]), 'Your browser cannot open it to make it smaller'],
  ] as const) {
    await test.step(message, async () => {
      await choose(page, Buffer.from(file));
      await expect(dialog(page).getByRole('alert')).toContainText(message);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog(page)).toHaveCount(0);
    });
  }
  const damaged = await draw(300, 300).png().toBuffer();
  await choose(page, damaged.fill(0, 100, 2000));
  await dialog(page).getByRole('button', { name: 'Add image' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The PNG image is incomplete or damaged');

  await page.goto('/dev/account');
  await setFile(page.locator('#picture input[type=file]'), heic);
  await expect(page.getByRole('alert')).toContainText('Save it as JPEG first');
});

test('a long image is collapsed without a layout shift, and opens by keyboard in its place and then as a file', async ({ member }) => {
  const { page } = member;
  await open(page);
  await choose(page, await draw(300, 3000).png().toBuffer());
  const { path } = await add(page);
  const shown = await post(member, path);
  const link = shown.getByRole('link', { name: /Chart/ });
  const heights = async () => [(await link.boundingBox())?.height, (await shown.getByRole('img', { name: 'Chart' }).boundingBox())?.height];
  expect(await heights()).toEqual([480, 3000]);
  await link.focus();
  await page.keyboard.press('Enter');
  expect(await heights()).toEqual([3000, 3000]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await page.locator('img').click();
  await expect.poll(() => page.locator('img').evaluate(({ height }: HTMLImageElement) => height)).toBe(3000); // Chromium fits it to the window first
});

test('a wide image scrolls', async ({ member }) => {
  const { page } = member;
  await open(page);
  await choose(page, await draw(3000, 100).png().toBuffer());
  const link = (await post(member, (await add(page)).path)).locator('a.wide-image');
  expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth === 3000 && clientWidth < 800)).toBe(true);
});
