import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, hasColors, violations } from '../axe.ts';
import { write } from '../feed.ts';
import { fill, logOut } from '../forms.ts';
import { fullProfile, newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

test.use({ siteName: 'mail' });

const unverified = 'Please confirm your e-mail address first: open the link that we sent you, or ask for a new one on the account screen';

interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

const mailsTo = (email: string): Mail[] => {
  const { mails } = JSON.parse(process.env.SITES ?? '{}');
  const lines = existsSync(mails) ? readFileSync(mails, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line): Mail => JSON.parse(line)).filter(({ recipient }) => recipient === email);
};

/** Waits for a mail, and returns the path of its link. */
async function linkIn(email: string, subject: string, count = 1): Promise<string> {
  const found = () => mailsTo(email).filter((mail) => mail.subject === subject);
  await expect.poll(() => found().length).toBe(count);
  return /\/dev\/\S+/.exec(found().at(-1)?.text ?? '')?.[0] ?? '';
}

async function signUp(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto('/dev/register');
  await fill(page, { Name: 'Grace', 'Email Address': email, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Welcome Grace')).toBeVisible();
  return email;
}

test('a new member can only read until the link in the e-mail is opened and its button pressed', async ({ page, pageErrors }) => {
  pageErrors.expectFailure(403, '/api/posts');
  const email = await signUp(page);
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  await page.request.post('/api/profile', { headers: { 'x-auth-token': token }, data: { status: 'Developer', skills: 'HTML' } });
  await page.goto('/dev/dashboard');
  const step = page.getByRole('link', { name: 'Confirm your e-mail address' });
  await expect(step).toHaveAttribute('href', '/dev/account#name');
  await page.goto('/dev/posts');
  await write(page, 'Say Something...', 'Hello');
  await expect(alert(page, unverified, 'danger')).toBeVisible();

  await page.goto('/dev/account');
  await expect(page.getByText('This address is not confirmed yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send another link' }).click();
  const link = await linkIn(email, 'Confirm your e-mail address', 2);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dev/account');
  await expect(page.getByText('This address is not confirmed yet.')).toBeVisible(); // opening the link changed nothing
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  await page.goto('/dev/account');
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  await page.goto(link);
  pageErrors.expectFailure(400, '/api/auth/verify');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link has been used' })).toBeVisible();
  await page.goto('/dev/dashboard');
  await expect(page.getByRole('region', { name: 'Complete your profile' })).toBeVisible();
  await expect(step).toHaveCount(0);
});

test('a forgotten password is set with the link in the e-mail', async ({ page }) => {
  const email = await signUp(page);
  await logOut(page);
  await page.goto('/dev/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page);
  for (const address of [newEmail(), email]) {
    await page.goto('/dev/forgot-password');
    await fill(page, { 'Email Address': address });
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('If an account has this address, an e-mail with a link is on its way.')).toBeFocused();
  }
  await page.goto(await linkIn(email, 'Set a new password'));
  await fill(page, { Password: 'a fresh password', 'Confirm Password': 'a fresh password' });
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect.poll(() => mailsTo(email).map(({ subject }) => subject)).toContain('Your password was changed');
});

/** Signs up and confirms the address. */
async function signUpConfirmed(page: Page): Promise<string> {
  const email = await signUp(page);
  await page.goto(await linkIn(email, 'Confirm your e-mail address'));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  return email;
}

/** Expects that a mail fits a phone and a narrow window of a mail program, has enough contrast in both themes, and loads nothing. */
async function expectReadable(page: Page, html: string): Promise<void> {
  const mail = await page.context().newPage();
  await mail.setContent(html);
  for (const width of [390, 700])
    for (const colorScheme of ['light', 'dark'] as const) {
      await mail.setViewportSize({ width, height: 800 });
      await mail.emulateMedia({ colorScheme });
      await mail.waitForFunction(hasColors, colorScheme === 'dark');
      expect
        .soft(await violations(mail, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] }), `${width} px, ${colorScheme}`)
        .toEqual([]);
      expect(await mail.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  expect(await mail.evaluate(() => performance.getEntriesByType('resource'))).toEqual([]);
  await mail.close();
}

test('notifications are mailed until the button of the page that a mail links to is pressed, also without script', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signUpConfirmed(page);
  await page.goto('/dev/posts');
  await write(page, 'Say Something...', `On engines ${email}`);
  await page.getByRole('link', { name: 'Discussion' }).first().click();
  await expect(page).toHaveURL(/\/dev\/posts\/[\da-f-]{36}/);
  const discussion = page.url();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const commenter = await other.newPage();
  await signUpConfirmed(commenter);
  await commenter.goto(discussion);
  await write(commenter, 'Leave a Comment', 'They need steam');
  await other.close();
  const mail = () => mailsTo(email).find(({ subject }) => subject.startsWith('Your post “On engines'));
  const found = () => mail()?.text ?? '';
  await expect.poll(found).toContain('They need steam');
  await expectReadable(page, mail()?.html ?? '');

  const [link = ''] = /\/api\/mail\/unsubscribe\/\S+/.exec(found()) ?? [];
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const unsubscribe = await plain.newPage();
  await unsubscribe.goto(link);
  await page.goto('/dev/account');
  const frequency = page.getByLabel('E-mails about notifications');
  await expect(frequency).toHaveValue('now'); // opening the link changed nothing
  await unsubscribe.getByRole('button', { name: 'Turn them off' }).click();
  await expect(unsubscribe.getByRole('heading', { name: 'E-mails about notifications are off' })).toBeVisible();
  await page.reload();
  await expect(frequency).toHaveValue('off');
  await unsubscribe.goto(link);
  await unsubscribe.getByRole('button', { name: 'Turn them on again' }).click();
  await expect(unsubscribe.getByText(`${email[0]}***@example.org receives them at once.`)).toBeVisible();
  await plain.close();
  await page.reload();
  await expect(frequency).toHaveValue('now');
});

test('the checklist asks a new member to confirm the address, until it is confirmed', async ({ members }) => {
  const { page, email } = await members.signUp('Ada Checklist', fullProfile);
  const checklist = page.getByRole('region', { name: 'Complete your profile' });
  const item = checklist.getByRole('link', { name: 'Confirm your e-mail address' });
  await page.goto('/dev/dashboard');
  await expect(item).toHaveAttribute('href', '/dev/account#name');
  await page.goto(await linkIn(email, 'Confirm your e-mail address'));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(checklist).toBeVisible();
  await expect(item).toHaveCount(0);
});

test('the account screen says which notifications are mailed, and when', async ({ page }) => {
  await signUpConfirmed(page);
  await page.goto('/dev/account');
  const frequency = page.getByLabel('E-mails about notifications');
  const saved = (path: string) =>
    page.waitForResponse((response) => response.url().endsWith(path) && response.request().method() !== 'GET');
  await expect(page.getByRole('checkbox', { name: 'Mentions: by e-mail' })).toBeChecked();
  await expect(page.getByLabel('Time zone')).toHaveCount(0);
  await Promise.all([saved('/api/notifications/settings'), page.getByRole('checkbox', { name: 'Likes: by e-mail' }).check()]);
  await Promise.all([saved('/api/notifications/settings'), page.getByRole('checkbox', { name: 'Mentions: on the site' }).uncheck()]);
  await Promise.all([saved('/api/notifications/mail'), frequency.selectOption('weekly')]);
  await Promise.all([saved('/api/notifications/mail'), page.getByLabel('Time zone').selectOption('Europe/Berlin')]);
  await expectAccessible(page);
  await page.reload();
  await expect(frequency).toHaveValue('weekly');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await expect(page.getByRole('checkbox', { name: 'Likes: by e-mail' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Mentions: by e-mail' })).toBeDisabled();
});

test('members choose when notifications are mailed in a browser with an unknown time zone', async ({ page }) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  await signUpConfirmed(page);
  await page.goto('/dev/account');
  const frequency = page.getByLabel('E-mails about notifications');
  for (const choice of ['daily', 'off']) {
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/notifications/mail') && response.request().method() === 'PATCH',
    );
    await frequency.selectOption(choice);
    expect((await saved).status()).toBe(200);
  }
  await page.reload();
  await expect(frequency).toHaveValue('off');
});
