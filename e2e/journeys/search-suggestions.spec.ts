import { expectAccessible } from '../axe.ts';
import { fullProfile } from '../members.ts';
import { hold } from '../network.ts';
import { expect, type Member, test, waitForShortcuts } from '../test.ts';

/** A word that only this test uses. */
const newWord = () => `word${Date.now()}${Math.floor(Math.random() * 1e6)}`;

const bar = (page: Member['page']) => page.getByRole('banner').getByRole('combobox', { name: 'Search' });
const optionsOf = (page: Member['page']) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

for (const [device, viewport] of [
  ['a computer', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('the bar suggests people, tags and posts while typing', async ({ members }) => {
      const word = newWord();
      const zoe = await members.signUp(`Zoe ${word}`, fullProfile);
      const { page, call } = await members.signUp('Ada Lowenthal');
      const { _id } = await call('POST', '/api/posts', { title: `On ${word}`, text: 'Text', tags: [word] });
      await page.goto('/dev/profiles');
      const [field, options] = [bar(page), optionsOf(page)];
      await field.pressSequentially(word.slice(0, -1));
      await expect(options).toHaveText([`Zoe ${word} @zoe-${word}`, `#${word} 1 post`, `On ${word} Post`]);
      await expect(options.first().locator('img')).toHaveAttribute('src', `/api/avatars/${zoe.id}`);
      await expect(options.nth(1)).toHaveAccessibleName(`#${word} 1 post`);
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      await expectAccessible(page);
      const box = await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);

      await field.press('ArrowDown');
      await field.press('ArrowUp');
      await expect(options.last()).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id')) ?? '');
      await field.press('Escape');
      await expect(options).toHaveCount(0);
      await field.press('ArrowDown');
      await expect(options).toHaveCount(3);
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await field.press('Enter');
      await expect(page).toHaveURL(`/dev/posts/${_id}/on-${word}`);
      await expect(field).toHaveValue('');

      await field.pressSequentially(word);
      await options.filter({ hasText: 'Zoe' }).click();
      await expect(page).toHaveURL(`/dev/profile/${zoe.id}`);
      await field.pressSequentially(word);
      await expect(options).toHaveCount(3);
      await field.press('Enter');
      await expect(page).toHaveURL(`/dev/search?q=${word}`);
    });

    test('the palette finds people, tags and posts', async ({ members }) => {
      const word = newWord();
      await members.signUp(`Zoe ${word}`, fullProfile);
      const { page, call } = await members.signUp('Ada Lowenthal');
      const { _id } = await call('POST', '/api/posts', { title: `On ${word}`, text: 'Text', tags: [word] });
      await page.goto('/dev/profiles');
      await waitForShortcuts(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).fill(word);
      const options = page.getByRole('dialog', { name: 'Go to' }).getByRole('option');
      await expect(options).toHaveText([`Search for “${word}” `, `Zoe ${word} @zoe-${word}`, `#${word} 1 post`, `On ${word} Post`]);
      await expectAccessible(page);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/dev/posts/${_id}/on-${word}`);
    });
  });

test('the bar suggests skills and the tags of public posts to visitors', async ({ members, browser, site }) => {
  const word = newWord();
  const { call } = await members.signUp('Ada Lowenthal', { ...fullProfile, skills: `Skill ${word}` });
  await call('POST', '/api/posts', { text: 'Open', tags: [word], visibility: 'public' });
  await call('POST', '/api/posts', { text: 'Closed', tags: [`${word}-closed`] });
  const page = await browser.newPage({ baseURL: site });
  await page.goto('/dev/profiles');
  const [field, options] = [bar(page), optionsOf(page)];
  await field.pressSequentially(word.slice(0, -1));
  await expect(options).toHaveText([`#${word} 1 post`]);
  await options.click();
  await expect(page).toHaveURL(`/dev/explore?tag=${word}`);
  await field.pressSequentially(`skill ${word.slice(0, -1)}`);
  await options.filter({ hasText: `Skill ${word}` }).click();
  await expect(page).toHaveURL(`/dev/profiles?skill=Skill+${word}`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.close();
});

test('the bar keeps the focus of a viewer who types while the next screen loads', async ({ members }) => {
  const word = newWord();
  const { page } = await members.signUp(`Zoe ${word}`, fullProfile);
  await page.goto('/dev/profiles');
  const [field, options] = [bar(page), optionsOf(page)];
  await field.pressSequentially(word); // loads the suggestions
  await expect(options).toHaveCount(1);
  await field.fill('');
  const { held, release } = await hold(page, 'GET', /\.js$/);
  await page.getByRole('banner').getByRole('link', { name: 'Posts', exact: true }).click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await field.pressSequentially(word.slice(0, -1));
  await expect(options).toHaveCount(1);
  await expect(page).toHaveURL('/dev/profiles');
  release();
  await expect(page).toHaveURL('/dev/posts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts');
  await page.keyboard.type(word.slice(-1));
  await expect(options).toHaveText([`Zoe ${word} @zoe-${word}`]);
  await expect(field).toHaveValue(word);
});

test('the bar shows no suggestions for an earlier text, and cancels their request', async ({ members }) => {
  const word = newWord();
  for (const name of ['Alpha', 'Beta']) await members.signUp(`${name} ${word}`, fullProfile);
  const { page } = await members.signUp('Ada Lowenthal');
  await page.goto('/dev/profiles');
  const [field, options] = [bar(page), optionsOf(page)];
  await field.pressSequentially(word);
  await expect(options).toHaveText([`Alpha ${word} @alpha-${word}`, `Beta ${word} @beta-${word}`]);
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/search/suggestions' && url.searchParams.get('q') !== word,
    async (route) => {
      await held.promise;
      await route.continue().catch(() => {}); // cancelled
    },
  );
  const asked = page.waitForRequest((request) => request.url().endsWith('+alp'));
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('+alp'));
  await field.pressSequentially(' alp');
  await expect(options).toHaveText([`Alpha ${word} @alpha-${word}`]); // one of the earlier ones that still matches
  await asked;
  await field.pressSequentially('x');
  await expect(options).toHaveCount(0);
  await cancelled;
  held.resolve();
  await field.press('Backspace');
  await expect(options).toHaveText([`Alpha ${word} @alpha-${word}`]);
});

test('the bar opens its suggestions again at once', async ({ members }) => {
  const word = newWord();
  const { page } = await members.signUp(`Zoe ${word}`, fullProfile);
  await page.clock.install();
  await page.goto('/dev/profiles');
  const [field, options] = [bar(page), optionsOf(page)];
  await field.pressSequentially(word);
  await expect(options).toHaveCount(1);
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await page.clock.runFor(1000);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(options).toHaveAttribute('aria-selected', 'true');
});
