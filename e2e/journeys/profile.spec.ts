import type { Page } from '@playwright/test';
import { fill, submit } from '../forms.ts';
import { alert, expect, test } from '../test.ts';

const whole = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  website: 'https://engine.example/about',
  location: 'London',
  skills: 'Mathematics,Punch cards,Poetry,Notes,Looms',
  githubusername: 'ada-lovelace',
  bio: 'I write notes\nthat are longer than the paper.',
  twitter: 'https://twitter.example/ada',
  instagram: 'https://instagram.example/ada',
};

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

test('the edit form holds what the profile holds, github username and all', async ({ people }) => {
  const { page } = await people.join('Ada Lovelace', whole);
  await page.goto('/dev/dashboard');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/dev/edit-profile');
  await expect(page).toHaveTitle('Edit Profile · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  for (const [label, value] of Object.entries({
    'Professional Status': whole.status,
    Company: whole.company,
    Website: whole.website,
    Location: whole.location,
    Skills: whole.skills.replaceAll(',', ', '),
    'Github Username': whole.githubusername,
    Bio: whole.bio,
    Twitter: whole.twitter,
    Facebook: '',
    Instagram: whole.instagram,
  }))
    await expect(field(page, label)).toHaveValue(value);
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
});

test('saving an edit stays on the screen and says so; a cleared field is gone', async ({ people }) => {
  const { page, id } = await people.join('Ada Lovelace', whole);
  await page.goto('/dev/edit-profile');
  await fill(page, { Company: 'Babbage & Co', Location: '', 'Professional Status': 'Manager' });
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  await expect(page).toHaveURL('/dev/edit-profile');
  await expect(field(page, 'Company')).toHaveValue('Babbage & Co');
  await page.reload();
  await expect(field(page, 'Company')).toHaveValue('Babbage & Co');
  await expect(field(page, 'Location')).toHaveValue('');
  await expect(field(page, 'Professional Status')).toHaveValue('Manager');
  await expect(field(page, 'Github Username')).toHaveValue(whole.githubusername);
  await page.goto(`/dev/profile/${id}`);
  await expect(page.getByText('Manager at Babbage & Co')).toBeVisible();
  await expect(page.getByText('London')).toHaveCount(0);
});

test('the select offers the eight kinds of developer', async ({ member: { page } }) => {
  await page.goto('/dev/create-profile');
  await expect(field(page, 'Professional Status').getByRole('option')).toHaveText([
    '* Select Professional Status',
    'Developer',
    'Junior Developer',
    'Senior Developer',
    'Manager',
    'Student or Learning',
    'Instructor or Teacher',
    'Intern',
    'Other',
  ]);
  await expect(field(page, 'Professional Status')).toHaveValue('0');
});

test('social links fold away and keep what they hold', async ({ people }) => {
  const { page, call } = await people.join('Ada Lovelace', whole);
  await page.goto('/dev/edit-profile');
  const toggle = page.getByRole('button', { name: 'Add Social Network Links' });
  await expect(field(page, 'Twitter')).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(field(page, 'Twitter')).toHaveValue(whole.twitter);
  await fill(page, { YouTube: 'youtube.example/ada' });
  await toggle.click();
  await expect(field(page, 'YouTube')).toBeHidden();
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  const { social } = await call<{ social: object }>('GET', '/api/profile/me');
  expect(social).toEqual({ twitter: whole.twitter, instagram: whole.instagram, youtube: 'https://youtube.example/ada' });
});

