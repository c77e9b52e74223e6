import { unique } from '../feed.ts';
import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

/** An image of the repository. */
const photo = new URL('../../web/public/icon-192.png', import.meta.url).pathname;

const field = (page: EnginePage) => page.getByLabel('Say Something...');
const card = (page: EnginePage, text: string) => page.getByRole('article').filter({ hasText: text });

test('a member writes a post, and finds drafts again', async ({ page, member: _member }) => {
  await page.goto('/dev/posts');

  await test.step('a member writes a post with code and an image', async () => {
    const text = unique('A loop');
    await field(page).fill(`${text}\n\n\`\`\`js\nfor (;;) console.log('once more');\n\`\`\`\n`);
    await page.locator('.composer input[type=file]').setInputFiles(photo);
    const dialog = page.getByRole('dialog', { name: 'Add an image' });
    await dialog.getByRole('textbox').fill('The icon of a site');
    await dialog.getByRole('button', { name: 'Add image' }).click();
    await expect.poll(() => field(page).inputValue()).toMatch(/!\[The icon of a site\]\(\/media\/[\w-]{22}\)\n$/);
    await page.getByRole('button', { name: 'Submit' }).click();

    const post = card(page, text);
    await post.waitFor();
    await post.locator('pre .hljs-keyword').first().waitFor();
    const picture = post.getByRole('img', { name: 'The icon of a site' });
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await expect.poll(() => field(page).inputValue()).toBe('');
  });

  await test.step('a draft is restored after a reload', async () => {
    await field(page).click();
    await page.keyboard.type('Half a thought');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
    await page.getByText('Your draft was restored.').waitFor();
  });

  await test.step('a draft is restored from what was stored when the browser crashed', async () => {
    await field(page).fill('The other half');
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    expect(JSON.stringify(stored)).toContain('The other half');
    await page.goto('/'); // a page without scripts
    await page.evaluate((stored) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    }, stored);
    await page.goto('/dev/posts');
    await expect.poll(() => field(page).inputValue()).toBe('The other half');
    await page.getByText('Your draft was restored.').waitFor();
  });
});

test('a member likes a post, comments on it and finds it', async ({ page, signUp }) => {
  const word = `word${Date.now()}`;
  const grace = await signUp('Grace Nilsson');
  const { _id } = await grace.call('POST', '/api/posts', { text: `All about ${word}` });
  await signUp('Ada Lowenthal');
  await page.goto('/dev/search');
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially(word);
  // Results of the first letters may go or move while they are clicked.
  await expect.poll(async () => page.url()).toContain(word);
  await page.locator('nav[aria-label="Type of results"] [aria-current]').filter({ hasText: 'Posts 1' }).waitFor();
  const result = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await result
    .getByRole('link', { name: new RegExp(word) })
    .first()
    .click();
  await expect.poll(async () => page.url()).toContain(`/dev/posts/${_id}`);

  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Unlike' }).waitFor();
  await page.getByLabel('Leave a Comment').fill('Well said');
  await page.getByLabel('Leave a Comment').press('Control+Enter');
  await page
    .getByRole('article', { name: /^Comment by/ })
    .filter({ hasText: 'Well said' })
    .waitFor();
});
