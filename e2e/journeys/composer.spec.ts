import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { errorResponse, once } from '../network.ts';
import { expect, test } from '../test.ts';

/** An image of the repository. */
const photo = new URL('../../docs/pictures/feed.png', import.meta.url).pathname;

const field = (page: Page) => page.getByLabel('Say Something...');

test('formats, previews and completes a text', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const area = field(page);

  await test.step('formats with keys and buttons, continues lists, and undoes both', async () => {
    await area.fill('make it bold');
    await area.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(8, 12));
    await area.press('Control+b');
    await expect(area).toHaveValue('make it **bold**');
    await page.getByRole('button', { name: 'Italic' }).click();
    await expect(area).toHaveValue('make it ***bold***');
    await expect(area).toBeFocused();
    await area.press('Control+z');
    await area.press('Control+z');
    await expect(area).toHaveValue('make it bold');

    await area.fill('');
    await area.pressSequentially('- one\ntwo\n\nsee ');
    await area.press('Control+k');
    await page.keyboard.type('docs');
    await expect(area).toHaveValue('- one\n- two\nsee [docs]()');
    await expect(page.getByRole('dialog', { name: 'Go to' })).toHaveCount(0); // Control+K opens the palette elsewhere
  });

  await test.step('shows the text as the server renders it, and returns to the field', async () => {
    await area.fill('**Bold** and `code`');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('Bold');
    await expect(area).toBeHidden();
    await expect(page.getByLabel('Title')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await expect(area).toBeFocused();
    await expect(area).toHaveValue('**Bold** and `code`');
  });

  await test.step('completes the names of emoji by keyboard and pointer', async () => {
    await area.fill('');
    await area.pressSequentially('Ship it :rocke');
    const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
    await expect(options.first()).toHaveText('🚀:rocket:');
    await area.press('Enter');
    await expect(area).toHaveValue('Ship it 🚀 ');
    await area.pressSequentially(':thumbs');
    await options.filter({ hasText: ':thumbsdown:' }).click();
    await expect(area).toHaveValue('Ship it 🚀 👎 ');
    await area.pressSequentially(':tad');
    await expect(options.first()).toBeVisible();
    await area.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(area).toHaveValue('Ship it 🚀 👎 :tad');
  });
});

test('keeps the indentation of the first line in the preview, in the post and in its editor', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const text = `    first ${Date.now()}\n\tsecond`;
  await field(page).fill(`\n${text}\n\n`);
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = `${text.trim().replace('\t', '')}\n`;
  await expect(page.getByRole('region', { name: 'Preview' }).locator('pre code')).toHaveText(shown, { useInnerText: true });
  await page.getByRole('button', { name: 'Submit' }).click();
  const post = page.getByRole('article').filter({ hasText: shown.split('\n', 1)[0] as string });
  await expect(post.locator('pre code')).toHaveText(shown, { useInnerText: true });
  await post.getByRole('button', { name: /^More actions/ }).click();
  await post.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByLabel('Edit your post')).toHaveValue(text);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('fills the screen while it is open, and keeps the text when it is closed', async ({ member: { page } }) => {
    await page.goto('/dev/posts');
    const area = field(page);
    const text = unique('From a phone');
    await area.fill(text);
    await expect.poll(async () => (await area.boundingBox())?.height ?? 0).toBeGreaterThan(500);
    await expect(area).toBeFocused();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(async () => (await area.boundingBox())?.height ?? 0).toBeLessThan(200);
    await expect(area).toHaveValue(text);
    await area.click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(card(page, text)).toBeVisible();
    await expect(area).toHaveValue('');
  });
});

test('adds an image with its alternative text, and shows it in the post', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const text = unique('Before');
  await field(page).fill(text);
  await field(page).press('Control+End');
  await page.locator('.composer input[type=file]').setInputFiles(photo);
  const dialog = page.getByRole('dialog', { name: 'Add an image' });
  await dialog.getByRole('textbox').fill('The feed of a site');
  const uploaded = page.waitForResponse(/\/api\/media$/);
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await uploaded; // its encoding takes long on a busy machine
  await expect(field(page)).toHaveValue(/^Before [\w-]+\n!\[The feed of a site\]\(\/media\/[\w-]{22}\)\n$/);
  await field(page).press('Control+Enter');
  const picture = card(page, text).getByRole('img', { name: 'The feed of a site' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.getAttribute('width')).toMatch(/^\d+$/);
});

test('asks for the alternative text of several images one after the other, and counts them', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  await field(page).click();
  await page.locator('.composer input[type=file]').setInputFiles([photo, photo]);
  const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true });
  await dialog('Add image 1 of 2').getByRole('textbox').fill('First');
  await dialog('Add image 1 of 2').getByRole('button', { name: 'Add image' }).click();
  await expect(dialog('Add image 2 of 2').getByRole('textbox')).toHaveValue('');
  await dialog('Add image 2 of 2').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page)).toHaveValue(/^!\[First\]\([^)]+\)\n$/);
  await page.locator('.composer input[type=file]').setInputFiles(photo);
  await expect(dialog('Add an image')).toBeVisible();
});

test('takes pasted and dropped images, and keeps the text when an upload is cancelled or fails', async ({
  member: { page },
  pageErrors,
}) => {
  pageErrors.expectFailure(503, '/api/media');
  await page.goto('/dev/posts');
  const area = field(page);
  const text = unique('Kept');
  await area.fill(text);
  const dialog = page.getByRole('dialog', { name: 'Add an image' });
  const image = readFileSync(photo).toString('base64');
  const give = (type: 'paste' | 'drop') =>
    area.evaluate(
      (element, { type, image }) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], 'photo.png', { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
            : new DragEvent('drop', { ...options, dataTransfer: transfer }),
        );
      },
      { type, image },
    );

  await give('paste');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('dialog', { hasText: 'Add an image' })).toHaveCount(0); // the event that removes it follows when it has closed
  await expect(area).toHaveValue(text);

  await once(page, 'POST', /\/api\/media$/, (route) => route.fulfill(errorResponse(503, 'Try again later')));
  await give('drop');
  await dialog.getByRole('textbox').fill('A feed');
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(area).toHaveValue(text);
  await expect(dialog.getByRole('textbox')).toHaveValue('A feed');
  const uploaded = page.waitForResponse(/\/api\/media$/);
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await uploaded;
  await expect(area).toHaveValue(/^Kept [\w-]+\n!\[A feed\]\(\/media\/[\w-]{22}\)\n$/);
});

test('says that only ten members are told', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const hint = page.getByText('Only the first 10 members are notified');
  const names = Array.from({ length: 10 }, (_, index) => `@member-${index}`).join(' ');
  await field(page).fill(`${names} @MEMBER-1 \`@in-code\` ada@example.org`);
  await expect(hint).toHaveCount(0);
  await field(page).fill(`${names} @one-more`);
  await expect(hint).toBeVisible();
  await field(page).fill(names);
  await expect(hint).toHaveCount(0);
});