test('a profile needs a status and skills: the server says so, as alerts and beside the fields', async ({ member: { page }, trouble }) => {
  trouble.expectFailure(400, '/api/profile');
  await page.goto('/dev/create-profile');
  await fill(page, { Company: 'Kept', Website: 'javascript:alert(1)' });
  await submit(page);
  await expect(alert(page, 'Status is required', 'danger')).toBeVisible();
  await expect(alert(page, 'Skills is required', 'danger')).toBeVisible();
  await expect(page.getByText('Profile could not be saved')).toContainText('400');
  await expect(field(page, 'Skills')).toHaveAccessibleDescription(/Skills is required/);
  await expect(field(page, 'Website')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Professional Status')).toBeFocused();
  await expect(field(page, 'Company')).toHaveValue('Kept');
  await expect(page).toHaveURL('/dev/create-profile');
});

test('a wrong social link that is folded away comes into sight', async ({ people, trouble }) => {
  trouble.expectFailure(400, '/api/profile');
  const { page } = await people.join('Ada Lovelace', whole);
  await page.goto('/dev/edit-profile');
  const toggle = page.getByRole('button', { name: 'Add Social Network Links' });
  await toggle.click();
  await fill(page, { LinkedIn: 'ftp://nowhere.example' });
  await toggle.click();
  await submit(page);
  await expect(field(page, 'LinkedIn')).toBeFocused();
  await expect(field(page, 'LinkedIn')).toHaveAttribute('aria-invalid', 'true');
});

test('create leads on to edit once there is a profile, and edit to create where there is none', async ({ people, member }) => {
  await member.page.goto('/dev/edit-profile');
  await expect(member.page).toHaveURL('/dev/create-profile');
  const { page } = await people.join('Ada Lovelace', whole);
  await page.goto('/dev/create-profile');
  await expect(page).toHaveURL('/dev/edit-profile');
});

test.describe('experience', () => {
  const table = (page: Page) => page.getByRole('region', { name: 'Experience Credentials' }).or(page.getByLabel('Experience Credentials'));

  test('is added, newest first, and shown with its dates; then removed', async ({ people }) => {
    const { page, id } = await people.join('Ada Lovelace', {});
    await page.goto('/dev/dashboard');
    await expect(table(page)).toContainText('No experience credentials');
    const entries: Array<Record<string, string | boolean>> = [
      { 'Job Title': 'Translator', Company: 'Taylor', 'From Date': '1842-10-01', 'To Date': '1843-01-31' },
      { 'Job Title': 'Countess', Company: 'Lovelace', Location: 'Ockham', 'From Date': '1843-02-01', 'Current Job': true },
    ];
    for (const entry of entries) {
      await page.getByRole('link', { name: 'Add Experience' }).click();
      await expect(page).toHaveURL('/dev/add-experience');
      await expect(page).toHaveTitle('Add An Experience · Dev Connector Demo');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add An Experience');
      await fill(page, { ...entry, 'Job Description': 'Line one\nline two' });
      await submit(page);
      await expect(page).toHaveURL('/dev/dashboard');
      await expect(alert(page, 'Experience Added', 'success').first()).toBeVisible();
    }
    const rows = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveText([/Lovelace.*Countess.*1843\/02\/01 – Now/, /Taylor.*Translator.*1842\/10\/01 – 1843\/01\/31/]);

    await page.goto(`/dev/profile/${id}`);
    const shown = page.getByRole('main').getByRole('listitem').filter({ hasText: '1843/02/01' });
    await expect(shown).toContainText('Lovelace');
    await expect(shown).toContainText('Countess');
    await expect(shown).toContainText('Ockham');
    await expect(shown).toContainText('1843/02/01 – Now');

    await page.goto('/dev/dashboard');
    await rows.filter({ hasText: 'Taylor' }).getByRole('button', { name: 'Delete' }).click();
    await expect(alert(page, 'Experience Removed', 'success')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: 'Delete' }).click();
    await expect(table(page)).toContainText('No experience credentials');
  });

  test('a current job has no end', async ({ people }) => {
    const { page, call } = await people.join('Ada Lovelace', {});
    await page.goto('/dev/add-experience');
    await fill(page, { 'Job Title': 'Countess', Company: 'Lovelace', 'From Date': '2001-02-03', 'To Date': '2002-03-04' });
    await expect(field(page, 'To Date')).toBeEnabled();
    await fill(page, { 'Current Job': true });
    await expect(field(page, 'To Date')).toBeDisabled();
    await fill(page, { 'Current Job': false });
    await expect(field(page, 'To Date')).toBeEnabled();
    await fill(page, { 'Current Job': true });
    await submit(page);
    await expect(page).toHaveURL('/dev/dashboard');
    const { experience } = await call<{ experience: object[] }>('GET', '/api/profile/me');
    expect(experience).toMatchObject([{ from: '2001-02-03', current: true }]);
    expect(experience[0]).not.toHaveProperty('to');
  });

  test('title and company are asked for by the browser, the rest by the server', async ({ people, trouble }) => {
    const { page } = await people.join('Ada Lovelace', {});
    await page.goto('/dev/add-experience');
    await expect(page.getByLabel('Job Description')).toHaveAttribute('cols', '30');
    await expect(page.getByLabel('Job Description')).toHaveAttribute('rows', '5');
    await submit(page);
    await expect(field(page, 'Job Title')).toBeFocused();
    await fill(page, { 'Job Title': 'Countess' });
    await submit(page);
    await expect(field(page, 'Company')).toBeFocused();

    trouble.expectFailure(400, '/api/profile/experience');
    await fill(page, { Company: 'Lovelace' });
    await submit(page);
    await expect(alert(page, 'From date is required', 'danger')).toBeVisible();
    await expect(page.getByText('Profile could not be saved')).toContainText('400');
    await fill(page, { 'From Date': '2020-01-02', 'To Date': '2020-01-01' });
    await submit(page);
    await expect(alert(page, 'To date must not be before the from date', 'danger')).toBeVisible();
    await expect(field(page, 'To Date')).toHaveAccessibleDescription(/To date must not be before the from date/);
    await fill(page, { 'From Date': '2999-01-02', 'To Date': '' });
    await submit(page);
    await expect(alert(page, 'From date must not be in the future', 'danger')).toBeVisible();
    await expect(field(page, 'Job Title')).toHaveValue('Countess');
  });
});

