import { unique } from '../feed.ts';
import type { EngineLocator } from './page.ts';
import { expect, test } from './test.ts';

/** Acts until the page shows the button. The first events may come before its stream. */
const actUntil = (act: () => Promise<unknown>, button: EngineLocator) =>
  expect(async () => {
    await act();
    await expect.poll(() => button.count(), { timeout: 5000 }).toBe(1);
  }).toPass();

test('a member sees what others write while the page is open', { tag: '@chromium' }, async ({ page, signUp }) => {
  const charles = await signUp('Charles Brandt');
  const ada = await signUp('Ada Lowenthal');
  const { _id: id } = await ada.call('POST', '/api/posts', { text: unique('Discuss') });
  await page.goto(`/dev/posts/${id}`);
  await page.getByText('No comments yet.').waitFor();
  const newComments = page.getByRole('button', { name: /^\d+ new comments?$/ });
  await actUntil(() => charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' }), newComments);
  await newComments.click();
  await page.getByRole('article').filter({ hasText: 'Hello' }).first().waitFor();

  await page.goto('/dev/posts/latest');
  const newPosts = page.getByRole('button', { name: /new posts?$/ });
  await actUntil(() => charles.call('POST', '/api/posts', { text: unique('Meanwhile') }), newPosts);
});
