import { confirmComposition, field, fill, submit, tokens } from '../forms.ts';
import { fullProfile } from '../members.ts';
import { alert, expect, test } from '../test.ts';

test('fills the edit form with the profile, including the GitHub username', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/dashboard');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/dev/edit-profile');
  await expect(page).toHaveTitle('Edit Profile · Dev Connector Demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  for (const [label, value] of Object.entries({
    'Professional Status': fullProfile.status,
    Company: fullProfile.company,
    Website: fullProfile.website,
    Location: fullProfile.location,
    'Github Username': fullProfile.githubusername,
    Bio: fullProfile.bio,
    Twitter: fullProfile.twitter,
    Facebook: '',
    Instagram: fullProfile.instagram,
  }))
    await expect(field(page, label)).toHaveValue(value);
  await expect(tokens(page, 'Skills')).toHaveText(fullProfile.skills.split(','));
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
});

test('stays on the screen after saving, shows an alert, and removes cleared fields', async ({ members }) => {
  const { page, id } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  await fill(page, { Company: 'Brandt & Co', Location: '', 'Professional Status': 'Manager' });
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  await expect(page).toHaveURL('/dev/edit-profile');
  await expect(field(page, 'Company')).toHaveValue('Brandt & Co');
  await page.reload();
  await expect(field(page, 'Company')).toHaveValue('Brandt & Co');
  await expect(field(page, 'Location')).toHaveValue('');
  await expect(field(page, 'Professional Status')).toHaveValue('Manager');
  await expect(field(page, 'Github Username')).toHaveValue(fullProfile.githubusername);
  await page.goto(`/dev/profile/${id}`);
  await expect(page.getByText('Manager at Brandt & Co')).toBeVisible();
  await expect(page.getByText('London')).toHaveCount(0);
});

