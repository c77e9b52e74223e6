import { unique } from '../feed.ts';
import { test } from './test.ts';

test('a member sees what others write while the page is open', { tag: '@chromium' }, async ({ page, signUp }) => {
  const charles = await signUp('Charles Brandt');
  const ada = await signUp('Ada Lowenthal');
  const { _id: id } = await ada.call('POST', '/api/posts', { text: unique('Discuss') });
  await page.goto(`/dev/posts/${id}`);
  await page.getByText('No comments yet.').waitFor();
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Hello' }); // shown at once, because nothing moves
  await page.getByRole('article').filter({ hasText: 'Hello' }).first().waitFor();
  await charles.call('POST', `/api/posts/comment/${id}`, { text: 'Still there?' });
  await page.getByRole('button', { name: '1 new comment' }).click();
  await page.getByRole('article').filter({ hasText: 'Still there?' }).first().waitFor();

  await page.goto('/dev/posts/latest');
  await page.getByRole('article').first().waitFor();
  await charles.call('POST', '/api/posts', { text: unique('Meanwhile') });
  await page.getByRole('button', { name: /new posts?$/ }).waitFor();
});