test.describe('education', () => {
  const table = (page: Page) => page.getByLabel('Education Credentials');

  test('is added, newest first, and shown with its dates; then removed', async ({ people }) => {
    const { page, id } = await people.join('Ada Lovelace', {});
    await page.goto('/dev/dashboard');
    await expect(table(page)).toContainText('No education credentials');
    const entries: Array<Record<string, string | boolean>> = [
      { 'School or Bootcamp': 'Home', 'Degree or Certificate': 'Geometry', 'From Date': '1828-01-01', 'To Date': '1829-12-31' },
      {
        'School or Bootcamp': 'De Morgan',
        'Degree or Certificate': 'Calculus',
        'Field of Study': 'Analysis',
        'From Date': '1840-06-01',
        'Current School': true,
      },
    ];
    for (const entry of entries) {
      await page.getByRole('link', { name: 'Add Education' }).click();
      await expect(page).toHaveURL('/dev/add-education');
      await expect(page).toHaveTitle('Add Your Education · Dev Connector Demo');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Your Education');
      await fill(page, entry);
      await submit(page);
      await expect(page).toHaveURL('/dev/dashboard');
      await expect(alert(page, 'Education Added', 'success').first()).toBeVisible();
    }
    const rows = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveText([/De Morgan.*Calculus.*1840\/06\/01 – Now/, /Home.*Geometry.*1828\/01\/01 – 1829\/12\/31/]);
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '1840/06/01 – Now' })).toContainText('Analysis');

    await page.goto('/dev/dashboard');
    await rows.filter({ hasText: 'Home' }).getByRole('button', { name: 'Delete' }).click();
    await expect(alert(page, 'Education Removed', 'success')).toBeVisible();
    await expect(rows).toHaveCount(1);
  });

  test('school and degree are asked for by the browser; a current school has no end', async ({ people }) => {
    const { page } = await people.join('Ada Lovelace', {});
    await page.goto('/dev/add-education');
    await expect(page.getByLabel('Program Description')).toHaveAttribute('cols', '30');
    await expect(page.getByLabel('Program Description')).toHaveAttribute('rows', '5');
    await submit(page);
    await expect(field(page, 'School or Bootcamp')).toBeFocused();
    await fill(page, { 'School or Bootcamp': 'Home' });
    await submit(page);
    await expect(field(page, 'Degree or Certificate')).toBeFocused();
    await fill(page, { 'Current School': true });
    await expect(field(page, 'To Date')).toBeDisabled();
  });
});

