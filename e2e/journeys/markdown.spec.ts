import { payloadTexts } from '../../server/test/markdown-payloads.ts';
import { expect, test } from '../test.ts';

/** Comments that a post embeds. */
const perPost = 90;

test('nothing of any payload in Markdown runs, and no policy is violated', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(404, '/media/abc');
  const author = await members.signUp('Mallory');
  const calls: string[] = [];
  await author.page.exposeFunction('ran', (value: unknown) => calls.push(String(value)));
  for (let start = 0; start < payloadTexts.length; start += perPost) {
    const texts = payloadTexts.slice(start, start + perPost);
    const { _id } = await author.call('POST', '/api/posts', { text: texts[0] });
    for (const text of texts) await author.call('POST', `/api/posts/comment/${_id}`, { text });
    await author.page.goto(`/dev/posts/${_id}`);
    await expect(author.page.locator('[role=listitem] .markdown')).toHaveCount(texts.length);
  }
  expect(calls).toEqual([]);
});

test('shows code with line numbers that are not copied, a table and footnotes', async ({ members }) => {
  const author = await members.signUp('Ada');
  const text = '# Heading\n\n```js {1}\nlet a = 1;\nlet b = 2;\n```\n\n| a | b |\n|--:|---|\n| 1 | 2 |\n\nNote[^1]\n\n[^1]: The note.';
  const { _id } = await author.call('POST', '/api/posts', { text });
  await author.page.goto(`/dev/posts/${_id}/any-slug`);
  const post = author.page.locator('.markdown').first();
  await expect(post.getByRole('heading', { level: 3, name: 'Heading' })).toBeVisible();
  await expect(post.getByRole('table')).toBeVisible();
  await expect(post.locator('.line').first()).toHaveCSS('background-color', /./);
  const copied = await post.locator('pre').evaluate((pre) => {
    getSelection()?.selectAllChildren(pre);
    return getSelection()?.toString();
  });
  expect(copied?.trim()).toBe('let a = 1;\nlet b = 2;');
});
