import { searchErrors } from '@dev-connector/contract';
import { expectAccessible } from '../axe.ts';
import { fullProfile } from '../members.ts';
import { hold } from '../network.ts';
import { expect, test, waitForShortcuts } from '../test.ts';

/** A word that only this test uses. */
const newWord = () => `word${Date.now()}${Math.floor(Math.random() * 1e6)}`;

test('finds posts, comments and people while typing, and keeps the search in the address', async ({ members }) => {
  const word = newWord();
  const ada = await members.signUp('Ada Lowenthal', { ...fullProfile, bio: `Knows ${word}.` });
  const titled = await ada.call('POST', '/api/posts', { title: `Notes on ${word}`, text: `All about ${word} & <b>more</b>.` });
  await ada.call('POST', '/api/posts', { text: `Something else about ${word}` });
  const [comment] = await ada.call<Array<{ _id: string }>>('POST', `/api/posts/comment/${titled._id}`, { text: `A comment on ${word}` });
  const { page } = ada;
  await page.goto('/dev/profiles');
  await page.goto('/dev/search');
  const field = page.getByRole('combobox', { name: 'Search' });
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  const status = page.getByRole('main').getByRole('status');
  await expect(field).toBeFocused();
  await expect(page.getByRole('link', { name: 'tag:rust' })).toBeVisible();
  await field.pressSequentially(word);
  await expect(results).toHaveCount(2);
  await expect(status).toHaveText('2 results');
  await expect(page.getByRole('navigation', { name: 'Type of results' }).getByRole('link')).toHaveText([
    'Posts 2',
    'People 1',
    'Comments 1',
  ]);
  await expect(page).toHaveURL(`/dev/search?q=${word}`);
  await expect(field).toBeFocused();
  const result = results.filter({ hasText: '& <b>more</b>.' });
  await expect(result.locator('mark')).toHaveText([word, word]); // in the title and in the text
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Comments' }).click();
  await expect(page).toHaveURL(`/dev/search?q=${word}&type=comments`);
  await expect(results.getByRole('link', { name: `Notes on ${word}` })).toHaveAttribute(
    'href',
    `/dev/posts/${titled._id}#comment-${comment?._id}`,
  );
  await page.getByRole('navigation', { name: 'Type of results' }).getByRole('link', { name: 'People' }).click();
  await expect(results).toHaveCount(1);
  await results.getByRole('link', { name: 'Ada Lowenthal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  await page.goBack();
  await expect(results).toHaveCount(1);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/dev/search?q=${word}`);
  await expect(field).toHaveValue(word);

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/dev/search');
  await expect(page.getByRole('link', { name: 'tag:rust' })).toBeVisible();
  await page.goBack(); // typing has made no entries
  await expect(page).toHaveURL('/dev/profiles');
});

test('keeps what is typed while the address changes', async ({ member: { page } }) => {
  await page.goto('/dev/search');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replaceState(...args);
      history.replaceState = replaceState;
      document.execCommand('insertText', false, 'er');
    };
  });
  await field.fill('comput'); // one change of the address
  await expect(page).toHaveURL('/dev/search?q=computer');
  await expect(field).toHaveValue('computer');
  await expect(field).toBeFocused();
});

test('finds a command that contains options, and offers to search for the exact text', async ({ members }) => {
  const word = newWord();
  const { page, call } = await members.signUp('Ada Lowenthal');
  await call('POST', '/api/posts', { text: `Run \`${word} -rf --force\` with care` });
  await call('POST', '/api/posts', { text: `${word} -x -c status:open` });
  await page.goto('/dev/search?type=posts');
  const field = page.getByRole('combobox', { name: 'Search' });
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await field.fill(`${word} -rf --force`);
  await expect(results).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText([word, 'rf', 'force']);
  await field.fill(`${word} -x with -rf`);
  await expect(page.getByText('No posts match')).toBeVisible();
  await expect(page.getByRole('link', { name: `Search for the exact text “${word} -x with -rf”` })).toBeVisible();
  await field.fill(`“${word} c -x”`);
  await expect(page.getByText('No posts match')).toBeVisible();
  await field.fill(`-x -c -${word}`);
  await page.getByRole('link', { name: `Search for the exact text “-x -c -${word}”` }).click();
  await expect(field).toHaveValue(`"-x -c -${word}"`);
  await expect(page.getByRole('link', { name: /exact text/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('offers to search for the exact text of a query with an operator that does not apply', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/search');
  const word = newWord();
  const { page, call } = await members.signUp('Ada Lowenthal');
  await call('POST', '/api/posts', { text: `${word} status:open` });
  await page.goto(`/dev/search?type=posts&q=${word}+status:open`);
  await expect(page.getByRole('alert')).toHaveText('status: does not apply to posts');
  await page.getByRole('link', { name: `Search for the exact text “${word} status:open”` }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
});

test('shows the tags and people whose names match above the posts', async ({ members }) => {
  const word = newWord();
  const people = ['Zoe', 'Amy', 'Bea', 'Eva'];
  for (const name of people) await members.signUp(`${name} ${word}`, fullProfile);
  const { page, call } = await members.signUp('Ada Lowenthal');
  await call('POST', '/api/posts', { text: `About ${word}`, tags: [word, `${word}-two`] });
  await page.goto(`/dev/search?q=${word}&type=posts`);
  const matches = page.getByRole('region', { name: 'Tags and people' });
  await expect(matches.getByRole('link')).toHaveText([
    `#${word} 1 post`,
    `#${word}-two 1 post`,
    ...['Amy', 'Bea', 'Eva'].map((name) => new RegExp(`^${name} ${word} ?@\\S+$`)),
    'All people',
  ]);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
  await matches.getByRole('link', { name: 'All people' }).click();
  await expect(page).toHaveURL(`/dev/search?q=${word}&type=people`);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toHaveCount(4);
  await expect(matches).toHaveCount(0);
  await page.goBack();
  await matches.getByRole('link', { name: `#${word} 1 post` }).click();
  await expect(page).toHaveURL(`/dev/tags/${word}`);
});

test('says which operator this site has for one of another product', async ({ members }) => {
  const [{ page, call }, word] = [await members.signUp('Ada Lowenthal'), newWord()];
  await call('POST', '/api/posts', { title: `About ${word}`, text: 'Text' });
  await page.goto(`/dev/search?q=${word}+author:ada&type=people`);
  await expect(page.getByText('author: is not an operator of this site.')).toBeVisible();
  await page.getByRole('link', { name: `${word} by:ada` }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText(`About ${word}`);
  await expect(page.getByText('is not an operator of this site.')).toHaveCount(0);
});

test('finds posts by date alone', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal');
  const text = newWord();
  await call('POST', '/api/posts', { text });
  await page.goto('/dev/search');
  await page.getByRole('link', { name: 'after:2026-01-01' }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article').filter({ hasText: text })).toBeVisible();
});

test('says what is wrong with a query, and what to do without results', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/search');
  await page.goto('/dev/search?q=skill:rust&type=posts');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveAccessibleDescription('skill: does not apply to posts');
  await expectAccessible(page);
  const word = newWord();
  await field.fill(word);
  await expect(page.getByText('No posts match')).toBeVisible();
  await expect(field).toHaveAccessibleDescription('');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('How to search').click();
  await expect(page.getByRole('link', { name: '"good morning"' })).toBeVisible();
  await expect(field).toHaveValue(word);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('complementary').getByRole('link', { name: '"good morning"' }).click();
  await expect(field).toHaveValue('"good morning"');
});

test('loads more results, and drops the answer to an older text', async ({ members }) => {
  const word = newWord();
  const ada = await members.signUp('Ada Lowenthal');
  for (let post = 0; post < 25; post++) await ada.call('POST', '/api/posts', { text: `${word} ${post === 7 ? 'seventh' : ''}` });
  const { page } = ada;
  await page.goto(`/dev/search?q=${word}`);
  const results = page.getByRole('list', { name: 'Results' }).getByRole('article');
  await expect(results.first()).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(results).toHaveCount(25);
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/search' && url.searchParams.get('q') === `${word} sev`,
    async (route) => {
      await held.promise;
      await route.continue().catch(() => {}); // aborted
    },
  );
  const field = page.getByRole('combobox', { name: 'Search' });
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('+sev&type=posts'));
  const sent = page.waitForRequest((request) => request.url().includes('+sev&'));
  await field.fill(`${word} sev`);
  await sent;
  await field.fill(`${word} seventh`);
  await aborted;
  held.resolve();
  await expect(results).toHaveCount(1);
  await expect(page).toHaveURL(`/dev/search?q=${word}+seventh`);
});

test('the field of the bar completes operators, and leads to the results', async ({ members }) => {
  const skill = `Skill ${newWord()}`;
  const ada = await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skill });
  const { page } = ada;
  await page.goto('/dev/profiles');
  await waitForShortcuts(page);
  await page.keyboard.press('/');
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await field.pressSequentially('sk');
  await expect(options.first()).toContainText('skill:');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('skill:');
  await field.pressSequentially(`"${skill.slice(0, -1)}`);
  await expect(options).toHaveText([skill]);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(`skill:"${skill}" `);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText('Ada Lowenthal');
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toHaveValue(`skill:"${skill}"`);
});

test('the palette finds members, and searches', async ({ members }) => {
  const name = `Zoe ${newWord()}`;
  await members.signUp(name, fullProfile);
  const { page } = await members.signUp('Ada Lowenthal');
  await page.goto('/dev/profiles');
  await waitForShortcuts(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Go to' });
  await field.fill(name);
  await expect(page.getByRole('option', { name })).toHaveCount(2); // the search and the member
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.keyboard.press('Control+k');
  await field.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toHaveValue(name);
});

test('the palette receives what is typed while its code loads', async ({ member: { page } }) => {
  const code = await hold(page, 'GET', /\/assets\/Palette/);
  await page.goto('/dev/profiles');
  await waitForShortcuts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no gh'); // as shortcuts: a new post, the dashboard
  code.release();
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue('no gh');
  await page.keyboard.type('ost');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue('no ghost');
  await expect(page).toHaveURL('/dev/profiles');
});

test('the palette completes operators, and searches with them', async ({ member: { page } }) => {
  await page.goto('/dev/profiles');
  await waitForShortcuts(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Go to' });
  await field.fill('engine ski');
  await page.getByRole('option', { name: 'skill: People with a skill' }).click();
  await expect(field).toHaveValue('engine skill:');
  await expect(field).toBeFocused();
  await field.pressSequentially('looms');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toHaveValue('engine skill:looms');
});

test('the palette leads to the page of a tag', async ({ member: { page, call } }) => {
  const tag = newWord().toLowerCase();
  await call('POST', '/api/posts', { text: `About #${tag}` });
  await page.goto('/dev/profiles');
  await waitForShortcuts(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(tag);
  await page.getByRole('option', { name: `#${tag}` }).click();
  await expect(page).toHaveURL(`/dev/tags/${tag}`);
});

test.describe('a visitor', () => {
  test('searches people, and is asked to log in for posts', async ({ members, page }) => {
    const word = newWord();
    await members.signUp('Ada Lowenthal', { ...fullProfile, bio: word });
    await page.goto('/dev/profiles');
    const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' });
    await field.fill(word);
    await field.press('Enter');
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText('Ada Lowenthal');
    const tabs = page.getByRole('navigation', { name: 'Type of results' }).getByRole('link');
    await expect(tabs).toHaveText([/^Posts \(for members\)/, /^People *1/, /^Comments \(for members\)/]);
    await tabs.first().click();
    await expect(page.getByText('Sign in to search posts')).toBeVisible();
    await expectAccessible(page);
  });

  test('reads what is wrong with a query without a letter, and sends no request that fails', async ({ page }) => {
    for (const q of ['😀', '"', '"&type=people']) {
      await page.goto(`/dev/search?q=${q.replace('"', '%22')}`);
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(searchErrors.empty);
    }
    await page.goto('/dev/search?q=tag:nothing');
    await expect(page.getByText('Sign in to search posts')).toBeVisible();
  });

  test('finds the public tag and the skill that a query misspells', async ({ members, page }) => {
    const [tag, skill] = [newWord(), newWord()];
    const { call } = await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skill });
    await call('POST', '/api/posts', { text: 'Text', tags: [tag], visibility: 'public' });
    await page.goto(`/dev/search?q=${tag}`);
    const names = page.getByRole('region', { name: 'Tags and people' });
    await expect(names.getByRole('link')).toHaveAttribute('href', `/dev/explore?tag=${tag}`);
    await page.goto(`/dev/search?q=${tag}x`);
    await page.getByRole('link', { name: `Did you mean #${tag}?` }).click();
    await expect(page).toHaveURL(`/dev/explore?tag=${tag}`);
    await page.goto(`/dev/search?q=${skill}x&type=people`);
    await page.getByRole('link', { name: `Did you mean the skill ${skill}?` }).click();
    await expect(page).toHaveURL(`/dev/profiles?skill=${skill}`);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('searches with a form and links', async ({ members, page, pageErrors }) => {
      pageErrors.expectFailure(400, '/dev/search');
      const word = newWord();
      await members.signUp('Ada Lowenthal', { ...fullProfile, bio: word });
      await page.goto('/dev/profiles');
      const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' });
      await field.fill(word);
      await field.press('Enter');
      await expect(page).toHaveURL(`/dev/search?q=${word}&type=people`);
      await expect(page.getByRole('list', { name: 'Results' }).getByRole('article')).toContainText('Ada Lowenthal');
      await page.goto('/dev/search?q=by:ada&type=people');
      await expect(page.getByRole('alert')).toHaveText('by: does not apply to people');
      await page.getByRole('link', { name: 'Posts' }).click();
      await expect(page.locator('main noscript p')).toHaveText(/^Searching posts and comments needs JavaScript/);
    });
  });
});
