import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { alert, expect, test } from '../test.ts';

/** An image of the repository that is wider than high. */
const photo = new URL('../../docs/pictures/feed.png', import.meta.url).pathname;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your picture' });
const choose = (page: Page, file = photo) => page.locator('#picture input[type=file]').setInputFiles(file);
const pictureOf = async (page: Page, id: string) => (await page.request.get(`/api/avatars/${id}`)).headers()['content-type'];

test('a member chooses a square with the keyboard, uploads it and removes it', async ({ member: { page, call } }) => {
  const { _id } = await call('GET', '/api/auth');
  await page.goto('/dev/account');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await choose(page);
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('Zoom').focus();
  await page.keyboard.press('End');
  await expect(dialog(page).getByLabel('Zoom')).toHaveValue('4');
  const preview = dialog(page).getByRole('img', { name: 'Your picture as it will look' });
  const before = await preview.screenshot();
  await dialog(page).getByLabel('Left or right').focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await preview.screenshot()).equals(before)).toBe(false);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Picture saved', 'success')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await pictureOf(page, _id)).toBe('image/jpeg');

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(alert(page, 'Picture removed', 'success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  expect(await pictureOf(page, _id)).toBe('image/svg+xml');
});

test('does not offer to remove a picture from the avatar service', async ({ member: { page, call } }) => {
  const { _id } = await call('GET', '/api/auth');
  await page.route(`/api/avatars/${_id}`, (route) => route.fulfill({ path: photo }));
  const uploads = page.waitForResponse('/api/account/avatar');
  await page.goto('/dev/account');
  expect(await (await uploads).json()).toEqual({ uploaded: false });
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

test('dragging moves the square', async ({ member: { page } }) => {
  await page.goto('/dev/account');
  await choose(page);
  const side = dialog(page).getByLabel('Left or right');
  await expect(side).toHaveValue('0.5');
  const box = await dialog(page).getByRole('img').boundingBox();
  if (!box) throw new Error('no preview');
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await side.inputValue())).toBeLessThan(0.5);
});

test('says what is wrong with a file that is no image, and with a refused upload', async ({ member: { page }, pageErrors }) => {
  await page.goto('/dev/account');
  await choose(page, new URL(import.meta.url).pathname);
  await expect(dialog(page).getByRole('alert')).toContainText('The file is not a PNG, JPEG, WebP, GIF or AVIF image. Choose another file');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('dialog', { hasText: 'Your picture' })).toHaveCount(0); // the event that removes it follows when it has closed

  pageErrors.expectFailure(503, '/api/account/avatar');
  await page.route('/api/account/avatar', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        title: 'Service Unavailable',
        status: 503,
        code: 'unavailable',
        msg: 'Busy',
        errors: [{ msg: 'Busy', code: 'unavailable' }],
      }),
    }),
  );
  await choose(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Busy. Try again in 5 seconds.');
  await page.unroute('/api/account/avatar');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Picture saved', 'success')).toBeVisible();
});