test('offers eight professional statuses, and reports when status and skills are missing', async ({ member: { page }, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/profile');
  await page.goto('/dev/create-profile');

  await test.step('offers eight professional statuses', async () => {
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

  await test.step('shows missing status and skills as alerts and next to the fields', async () => {
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
});

test('shows the saved values after saving and keeps the focus', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  await fill(page, { Website: ' engine.example ', Company: '  Engines  ' });
  await field(page, 'Skills').fill('Weaving,,poetry');
  await field(page, 'Skills').press('Enter');
  await field(page, 'Skills').press('Enter');
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  await expect(field(page, 'Website')).toHaveValue(/^https:\/\/engine\.example\/?$/);
  await expect(field(page, 'Company')).toHaveValue('Engines');
  await expect(tokens(page, 'Skills')).toHaveText([...fullProfile.skills.split(','), 'Weaving']);
  await expect(field(page, 'Skills')).toBeFocused();
});

test('keeps social links when they are collapsed', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  const toggle = page.getByRole('button', { name: 'Add Social Network Links' });
  await expect(field(page, 'Twitter')).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(field(page, 'Twitter')).toHaveValue(fullProfile.twitter);
  await fill(page, { YouTube: 'youtube.example/ada' });
  await toggle.click();
  await expect(field(page, 'YouTube')).toBeHidden();
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  const { social } = await call<{ social: object }>('GET', '/api/profile/me');
  expect(social).toEqual({ twitter: fullProfile.twitter, instagram: fullProfile.instagram, youtube: 'https://youtube.example/ada' });
});

test('shows errors of links, also of collapsed ones', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/profile');
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');

  await test.step('expands collapsed social links when one of them is invalid', async () => {
    const toggle = page.getByRole('button', { name: 'Add Social Network Links' });
    await toggle.click();
    await fill(page, { LinkedIn: 'ftp://nowhere.example' });
    await toggle.click();
    await submit(page);
    await expect(field(page, 'LinkedIn')).toBeFocused();
    await expect(field(page, 'LinkedIn')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('shows the error of a link at its address', async () => {
    await fill(page, { LinkedIn: '' });
    await page.getByRole('button', { name: 'Add a link' }).click();
    await field(page, 'Address of link 1').fill('ftp://nowhere.example');
    await submit(page);
    await expect(field(page, 'Address of link 1')).toBeFocused();
    await expect(field(page, 'Address of link 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Profile could not be saved')).toContainText('Change the marked fields.');
  });
});

test('redirects from create to edit when a profile exists, and from edit to create when not', async ({ members, member }) => {
  await member.page.goto('/dev/edit-profile');
  await expect(member.page).toHaveURL('/dev/create-profile');
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/create-profile');
  await expect(page).toHaveURL('/dev/edit-profile');
});

test('keeps the changes that another tab has saved', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal', { company: 'First', bio: 'As it was' });
  await ada.page.goto('/dev/edit-profile');
  await ada.page.getByLabel('Bio').fill('As it is');
  await ada.call('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS', company: 'Second' });
  await ada.page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert(ada.page, 'Profile Updated', 'success')).toBeVisible();
  await expect(ada.page.getByLabel('Company')).toHaveValue('Second');
  expect(await ada.call('GET', '/api/profile/me')).toMatchObject({ company: 'Second', bio: 'As it is' });
});

test('saves the headline, pronouns, what the member is open to, and links', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  await fill(page, { Headline: 'I make engines count', Pronouns: 'she/her', Work: true, Collaboration: true });
  for (const [index, url] of ['github.com/ada', 'engine.example/gone', 'talks.example'].entries()) {
    await page.getByRole('button', { name: 'Add a link' }).click();
    await expect(field(page, `Address of link ${index + 1}`)).toBeFocused();
    await field(page, `Address of link ${index + 1}`).fill(url);
  }
  await field(page, 'Label of link 3').fill('Talks');
  await page.getByRole('button', { name: 'Remove link 2' }).click();
  await expect(page.getByRole('button', { name: 'Add a link' })).toBeFocused();
  await page.reload(); // restores the draft, with its rows
  await expect(field(page, 'Label of link 2')).toHaveValue('Talks');
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  const links = [{ url: 'https://github.com/ada' }, { label: 'Talks', url: 'https://talks.example/' }];
  expect(await call('GET', '/api/profile/me')).toMatchObject({
    headline: 'I make engines count',
    pronouns: 'she/her',
    openTo: ['work', 'collaboration'],
    links,
  });

  await page.getByRole('button', { name: 'Remove link 1' }).click();
  await fill(page, { Work: false });
  await submit(page);
  await expect(page.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled');
  await page.reload();
  await expect(field(page, 'Address of link 1')).toHaveValue('https://talks.example/');
  await expect(field(page, 'Address of link 2')).toBeHidden();
  await expect(field(page, 'Work')).not.toBeChecked();
  await expect(field(page, 'Collaboration')).toBeChecked();
});

test('ignores a blank link above a filled one', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', fullProfile);
  await page.goto('/dev/edit-profile');
  for (let link = 0; link < 2; link++) await page.getByRole('button', { name: 'Add a link' }).click();
  await field(page, 'Address of link 2').fill('talks.example');
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  expect(await call('GET', '/api/profile/me')).toMatchObject({ links: [{ url: 'https://talks.example/' }] });
  await expect(field(page, 'Address of link 1')).toHaveValue('https://talks.example/');
  await expect(field(page, 'Address of link 2')).toHaveValue('');
});

test('adds no skill with the Enter that ends a composed word', async ({ members }) => {
  const { page } = await members.signUp('Yuki Hartmann', { skills: 'HTML' });
  await page.goto('/dev/edit-profile');
  const skills = field(page, 'Skills');
  await skills.pressSequentially('書');
  expect(await confirmComposition(skills)).toBe(true);
  await expect(skills).toHaveValue('書');
  await skills.press('Enter');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', '書']);
});

test('suggests skills in use, and reorders and removes skills with the keyboard', async ({ members }) => {
  await members.signUp('Charles Brandt', { skills: 'Quipu knots' });
  const { page, call } = await members.signUp('Ada Lowenthal', { skills: 'HTML,CSS' });
  await page.goto('/dev/edit-profile');
  await field(page, 'Skills').pressSequentially('qui');
  await expect(page.getByRole('option', { name: 'Quipu knots' })).toBeVisible();
  await field(page, 'Skills').press('ArrowDown');
  await field(page, 'Skills').press('Enter');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', 'CSS', 'Quipu knots']);
  await page.getByRole('button', { name: 'Remove Quipu knots' }).press('Alt+ArrowLeft');
  await expect(tokens(page, 'Skills')).toHaveText(['HTML', 'Quipu knots', 'CSS']);
  await page.getByRole('button', { name: 'Remove HTML' }).click();
  await expect(field(page, 'Skills')).toBeFocused();
  await page.reload(); // the draft has the tokens
  await expect(tokens(page, 'Skills')).toHaveText(['Quipu knots', 'CSS']);
  await submit(page);
  await expect(alert(page, 'Profile Updated', 'success')).toBeVisible();
  expect(await call('GET', '/api/profile/me')).toMatchObject({ skills: ['Quipu knots', 'CSS'] });
});

test('keeps Submit in view, and no field below it', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', fullProfile);
  const button = page.getByRole('main').getByRole('button', { name: 'Submit' });
  for (const path of ['/dev/add-experience', '/dev/add-education', '/dev/edit-profile']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ])
      await test.step(`${path} at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        await page.evaluate(() => scrollTo(0, 0));
        await expect(button).toBeInViewport({ ratio: 1 });
        const fields = page.getByRole('main').locator('form').locator('input:visible, select:visible, textarea:visible');
        for (const control of await fields.all()) {
          await control.focus();
          await expect(button).toBeInViewport({ ratio: 1 });
          // Of a text area, the browser scrolls only the line with the caret into view.
          const bottom = await control.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return element.matches('textarea') ? top + 36 : bottom;
          });
          const bar = await page.locator('.form-actions').evaluate((element) => element.getBoundingClientRect().top);
          expect(bottom).toBeLessThanOrEqual(bar);
        }
      });
  }
  await test.step('leaves a low window, as above the keyboard of a phone, to the field', async () => {
    await page.setViewportSize({ width: 390, height: 400 });
    await field(page, 'Bio').blur();
    await field(page, 'Bio').focus();
    await expect(button).not.toBeInViewport();
  });
});

test('links to the name and the picture from the form', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', {});
  for (const name of ['name', 'picture']) {
    await page.goto('/dev/edit-profile');
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/dev/account#${name}`);
    await expect(page.getByRole('heading', { name: name === 'name' ? 'Name and e-mail' : 'Picture' })).toBeInViewport();
  }
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { hasTouch: true, isMobile: true, reducedMotion: 'reduce' } });

  test('the buttons that remove a skill are large enough to tap, and the tokens stay compact', async ({ members }) => {
    const { page } = await members.signUp('Ada Lowenthal', fullProfile);
    await page.goto('/dev/edit-profile');
    const token = tokens(page, 'Skills').first();
    const button = await token.getByRole('button').boundingBox();
    expect(button?.width).toBeGreaterThanOrEqual(24);
    expect(button?.height).toBeGreaterThanOrEqual(24);
    expect((await token.boundingBox())?.height).toBeLessThanOrEqual(26);
    await token.getByRole('button').tap();
    await expect(tokens(page, 'Skills')).toHaveText(fullProfile.skills.split(',').slice(1));
  });
});