test.describe('an account', () => {
  test('is deleted once its member is sure, and takes everything with it', async ({ people, page: visitor, trouble }) => {
    const { page, id, call, token } = await people.join('Ada Lovelace', whole);
    await call('POST', '/api/posts', { text: 'Gone with me' });
    await page.goto('/dev/dashboard');
    const question = page.getByRole('dialog', { name: 'Are you sure? This cannot be undone' });
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await call('GET', '/api/profile/me');

    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await question.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(alert(page, 'YOUR account has been permanantly deleted', 'success')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Register' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    trouble.expectFailure(404, `/dev/profile/${id}`);
    expect((await visitor.goto(`/dev/profile/${id}`))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
    trouble.expectFailure(401, '/api/');
    await page.evaluate((token) => localStorage.setItem('token', token), token);
    await page.goto('/dev/posts');
    await expect(page).toHaveURL(/\/dev\/login/);
  });
});

test.describe('the profile screen', () => {
  test('shows all there is to a developer', async ({ people, page }) => {
    const ada = await people.join('Ada Lovelace', whole);
    await page.goto(`/dev/profile/${ada.id}`);
    await expect(page).toHaveTitle('Ada Lovelace · Dev Connector Demo');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
    await expect(main.getByText('Senior Developer at Analytical Engines')).toBeVisible();
    await expect(main.getByText('London')).toBeVisible();
    await expect(main.getByText('AL', { exact: true })).toBeVisible();
    await expect(main.getByRole('heading', { name: "Ada's Bio" })).toBeVisible();
    await expect(main.getByText(whole.bio)).toBeVisible();
    await expect(main.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText(whole.skills.split(','));
    await expect(main.getByText('No experience credentials')).toBeVisible();
    await expect(main.getByText('No education credentials')).toBeVisible();
    const links = main.getByRole('list', { name: 'Links' }).getByRole('link');
    await expect(links).toHaveCount(3);
    for (const [name, href] of [
      ['Website', whole.website],
      ['Twitter', whole.twitter],
      ['Instagram', whole.instagram],
    ] as const) {
      const link = main.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
    await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
    await main.getByRole('link', { name: 'Back to Profiles' }).click();
    await expect(page).toHaveURL('/dev/profiles');

    await ada.page.goto(`/dev/profile/${ada.id}`);
    await expect(ada.page.getByRole('main').getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/dev/edit-profile');
  });

  test('has no bio and no repositories where there are none', async ({ people, page }) => {
    const { id } = await people.join('Ada Lovelace', {});
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { name: 'Skill Set' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Bio/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
  });

  test('has its own title also when one comes to it from the list', async ({ people, page }) => {
    const { id } = await people.join('Zelda Fitz', {});
    await page.goto('/dev/profiles');
    await page.locator(`a[href="/dev/profile/${id}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zelda Fitz');
    await expect(page).toHaveTitle('Zelda Fitz · Dev Connector Demo');
    await page.getByRole('link', { name: 'Back to Profiles' }).click();
    await expect(page).toHaveTitle('Developers · Dev Connector Demo');
  });

  test("lists the code host's repositories, and only web links", async ({ people, page }) => {
    const { id } = await people.join('Ada Lovelace', { githubusername: 'ada-shows-hers' });
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { name: 'Github Repos' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'analytical-engine' })).toHaveAttribute(
      'href',
      'https://github.com/ada-shows-hers/analytical-engine',
    );
    const entry = page.getByRole('listitem').filter({ hasText: 'Weaves algebraic patterns' });
    for (const count of ['Stars: 42', 'Watchers: 7', 'Forks: 3']) await expect(entry.getByText(count)).toBeVisible();
    await expect(page.getByText('harmful')).toHaveCount(0);
  });

  test('says that the code host knows no such user', async ({ people, page, trouble }) => {
    const { id } = await people.join('Ada Lovelace', { githubusername: 'unknown-ada' });
    trouble.expectFailure(404, '/api/profile/github/unknown-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByText('No Github profile found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
  });

  test('stands without a code host that fails, and can ask it again', async ({ people, page, trouble }) => {
    const { id } = await people.join('Ada Lovelace', { githubusername: 'broken-ada' });
    trouble.expectFailure(502, '/api/profile/github/broken-ada');
    await page.goto(`/dev/profile/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
    await expect(failure).toContainText('502');
    await page.route('**/api/profile/github/broken-ada', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No repositories yet')).toBeVisible();
  });

  test('runs nothing that a developer wrote, and stays inside a phone', async ({ people, page }) => {
    const long = 'x'.repeat(120);
    const { id } = await people.join(`<script>window.hacked=1</script>${'N'.repeat(30)}`, {
      status: 'S'.repeat(60),
      company: long,
      location: long,
      bio: `</script><script>window.hacked=1</script> ${'b'.repeat(2000)} مرحبا بالعالم`,
      skills: `${'k'.repeat(60)},<b>bold</b>`,
    });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [`/dev/profile/${id}`, '/dev/profiles']) {
      await page.goto(path);
      await expect(page.getByText('<script>window.hacked=1</script>NNN').first()).toBeVisible();
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
  });
});

test.describe('the developers list', () => {
  test('shows of each the name, the position, the place and four skills', async ({ people, page }) => {
    const { id } = await people.join('Ada Lovelace', whole);
    await page.goto('/dev/profiles');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/dev/profile/${id}"]`) });
    await expect(card).toContainText('Ada Lovelace');
    await expect(card).toContainText('Senior Developer at Analytical Engines');
    await expect(card).toContainText('London');
    await expect(card.getByText('AL', { exact: true })).toBeVisible();
    await expect(card.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      'Mathematics',
      'Punch cards',
      'Poetry',
      'Notes',
    ]);
    await expect(card.getByRole('link', { name: 'View Profile' })).toBeVisible();
  });

  test.describe('with nobody in it', () => {
    test.use({ siteName: 'empty' });

    test('says so', async ({ page }) => {
      await page.goto('/dev/profiles');
      await expect(page.getByText('No profiles found...')).toBeVisible();
    });
  });
});
