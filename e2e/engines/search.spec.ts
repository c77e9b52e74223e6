import { fullProfile } from '../members.ts';
import { expect, test } from './test.ts';

test('a member opens suggestions of the bar with the keyboard and the mouse', async ({ page, signUp }) => {
  const word = `word${Date.now()}`;
  const grace = await signUp(`Grace ${word}`);
  await grace.call('POST', '/api/profile', { ...fullProfile });
  const { _id } = await grace.call('POST', '/api/posts', { title: `On ${word}`, text: 'Text', tags: [word] });
  await signUp('Ada Lowenthal');
  await page.goto('/dev/profiles');
  const field = page.getByRole('combobox', { name: 'Search', exact: true });
  const options = page.locator('[role=option]'); // the list of orders has others
  await field.click();
  await page.keyboard.type(word);
  await expect.poll(() => options.allTextContents()).toEqual([`Grace ${word} @grace-${word}`, `#${word} 1 post`, `On ${word} Post`]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => page.url()).toContain(`/dev/posts/${_id}/on-${word}`);
  // The address changes before the screen, which closes the list.
  await expect.poll(() => page.evaluate(() => document.title)).toContain(`On ${word}`);
  await field.click();
  await page.keyboard.type(word);
  await options.filter({ hasText: `#${word}` }).click();
  await expect.poll(async () => page.url()).toContain(`/dev/tags/${word}`);
  await expect.poll(() => page.evaluate(() => document.title)).toContain(`#${word}`);
  await field.click();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await expect.poll(async () => page.url()).toContain(`/dev/search?q=${word}`);
});
