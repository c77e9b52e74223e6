import { expectAccessible, violations } from '../axe.ts';
import { fullProfile } from '../members.ts';
import { expect, test, waitForShortcuts } from '../test.ts';

const stamp = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`;

test.describe('the filters of the developers list', () => {
  test('combine, are in the address, and return with Back', async ({ members, page }) => {
    const place = `Town ${stamp()}`;
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: 'js,Rust', location: `${place}, Germany` });
    await members.signUp('Grace Okafor', { ...fullProfile, skills: 'JavaScript', location: place });
    await page.goto(`/dev/profiles?place=${encodeURIComponent(place.toUpperCase())}`);
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(2);
    await expect(page.getByText('2 developers', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Skills' }).click();
    await page.getByRole('checkbox', { name: 'JavaScript: 2' }).click();
    await expect(page).toHaveURL(/skill=JavaScript/);
    await page.getByRole('checkbox', { name: 'Rust: 1' }).click();
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('Ada Lowenthal');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'View Profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
    await page.goBack();
    await expect(cards).toHaveCount(1);
    await page.getByRole('link', { name: 'Remove the filter Rust' }).click();
    await expect(cards).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name');
    await expect(page).toHaveURL(/sort=name/);
    await expect(cards.first()).toContainText('Ada Lowenthal');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dev/profiles?sort=name');
  });

  test('show the skill that was sought first on each card, as the search does', async ({ members, page }) => {
    const skill = `Looms${stamp()}`;
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: `HTML,CSS,SQL,Git,${skill}` });
    for (const path of [`/dev/profiles?skill=${skill.toLowerCase()}`, `/dev/search?type=people&q=skill:${skill}`]) {
      await page.goto(path);
      await expect(page.getByRole('article').getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
        skill,
        'HTML',
        'CSS',
        'SQL',
      ]);
    }
  });

  test('align the skills and the buttons of cards in a row', async ({ members, page }) => {
    const mark = stamp();
    const headlines = ['', 'Builds looms', 'Builds looms that weave algebraic patterns, and writes notes longer than the paper'];
    for (const headline of headlines) await members.signUp(`Ada ${mark}`, { skills: 'HTML', headline });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/dev/profiles?q=${mark}`);
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.evaluate(() => document.fonts.ready);
    for (const part of [
      page.getByRole('list', { name: 'Skills' }),
      page.getByRole('article').getByRole('link', { name: 'View Profile' }),
    ]) {
      const tops = await part.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
      expect(tops).toHaveLength(3);
      expect(new Set(tops).size).toBe(1);
    }
  });

  test('show a skill that was sought by an alias', async ({ members, page }) => {
    const name = `Ada ${stamp()}`;
    await members.signUp(name, { ...fullProfile, skills: 'HTML,CSS,SQL,Git,PostgreSQL' });
    await page.goto(`/dev/profiles?${new URLSearchParams({ q: name, skill: 'postgres' })}`);
    await expect(page.getByRole('article').getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      'PostgreSQL',
      'HTML',
      'CSS',
      'SQL',
    ]);
  });

  test('take as many values of a kind as the server accepts', async ({ members, page }) => {
    const mark = stamp();
    const skills = Array.from({ length: 12 }, (_, index) => `Skill ${index} ${mark}`);
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skills.join() });
    await page.goto(`/dev/profiles?${new URLSearchParams(skills.map((skill) => ['skill', skill]))}`);
    const filter = page.getByRole('group', { name: 'Skills' });
    await page.getByRole('button', { name: 'Skills 10 selected' }).click();
    await expect(filter).toContainText('At most 10.');
    await expect(filter.getByRole('checkbox', { name: skills[11] ?? '' })).toBeDisabled();
    await filter.getByRole('checkbox', { name: skills[0] ?? '' }).click();
    await expect(filter.getByRole('checkbox', { name: skills[11] ?? '' })).toBeEnabled();
    await expect(page.getByRole('article').filter({ hasText: 'Ada Lowenthal' })).toHaveCount(1);
  });

  test('open as a sheet on a phone, which a button closes', async ({ members, page }) => {
    const skill = `Skill ${stamp()}`;
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skill });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dev/profiles?skill=${skill}`);
    await page.getByRole('button', { name: 'Skills' }).click();
    const sheet = page.getByRole('group', { name: 'Skills' });
    await expect(sheet.getByRole('checkbox', { name: skill })).toBeChecked();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Skills' })).toBeFocused();
  });

  test('take any skill from the suggestions, and say when nobody matches', async ({ members, page }) => {
    const skill = `Skill ${stamp()}`;
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: skill });
    await page.goto('/dev/profiles');
    await page.getByRole('button', { name: 'Skills' }).click();
    const field = page.getByRole('combobox', { name: 'Add a skill' });
    await field.pressSequentially(skill.slice(0, -2));
    await expect(page.locator(`datalist option[value="${skill}"]`)).toBeAttached();
    await field.pressSequentially(skill.slice(-2));
    await field.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.keyboard.press('Escape');
    const search = page.getByRole('searchbox', { name: 'Search by name' });
    await search.fill('Nobody');
    await search.press('Enter');
    await expect(page.getByText('No developers match')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL('/dev/profiles');
    await expect(search).toHaveValue('');
  });

  test('are accessible, and usable with the keyboard', async ({ members, page }) => {
    const place = `Town ${stamp()}`; // few values, so that the list does not cut one off
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: 'Poetry,Notes', location: place });
    await page.goto(`/dev/profiles?q=ada&skill=Poetry&place=${encodeURIComponent(place)}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Skills' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Poetry' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Add a skill' })).toBeFocused();
    // On a phone, axe would measure the distance to links below the sheet.
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Skills' })).toBeFocused();
  });

  test('take what is typed after they open, and leave shortcuts of one key off', async ({ members, page }) => {
    await members.signUp('Ada Lowenthal', { ...fullProfile, skills: 'Poetry' });
    await page.goto('/dev/profiles?skill=Poetry');
    await waitForShortcuts(page);
    await page.getByRole('button', { name: 'Skills' }).click();
    const field = page.getByRole('combobox', { name: 'Add a skill' });
    await expect(field).toBeFocused();
    await page.keyboard.type('gh/n');
    await expect(field).toHaveValue('gh/n');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape'); // the first one may close suggestions
    await page.getByRole('button', { name: 'Status' }).click();
    const status = page.getByRole('group', { name: 'Status' });
    await expect(status.getByRole('checkbox').first()).toBeFocused();
    await page.getByRole('button', { name: 'Status' }).focus();
    await page.keyboard.type('?/gp');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(status).toBeVisible();
    await expect(page).toHaveURL('/dev/profiles?skill=Poetry');
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('are a form and links', async ({ members, page }) => {
      const place = `Town ${stamp()}`;
      await members.signUp('Ada Lowenthal', { ...fullProfile, skills: 'ts,Rust', location: place });
      await members.signUp('Grace Okafor', { ...fullProfile, skills: 'Go', location: place });
      await page.goto(`/dev/profiles?place=${encodeURIComponent(place)}`);
      await page.getByRole('button', { name: 'Skills' }).click();
      await page.getByRole('checkbox', { name: 'TypeScript: 1' }).click();
      await page.locator('#filter-skill').getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('Ada Lowenthal');
      await page.getByRole('link', { name: 'Remove the filter TypeScript' }).click();
      await expect(page.getByRole('article')).toHaveCount(2);
    });
  });
});
