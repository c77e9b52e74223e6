import type { Locator } from '@playwright/test';
import { payloadTexts } from '../../server/test/markdown-payloads.ts';
import { card, unique } from '../feed.ts';
import { alert, expect, test } from '../test.ts';

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

test('copies a code block without line numbers', async ({ members }) => {
  const { page, call } = await members.signUp('Ada');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { _id } = await call('POST', '/api/posts', { text: '```js\nlet a = 1;\n\tlet b = 2;\n```' });
  await page.goto(`/dev/posts/${_id}`);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(alert(page, 'Code copied', 'success')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let a = 1;\n\tlet b = 2;');
});

test('shows at most eight lines of a post in the feed, and all of it on request, also if they are code', async ({ members }) => {
  const { page, call } = await members.signUp('Ada');
  const title = unique('Long code');
  await call('POST', '/api/posts', { text: `${title}\n\n\`\`\`js\n${'let a = 1;\n'.repeat(40)}\`\`\`` });
  await page.goto('/dev/posts');
  const text = card(page, title).locator('.markdown');
  const height = async () => (await text.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThanOrEqual(8 * 22);
  await card(page, title).getByRole('button', { name: 'Show more' }).click();
  await expect.poll(height).toBeGreaterThan(40 * 15);
});

const long = `# Set up\n\n[Usage](#usage)\n\n${'Text.\n\n'.repeat(60)}# Usage\n\n${'More.\n\n'.repeat(60)}`;

test('a link to a heading leads there in a post, after navigation, in the feed and for visitors', async ({ members, openContext }) => {
  const { page, call } = await members.signUp('Ada');
  const title = unique('Headings');
  const { _id } = await call('POST', '/api/posts', { text: long, title, visibility: 'public' });
  const usage = (of: typeof page) => of.locator(`[id="usage-${_id}"]`);

  await page.goto(`/dev/posts/${_id}#usage`);
  await expect(usage(page)).toBeInViewport();

  await page.goto('/dev/posts');
  await expect(card(page, title).locator('.anchor').first()).toBeHidden();
  await card(page, title).getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(usage(page)).toBeInViewport();

  const visitor = await (await openContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(`/dev/posts/${_id}`);
  await expect(visitor.getByRole('heading', { name: 'Usage', exact: true })).not.toBeInViewport();
  await visitor.getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(usage(visitor)).toBeInViewport();
});

test('a heading follows the direction of its text, and shows its link when it has the focus', async ({ members }) => {
  const { page, call } = await members.signUp('Ada');
  const { _id } = await call('POST', '/api/posts', { text: '# Set up\n\n# عنوان' });
  await page.goto(`/dev/posts/${_id}`);
  const link = page.getByRole('link', { name: 'Link to “Set up”' });
  await page.mouse.move(0, 0);
  await expect(link).toHaveCSS('opacity', '0');
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toHaveCSS('opacity', '1');
  const [left, right] = await Promise.all(
    ['Set up', 'عنوان'].map((name) => page.getByRole('heading', { level: 3, name, exact: true }).boundingBox()),
  );
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 200);
});

test('aligns the items of a list with its marks in both directions', async ({ members }) => {
  const { page, call } = await members.signUp('Ada');
  const text = '- אחת\n- Two\n\n1. One\n2. שתיים\n\n* שלוש\n\n* Four\n\n  ```\n  code\n  ```\n\nNote[^1]\n\n[^1]: הערה';
  const { _id } = await call('POST', '/api/posts', { text });
  await page.goto(`/dev/posts/${_id}`);
  const post = page.locator('.markdown').first();
  await expect(post.getByRole('listitem')).toHaveCount(7);
  const sides = await post.evaluate((element) =>
    [...element.querySelectorAll('li, li p')].flatMap((item) => {
      const node = [...item.childNodes].find(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());
      if (!node) return [];
      const range = document.createRange();
      range.selectNode(node);
      const [text, list] = [range.getBoundingClientRect(), item.closest('ul, ol')?.getBoundingClientRect()];
      return [text.left - (list?.left ?? 0) < (list?.right ?? 0) - text.right ? 'left' : 'right'];
    }),
  );
  expect(sides).toEqual(['right', 'right', 'left', 'left', 'right', 'right', 'right']);
  await expect(post.locator('li pre')).toHaveCSS('text-align', 'start');
});

test('shows code as wide in the feed as in a discussion, and at most 66 characters of text in a line', async ({ members }) => {
  const { page, call } = await members.signUp('Ada');
  const mark = unique('Widths');
  const prose = `${mark} ${'The quick brown fox jumps over the lazy dog, and then it rests for a while in the shade. '.repeat(6)}`;
  const text = `${prose}\n\n\`\`\`js\n${'let a = 1; '.repeat(20)}\n\`\`\``;
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text });
  const measure = (scope: Locator) =>
    scope.locator('.markdown').evaluate((element) => {
      const [paragraph, code] = [element.querySelector('p') as Element, element.querySelector('.code') as Element];
      const lines = paragraph.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(paragraph).lineHeight);
      return { code: code.getBoundingClientRect().width, characters: (paragraph.textContent?.length ?? 0) / Math.round(lines) };
    });
  await page.goto('/dev/posts');
  await card(page, mark).getByRole('button', { name: 'Show more' }).click();
  const inFeed = await measure(card(page, mark));
  await page.goto(`/dev/posts/${_id}`);
  await expect(page.getByRole('article', { name: /^Comment/ })).toBeVisible();
  const measured = [
    inFeed,
    await measure(page.locator('main article').first()),
    await measure(page.getByRole('article', { name: /^Comment/ })),
  ];
  for (const { code, characters } of measured) {
    expect(code).toBe(528);
    expect(characters).toBeLessThanOrEqual(66);
  }
});
