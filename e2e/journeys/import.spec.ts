import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { field, tokens } from '../forms.ts';
import { fullProfile } from '../members.ts';
import { alert, expect, test } from '../test.ts';

const resume = {
  basics: {
    name: 'Ada Lowenthal',
    label: 'Senior Developer',
    url: 'engine.example',
    summary: 'I write notes.',
    location: { city: 'London' },
  },
  work: [
    { name: 'Engines', position: 'Engineer', startDate: '2019-03', summary: 'Builds engines.' },
    { name: 'Looms', position: 'Weaver', startDate: '2016', endDate: '2018-02' },
    { name: 'Nowhere', position: 'Nobody' },
  ],
  education: [{ institution: 'Home', studyType: 'Lessons', startDate: '2001', endDate: '2004' }],
  skills: [{ name: 'Notes' }, { name: 'Looms', keywords: ['Punch cards', 'Poetry'] }],
  languages: [{ language: 'English' }],
};

const open = (page: Page) => page.getByRole('button', { name: 'Import a résumé' }).click();
const importPanel = (page: Page) => page.getByRole('region', { name: 'Import a résumé' });
const heading = (page: Page) => importPanel(page).getByRole('heading', { level: 2 });
const choose = (page: Page, content: string | Buffer | object, name = 'resume.json') =>
  page.getByLabel('JSON Resume').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
  });

test('creates a profile from the selected parts of a file @engines', async ({ member: { page, call } }) => {
  await page.goto('/dev/create-profile');
  await open(page);
  await expect(heading(page)).toBeFocused();
  await choose(page, resume);
  await expect(heading(page)).toHaveText('Changes from resume.json');
  await expect(heading(page)).toBeFocused();
  const panel = importPanel(page);
  await expect(panel.getByText('2019/03 – Now')).toBeVisible();
  await expect(panel.getByText('2016 – 2018/02')).toBeVisible();
  await expect(panel.getByText('work[2].startDate: From date is required')).toBeVisible();
  await expect(panel.getByText('languages: A profile has no such section')).toBeVisible();
  await panel.getByRole('checkbox', { name: 'Weaver at Looms' }).uncheck();
  await expect(panel.getByRole('status')).toHaveText('8 of 9 ticked');
  await panel.getByRole('button', { name: 'Import' }).click();
  await expect(alert(page, 'Profile Created', 'success')).toBeVisible();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(page.getByRole('region', { name: 'Experience Credentials' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Education Credentials' })).toContainText('2001 – 2004');
  const profile = await call<object>('GET', '/api/profile/me');
  expect(profile).toMatchObject({
    status: 'Senior Developer',
    company: 'Engines',
    website: 'https://engine.example/',
    skills: ['Notes', 'Punch cards', 'Poetry'],
    experience: [{ company: 'Engines', from: '2019-03-01', current: true }],
  });
});

test('asks for required fields that the file lacks', async ({ member: { page } }) => {
  await page.goto('/dev/create-profile');
  await open(page);
  await choose(page, Buffer.from(`\ufeff${JSON.stringify({ basics: { summary: 'Only words' } })}`, 'utf16le'));
  await importPanel(page).getByLabel('Professional Status').selectOption('Manager');
  await importPanel(page).getByLabel('Skills').fill('Words');
  await importPanel(page).getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
  await page.goto('/dev/edit-profile');
  await expect(field(page, 'Bio')).toHaveValue('Only words');
  await expect(tokens(page, 'Skills')).toHaveText(['Words']);
});

test('previews the changes to a profile, reports a concurrent edit, and reloads the form', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(409, '/api/profile/resume');
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await call('PUT', '/api/profile/experience', { title: 'weaver', company: 'Looms', from: '2016-05-04', to: '2018-02-01' });
  await page.goto('/dev/edit-profile');
  await field(page, 'Location').fill('typed and never sent');
  await open(page);
  await choose(page, resume);
  const panel = importPanel(page);
  const website = panel.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'Website' }) });
  await expect(website).toContainText('Nowhttps://engine.example/aboutThenhttps://engine.example/');
  await expect(panel.getByRole('checkbox', { name: 'Status' })).toHaveCount(0); // the profile has this value already
  await expect(panel.getByRole('checkbox', { name: 'Weaver at Looms' })).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'Already in your profile (not imported again)' })).toBeVisible();
  await expect(panel.getByText('Importing discards your unsaved changes in the form.')).toBeVisible();

  await call('POST', '/api/profile', { ...fullProfile, bio: 'From another window' });
  await panel.getByRole('button', { name: 'Import' }).click();
  await expect(panel.getByRole('alert')).toContainText('Your profile has changed since this preview.');
  await expect(panel.getByText('From another window')).toBeVisible();
  await panel.getByRole('button', { name: 'Import' }).click();
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  await expect(page).toHaveURL('/dev/edit-profile');
  await expect(page.getByRole('button', { name: 'Import a résumé' })).toBeFocused();
  await expect(field(page, 'Bio')).toHaveValue('I write notes.');
  await expect(field(page, 'Website')).toHaveValue('https://engine.example/');
  await expect(field(page, 'Location')).toHaveValue('London');
  await page.reload();
  await expect(field(page, 'Location')).toHaveValue('London');
});

