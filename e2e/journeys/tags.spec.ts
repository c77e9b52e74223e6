import { card, newTag, unique } from '../feed.ts';
import { once } from '../network.ts';
import { alert, expect, test } from '../test.ts';

test('writes tags in the text and the field, edits them, and follows their links', async ({ member: { page } }) => {
  const [inText, inField, added] = [newTag(), newTag(), newTag()];
  const text = unique('Tagged');
  await page.goto('/dev/posts/latest');
  await page.getByLabel('Say Something...').fill(`${text} #${inText}`);
  const field = page.getByRole('combobox', { name: 'Tags' });
  await field.fill(`#${inField} `);
  await expect(page.getByRole('button', { name: `Remove ${inField}` })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(page, 'Post Created', 'success')).toBeVisible();
  const post = card(page, text);
  await expect(post.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([`#${inField}`]);

  await post.getByRole('button', { name: 'More actions for your post' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('article').filter({ has: page.getByLabel('Edit your post') });
  await expect(editor.getByRole('button', { name: `Remove ${inField}` })).toBeVisible();
  await editor.getByRole('combobox', { name: 'Tags' }).fill(`${added},`);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Changes saved', 'success')).toBeVisible();
  await expect(post.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([`#${inField}`, `#${added}`]);

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await post.getByRole('link', { name: `#${inText}` }).click();
  await expect(page).toHaveURL(`/dev/tags/${inText}`);
  await expect(page).toHaveTitle(`#${inText} · Dev Connector Demo`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${inText}`);
  await expect(card(page, text)).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('limits, names and completes tags in the form of a post', async ({ member: { page, call } }) => {
  const tag = newTag();
  await call('POST', '/api/posts', { text: `First #${tag}` });
  await call('POST', '/api/posts', { text: unique('Text'), tags: ['include', 'fff', 'facade'] });
  await page.goto('/dev/posts/latest');
  const area = page.getByLabel('Say Something...');

  await test.step('says which tag is wrong and when there are too many, and submits a tag that is still being typed', async () => {
    const text = unique('Five tags');
    const tags = Array.from({ length: 5 }, newTag);
    await page.getByLabel('Say Something...').fill(text);
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill(`${tags.slice(0, 4).join(' ')} ${tags[4]}, 🙂`);
    await expect(field).toHaveAccessibleDescription(/^“🙂” cannot be a tag/);
    await field.fill('');
    await expect(field).toHaveAccessibleDescription('');
    await field.fill('sixth');
    await expect(field).toHaveAccessibleDescription('A post has at most 5 tags.');
    await page.getByRole('button', { name: `Remove ${tags[4]}` }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await alert(page, 'Post Created', 'success').getByRole('button', { name: 'Dismiss' }).click();
    await expect(card(page, text).getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText(
      [...tags.slice(0, 4), 'sixth'].map((tag) => `#${tag}`),
    );
  });

  await test.step('names the tags of the text that a post has no room for, and does not link them', async () => {
    const text = unique('Seven tags');
    const [inField = '', sixth = '', ...tags] = Array.from({ length: 7 }, newTag);
    const inText = [...tags, sixth].map((tag) => `#${tag}`).join(' ');
    await area.fill(`${text} ${inText} \`#code\``);
    const message = page.getByText(/^A post has at most/);
    await expect(message).toHaveText(`A post has at most 5 tags: #${sixth} is left out.`);
    await page.getByRole('combobox', { name: 'Tags' }).fill(inField);
    await expect(message).toHaveText(`A post has at most 5 tags: #${tags[4]}, #${sixth} are left out.`);
    await page.getByRole('combobox', { name: 'Tags' }).fill('');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alert(page, 'Post Created', 'success')).toBeVisible();
    await expect(message).toHaveCount(0);
    const post = card(page, text);
    await expect(post).toContainText(`#${sixth}`);
    await expect(post.getByRole('link', { name: '#' })).toHaveText(tags.map((tag) => `#${tag}`));
  });

  await test.step('completes a tag in the text', async () => {
    await area.click();
    await area.pressSequentially(`About #${tag.slice(0, 6)}`);
    const option = page.getByRole('listbox', { name: 'Tags' }).getByRole('option', { name: `#${tag}` });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await area.press('Enter');
    await expect(area).toHaveValue(`About #${tag} `);
    await expect(option).toHaveCount(0);
  });

  await test.step('counts and completes no colors, directives and targets of links as tags', async () => {
    const option = (name: string) => page.getByRole('listbox', { name: 'Tags' }).getByRole('option', { name });
    await area.click();
    for (const [typed, last] of [
      ['#includ', 'e'],
      ['#ff', 'f'],
      ['[a](#facade) #facad', ' '],
    ] as const) {
      await area.fill('');
      await area.pressSequentially(typed);
      await expect(option(typed.slice(typed.lastIndexOf('#')))).toBeVisible();
      await area.pressSequentially(last);
      await expect(page.getByRole('listbox', { name: 'Tags' })).toHaveCount(0);
    }
    await area.fill('');
    await area.pressSequentially('[a](#facad');
    await expect(page.getByRole('listbox', { name: 'Tags' })).toHaveCount(0);
    await area.fill('#define A\n- #endif\n[a](#b) #1a2b3c [#c](https://example.org) `#d`\n#one #two #three #four #five #six');
    await expect(page.getByText('A post has at most 5 tags')).toHaveText('A post has at most 5 tags: #six is left out.');
  });
});

test('follows and mutes a tag on its page, where a new post gets the tag', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const tag = newTag();
  const [theirs, own] = [unique('Theirs'), unique('Own')];
  await charles.call('POST', '/api/posts', { text: `${theirs} #${tag}` });
  const { page } = ada;
  await page.goto(`/dev/tags/${tag}`);
  await expect(page.getByText('1 post · 0 followers')).toBeVisible();
  const writers = page.getByRole('list', { name: 'Who writes about it' }).getByRole('link');
  await expect(page.getByRole('complementary').filter({ has: writers })).toBeVisible();
  await expect(writers).toHaveText(['Charles Brandt']);
  await expect(page.getByRole('figure', { name: 'Posts per month' })).toBeVisible();
  await expect(card(page, theirs)).toBeVisible();
  const topOfPosts = async () => (await card(page, theirs).boundingBox())?.y;
  await expect(page.getByLabel('Say Something...')).toBeVisible();
  await expect.poll(topOfPosts).toBeLessThan(350); // half a screen
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(writers).toBeHidden();
  await expect.poll(topOfPosts).toBeLessThan(420);
  await page.getByText('About this tag').click();
  await expect(writers).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: `Follow #${tag}` }).click();
  await expect(page.getByText('1 post · 1 follower')).toBeVisible();
  await page.getByLabel('Say Something...').fill(own);
  await expect(page.getByRole('button', { name: `Remove ${tag}` })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(card(page, own)).toBeVisible();
  await page.goto('/dev/posts/following');
  await expect(card(page, theirs)).toBeVisible();

  await page.goto(`/dev/tags/${tag}`);
  await page.getByRole('button', { name: `Mute #${tag}` }).click();
  await expect(page.getByRole('button', { name: `Muted #${tag}`, pressed: true })).toBeVisible();
  await expect(card(page, theirs)).toHaveCount(0);
  await expect(card(page, own)).toBeVisible();
  await page.goto('/dev/account#follows');
  await page.getByRole('button', { name: `Unmute #${tag}` }).click();
  await page.getByRole('button', { name: `Mute again #${tag}` }).click();
  await page.getByRole('button', { name: `Unmute #${tag}` }).click();
  await expect(page.getByRole('button', { name: `Mute again #${tag}` })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.goto(`/dev/tags/${tag}`);
  await expect(card(page, theirs)).toBeVisible();
});

test('hides muted posts even if the list was requested before', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  const tag = newTag();
  const theirs = unique('Theirs');
  await charles.call('POST', '/api/posts', { text: `${theirs} #${tag}` });
  const { page } = ada;
  const isMuted = Promise.withResolvers<void>();
  await once(page, 'GET', /\/api\/posts\?.*tag=/, async (route) => {
    const response = await route.fetch();
    await isMuted.promise;
    await route.fulfill({ response }).catch(() => undefined); // the page has cancelled the request
  });
  await page.goto(`/dev/tags/${tag}`);
  await page.getByRole('button', { name: `Mute #${tag}` }).click();
  await expect(page.getByRole('button', { name: `Muted #${tag}`, pressed: true })).toBeVisible();
  const list = page.waitForResponse(/\/api\/posts\?.*tag=/);
  isMuted.resolve();
  await list;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: `Muted #${tag}`, pressed: true })).toBeVisible();
  await expect(card(page, theirs)).toHaveCount(0);
});

test('lists tags and finds them by their beginning', async ({ member: { page, call } }) => {
  const tag = newTag();
  await call('POST', '/api/posts', { text: `#${tag} #other-${tag}` });
  await page.goto('/dev/tags');
  await expect(page.getByRole('link', { name: `#${tag}` })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill(tag);
  await expect(page.getByRole('status').filter({ hasText: `1 tag begins with ${tag}` })).toBeAttached();
  await expect(page).toHaveURL(`/dev/tags?q=${tag}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: `#${tag}` })
    .click();
  await expect(page).toHaveURL(`/dev/tags/${tag}`);
});

test('finds no tag by a text that is longer than a tag', async ({ member: { page } }) => {
  await page.goto(`/dev/tags?q=${'x'.repeat(45)}`);
  await expect(page.getByText('No tag begins with “xxx')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Find a tag' })).toHaveAttribute('maxlength', '41');
});

test('says that a tag does not exist', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(404, '/api/tags/');
  await page.goto(`/dev/tags/${newTag()}`);
  await expect(page.getByText('Tag not found')).toBeVisible();
});
