import type { Page } from '@playwright/test';
import { animation, draw } from '../../server/test/images.ts';
import { card, unique } from '../feed.ts';
import type { Member } from '../members.ts';
import { expect, test } from '../test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an image' });
const field = (page: Page) => page.locator('.composer textarea');

async function choose(page: Page, buffer: Buffer, name = 'image'): Promise<void> {
  await page.goto('/dev/posts');
  await field(page).click();
  await page.locator('.composer input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
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

test('a photo is turned and reduced before the upload, and the dialog shows both sizes', async ({ member: { page } }) => {
  const photo = await draw(4000, 3000).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  await choose(page, photo);
  await expect(dialog(page)).toContainText(/Reduced: [\d.]+ MB → [\d.]+ MB, 3000 × 4000 → 1600 × 2133/);
  const { path, sent } = await add(page);
  expect(sent).toBeLessThan(photo.length);
  const size = await page.evaluate(async (path) => {
    const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
    return { width, height };
  }, path);
  expect(size).toEqual({ width: 1600, height: 2133 });
});

test('a photo above the limit of an upload is accepted', async ({ member: { page } }) => {
  const photo = await draw(3000, 2400).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(photo.length).toBeGreaterThan(8_388_608);
  await choose(page, photo);
  expect((await add(page)).path).not.toBe('');
});

test('animations and screenshots are sent as they are', async ({ member: { page } }) => {
  for (const file of [await animation('gif', 3, 40), await draw(2000, 1900).png().toBuffer()]) {
    await choose(page, file);
    const { sent } = await add(page);
    expect(sent).toBeGreaterThan(file.length);
    expect(sent).toBeLessThan(file.length + 2000);
  }
});

test('an image that only the browser decodes is converted', async ({ member: { page } }) => {
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
  await expect(dialog(page)).toContainText('100 × 60 → 100 × 60');
  expect((await add(page)).path).not.toBe('');
});

test('a refused file gets a message that says what to do', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/media');
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  for (const [file, message] of [
    [heic, 'Save it as JPEG first'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG images can contain scripts'],
    [Buffer.from('%PDF-1.7'), 'The file is a PDF document. Save it as PNG or JPEG'],
    [Buffer.alloc(0), 'The file is empty'],
  ] as const) {
    await choose(page, Buffer.from(file));
    await expect(dialog(page).getByRole('alert')).toContainText(message);
  }
  const photo = await draw(900, 900).jpeg().toBuffer();
  await choose(page, photo.subarray(0, photo.length >> 1));
  await dialog(page).getByRole('button', { name: 'Add image' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The JPEG image is incomplete or damaged');

  await page.goto('/dev/account');
  await page.locator('#picture input[type=file]').setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: heic });
  await expect(page.getByRole('alert')).toContainText('Save it as JPEG first');
});

test('a long image is collapsed without a layout shift, and opens by keyboard in its place and then as a file', async ({ member }) => {
  const { page } = member;
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
  await choose(page, await draw(3000, 100).png().toBuffer());
  const link = (await post(member, (await add(page)).path)).locator('a.wide-image');
  expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth === 3000 && clientWidth < 800)).toBe(true);
});