test('keeps the profile and the typed text when the import is cancelled', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  const before = await call('GET', '/api/profile/me');
  await page.goto('/dev/edit-profile');
  await field(page, 'Location').fill('typed');
  await open(page);
  await choose(page, resume);
  await expect(heading(page)).toContainText('Changes from'); // the preview has another Cancel button
  await importPanel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Import a résumé' })).toBeFocused();
  await expect(field(page, 'Location')).toHaveValue('typed');
  expect(await call('GET', '/api/profile/me')).toEqual(before);
});

test('refuses an invalid file with the position and the reason, and accepts the next file', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/profile/resume/preview');
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  await open(page);
  const error = importPanel(page).getByRole('alert');
  await choose(page, '{\n  "basics": {\n    "label": "Developer" "name": "Ada"\n  }\n}');
  await expect(error).toContainText('Line 3, column 26: A comma is missing.');
  await expect(error.locator('mark')).toHaveText('"');
  await choose(page, '{\n  "skills": [],\n  "skills": []\n}');
  await expect(error).toContainText('skills: appears twice, on line 2, column 13 and on line 3, column 13; remove one');
  await choose(page, Buffer.concat([Buffer.from('{\n "basics": {"label": "Zo'), Buffer.from([0xeb]), Buffer.from('"}}')]));
  await expect(error).toContainText('The file is not valid UTF-8: see line 2, column 25.');
  await expect(error).toContainText('It is probably in Latin-1 or Windows-1252.');
  await choose(page, Buffer.from([0x7b, 0, 0, 0, 0x7d, 0, 0, 0]));
  await expect(error).toContainText('The file is in UTF-32. Save it as UTF-8 and try again.');
  await choose(page, 'x'.repeat(600_000));
  await expect(error).toContainText('The file has 600,000 characters. A résumé has at most 500,000 characters.');
  await page.getByRole('heading', { level: 1 }).evaluate((target, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, JSON.stringify(resume));
  await expect(heading(page)).toHaveText('Changes from dropped.json');
  await expect(error).toHaveCount(0);
});

test('reads a file in UTF-16 with fewer characters than the limit and more bytes', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  await open(page);
  await choose(page, Buffer.from(`\ufeff${JSON.stringify({ basics: { summary: 'x'.repeat(300_000) } })}`, 'utf16le'));
  await expect(heading(page)).toContainText('Changes from');
});

test('imports an exported profile into another account unchanged', async ({ members, page: visitor }) => {
  const ada = await members.signUp('Ada Lowenthal', fullProfile);
  await ada.call('PUT', '/api/profile/experience', { title: 'Weaver', company: 'Looms', from: '2016-05-04', description: 'Wove' });
  await visitor.goto(`/dev/profile/${ada.id}`);
  const links = visitor.getByRole('list', { name: 'Résumé' });
  await expect(links.getByRole('link', { name: 'Résumé' })).toHaveAttribute('href', `/dev/profile/${ada.id}/resume`);
  await expect(links.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', `/dev/profile/${ada.id}/resume.pdf`);
  const exported = await visitor.request.get((await links.getByRole('link', { name: 'JSON' }).getAttribute('href')) ?? '');

  const { page, id } = await members.signUp('Ada Lowenthal');
  await page.goto('/dev/create-profile');
  await open(page);
  await choose(page, await exported.text());
  await importPanel(page).getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
  const again = await visitor.request.get(`/api/profile/user/${id}/resume`);
  const withoutPicture = (text: string) => text.replace(/"image":"[^"]*"/, '');
  expect(withoutPicture(await again.text())).toBe(withoutPicture(await exported.text()));
});

test.describe('the import panel', () => {
  test.beforeEach(async ({ member: { page } }) => {
    await page.goto('/dev/create-profile');
    await open(page);
  });

  test('the file selection is accessible', async ({ member: { page } }) => {
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page);
  });

  test('a refused file is accessible', async ({ member: { page }, pageErrors }) => {
    pageErrors.expectFailure(400, '/api/profile/resume/preview');
    await choose(page, '{\n  "basics": {,}\n}');
    await expect(importPanel(page).getByRole('alert')).toBeVisible();
    await expectAccessible(page);
  });

  test('a preview with deselected parts and required fields is accessible', async ({ member: { page } }) => {
    await choose(page, { ...resume, basics: { summary: 'Words. '.repeat(99) } });
    await importPanel(page).getByRole('checkbox', { name: 'Engineer at Engines' }).uncheck();
    await importPanel(page).getByText('Show all', { exact: true }).click();
    await expectAccessible(page);
  });
});
