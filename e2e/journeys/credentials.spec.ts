import type { Page } from '@playwright/test';
import { field, fill, submit } from '../forms.ts';
import { alert, expect, test } from '../test.ts';

test.describe('experience', () => {
  const table = (page: Page) => page.getByRole('region', { name: 'Experience Credentials' }).or(page.getByLabel('Experience Credentials'));

  test('adds entries newest first, shows their dates, and removes them', async ({ members }) => {
    const { page, id } = await members.signUp('Ada Lowenthal', {});
    await page.goto('/dev/dashboard');
    await expect(table(page)).toContainText('No experience credentials');
    const entries: Array<Record<string, string | boolean>> = [
      { 'Job Title': 'Translator', Company: 'Taylor', 'From Date': '1842-10-01', 'To Date': '1843-01-31' },
      { 'Job Title': 'Countess', Company: 'Lowenthal', Location: 'Ockham', 'From Date': '1843-02-01', 'Current Job': true },
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
    await expect(rows).toHaveText([/Lowenthal.*Countess.*1843\/02\/01 – Now/, /Taylor.*Translator.*1842\/10\/01 – 1843\/01\/31/]);

    await page.goto(`/dev/profile/${id}`);
    const shown = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Feb 1843 – Now' });
    await expect(shown).toContainText('Lowenthal');
    await expect(shown).toContainText('Countess');
    await expect(shown).toContainText('Ockham');
    await expect(shown.getByTitle('1843/02/01')).toBeVisible();

    await page.goto('/dev/dashboard');
    await rows.filter({ hasText: 'Taylor' }).getByRole('button', { name: 'Delete' }).click();
    await expect(alert(page, 'Experience Removed', 'success')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: 'Delete' }).click();
    await expect(table(page)).toContainText('No experience credentials');
  });

  test('takes a year or a month where no more is known, also from a restored draft', async ({ members, pageErrors }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', {});
    await page.goto('/dev/add-experience');
    await fill(page, { 'Job Title': 'Countess', Company: 'Lowenthal', 'From Date': '2015-06-07', 'From precision': 'Year' });
    await expect(field(page, 'From Date')).toHaveValue('2015');
    await fill(page, { 'To precision': 'Month and year', 'To Date': '2017-03' });
    await page.reload();
    await expect(page.getByText('Your draft was restored.')).toBeVisible();
    await expect(field(page, 'From Date')).toHaveValue('2015');
    await expect(field(page, 'To Date')).toHaveValue('2017-03');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(field(page, 'From Date')).toHaveAttribute('type', 'date');
    pageErrors.expectFailure(400, '/api/profile/experience');
    await fill(page, { 'Job Title': 'Countess', Company: 'Lowenthal', 'To precision': 'Month and year', 'To Date': '2014-03' });
    await fill(page, { 'From precision': 'Year', 'From Date': '2015' });
    await submit(page);
    await expect(field(page, 'To Date')).toHaveAccessibleDescription('To date must not be before the from date');
    await fill(page, { 'To Date': '2017-03' });
    await submit(page);
    await expect(page).toHaveURL('/dev/dashboard');
    expect(await call('GET', '/api/profile/me')).toMatchObject({
      experience: [{ from: '2015-01-01', fromPrecision: 'year', to: '2017-03-31', toPrecision: 'month' }],
    });
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(field(page, 'From Date')).toHaveValue('2015');
    await expect(field(page, 'To Date')).toHaveValue('2017-03');
  });

  test('disables the end date of a current job', async ({ members }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', {});
    await page.goto('/dev/add-experience');
    await fill(page, { 'Job Title': 'Countess', Company: 'Lowenthal', 'From Date': '2001-02-03', 'To Date': '2002-03-04' });
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

  test('requires the title and company in the browser and validates the rest on the server', async ({ members, pageErrors }) => {
    const { page } = await members.signUp('Ada Lowenthal', {});
    await page.goto('/dev/add-experience');
    await expect(page.getByLabel('Job Description')).toHaveAttribute('cols', '30');
    await expect(page.getByLabel('Job Description')).toHaveAttribute('rows', '5');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await submit(page);
    await expect(field(page, 'Job Title')).toBeFocused();
    for (const [label, message] of Object.entries({
      'Job Title': 'Title is required',
      Company: 'Company is required',
      'From Date': 'From date is required',
    }))
      await expect(field(page, label)).toHaveAccessibleDescription(message);
    await fill(page, { 'Job Title': 'Countess' });
    await expect(field(page, 'Job Title')).toHaveAccessibleDescription('');
    await submit(page);
    await expect(field(page, 'Company')).toBeFocused();
    expect(sent).toEqual([]);
    expect(await page.locator('[data-alert]').count()).toBe(0);

    pageErrors.expectFailure(400, '/api/profile/experience');
    await fill(page, { Company: 'Lowenthal' });
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

  test('adds entries newest first, shows their dates, and removes them', async ({ members }) => {
    const { page, id } = await members.signUp('Ada Lowenthal', {});
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
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Jun 1840 – Now' })).toContainText('Analysis');

    await page.goto('/dev/dashboard');
    await rows.filter({ hasText: 'Home' }).getByRole('button', { name: 'Delete' }).click();
    await expect(alert(page, 'Education Removed', 'success')).toBeVisible();
    await expect(rows).toHaveCount(1);
  });

  test('a field that gets the focus scrolls into view with its label and its error', async ({ members }) => {
    const { page } = await members.signUp('Ada Lowenthal', {});
    await page.setViewportSize({ width: 390, height: 560 });
    await page.goto('/dev/add-education');
    await submit(page);
    const from = field(page, 'From Date');
    const edges = () =>
      from.evaluate((input) => {
        const { top, bottom } = (input.parentElement as HTMLElement).getBoundingClientRect();
        const bar = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? NaN;
        const actions = document.querySelector('.form-actions')?.getBoundingClientRect().top ?? NaN;
        return { aboveLabel: top - bar, belowError: actions - bottom };
      });
    for (const edge of ['aboveLabel', 'belowError'] as const) {
      await page.getByLabel('Program Description').focus();
      const distance = (await edges())[edge] + 6; // the field is in sight, and its label or error is not
      await page.evaluate((distance) => scrollBy(0, distance), edge === 'aboveLabel' ? distance : -distance);
      expect((await edges())[edge]).toBeCloseTo(-6, 0);
      await from.focus();
      expect((await edges())[edge]).toBeGreaterThanOrEqual(0);
    }
  });

  test('requires the school and degree in the browser and disables the end date of a current school', async ({ members }) => {
    const { page } = await members.signUp('Ada Lowenthal', {});
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

test('exposes credentials as a table to screen readers on a phone', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', {});
  await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', from: '2001-02-03' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dev/dashboard');
  const table = page.getByRole('table').filter({ hasText: 'Countess' });
  await expect(table.getByRole('columnheader')).toHaveText(['Company', 'Title', 'Years', 'Actions']);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveCount(4);
});

test.describe('editing', () => {
  test('replaces an experience, with the precision of its dates', async ({ members }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', {});
    await call('PUT', '/api/profile/experience', {
      title: 'Countess',
      company: 'Lowenthal',
      location: 'Ockham',
      from: '2001-02-03',
      current: true,
      description: 'Line one\nline two',
    });
    await page.goto('/dev/dashboard');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(/\/dev\/edit-experience\//);
    await expect(page).toHaveTitle('Edit experience · Dev Connector Demo');
    for (const [label, value] of Object.entries({ 'Job Title': 'Countess', Location: 'Ockham', 'Job Description': 'Line one\nline two' }))
      await expect(field(page, label)).toHaveValue(value);
    await expect(field(page, 'Current Job')).toBeChecked();
    await expect(field(page, 'To Date')).toBeDisabled();
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/dev/dashboard');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await fill(page, {
      Company: 'Engines',
      Location: '',
      'From precision': 'Month and year',
      'Current Job': false,
      'To Date': '2004-05-06',
    });
    await fill(page, { 'To precision': 'Year' });
    await submit(page);
    await expect(page).toHaveURL('/dev/dashboard');
    await expect(alert(page, 'Experience Updated', 'success')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Experience Credentials' }).getByRole('row').nth(1)).toContainText('2001/02 – 2004');
    const { experience } = await call<{ experience: object[] }>('GET', '/api/profile/me');
    expect(experience).toMatchObject([
      { company: 'Engines', from: '2001-02-01', fromPrecision: 'month', to: '2004-12-31', current: false },
    ]);
    expect(experience[0]).not.toHaveProperty('location');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const opened = { 'From precision': 'month', 'From Date': '2001-02', 'To precision': 'year', 'To Date': '2004' };
    for (const [label, value] of Object.entries(opened)) await expect(field(page, label)).toHaveValue(value);
    await expect(field(page, 'From Date')).toHaveAttribute('type', 'month');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const [precision, date] = await Promise.all(['From precision', 'From Date'].map((label) => field(page, label).boundingBox()));
      // The longest month has 160 px.
      expect(date?.width).toBeGreaterThan(160);
      if (width === 390) expect(date?.y).toBe(precision?.y);
      expect(date?.[width === 390 ? 'x' : 'y']).toBeLessThan(precision?.[width === 390 ? 'x' : 'y'] ?? NaN);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  test('replaces an education and shows errors at the fields', async ({ members, pageErrors }) => {
    const { page, call } = await members.signUp('Ada Lowenthal', {});
    await call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', from: '2001-02-03', to: '2002-03-04' });
    await page.goto('/dev/dashboard');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    pageErrors.expectFailure(400, '/api/profile/education');
    await fill(page, { 'To Date': '2000-01-01' });
    await submit(page);
    await expect(field(page, 'To Date')).toBeFocused();
    await expect(field(page, 'To Date')).toHaveAccessibleDescription('To date must not be before the from date');
    expect(await page.locator('[data-alert]').count()).toBe(0);
    await fill(page, { 'To Date': '2003-04-05', 'Field of Study': 'Analysis' });
    await expect(field(page, 'To Date')).toHaveAccessibleDescription('');
    await submit(page);
    await expect(alert(page, 'Education Updated', 'success')).toBeVisible();
    expect(await call('GET', '/api/profile/me')).toMatchObject({ education: [{ fieldofstudy: 'Analysis', to: '2003-04-05' }] });
  });

  test('says that an entry is gone: deleted, unknown, or of another member', async ({ members }) => {
    const ada = await members.signUp('Ada Lowenthal', {});
    const charles = await members.signUp('Charles Brandt', {});
    const { experience } = await ada.call<{ experience: Array<{ _id: string }> }>('PUT', '/api/profile/experience', {
      title: 'Countess',
      company: 'Lowenthal',
      from: '2001-02-03',
    });
    const path = `/dev/edit-experience/${experience[0]?._id}`;
    await charles.page.goto(path);
    await expect(charles.page.getByRole('heading', { level: 1 })).toHaveText('Experience not found');
    await charles.page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(charles.page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await ada.page.goto('/dev/edit-education/01890000-0000-7000-8000-000000000000');
    await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText('Education not found');
    await ada.page.goto('/dev/dashboard');
    await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await ada.page.goto(path);
    await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText('Experience not found');
  });
});
