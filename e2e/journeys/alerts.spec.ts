import type { Locator, Page } from '@playwright/test';
import { unique, write } from '../feed.ts';
import { field, fill, submit } from '../forms.ts';
import { alert, alerts, expect, test } from '../test.ts';

const danger = 'Passwords do not match';

async function register(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register' }).click();
}

/** Opens a screen and stops its clock, because alerts disappear after five seconds. Waits for these parts, which would otherwise wait for the clock. */
async function open(page: Page, path: string, ...parts: Locator[]): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  for (const part of parts) await expect(part).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 60_000);
}

const openFeed = (page: Page) => open(page, '/dev/posts', page.getByRole('button', { name: 'Menu' }), page.getByLabel('Say Something...'));

/** Opens the form of new members, with passwords that differ. */
async function openForm(page: Page): Promise<void> {
  await open(page, '/dev/register');
  await page.getByLabel('Password', { exact: true }).fill('password one');
  await page.getByLabel('Confirm Password').fill('another');
}

test('appends alerts and removes them one by one, oldest first', async ({ member: { page } }) => {
  const created = alert(page, 'Post Created', 'success');
  await openFeed(page);
  await write(page, 'Say Something...', unique('The first'));
  await expect(created).toHaveCount(1);
  await page.clock.runFor(2000);
  await write(page, 'Say Something...', unique('The second'));
  await expect(created).toHaveCount(2);
  await page.clock.runFor(3000);
  await expect(created).toHaveCount(1);
  await page.clock.runFor(2000);
  await expect(created).toHaveCount(0);
});

test('removes the earlier errors of a form when it is submitted again, but keeps success alerts', async ({ page, member, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/users');
  await openForm(page);
  await register(page);
  await register(page);
  await expect(page.locator('[data-alert]')).toHaveText([danger]);
  await page.getByLabel('Confirm Password').fill('password one');
  await register(page);
  await expect(page.locator('[data-alert]').first()).toHaveText('Name is required');
  await expect(alert(page, danger, 'danger')).toHaveCount(0);
  await page.getByLabel('Confirm Password').fill('another');
  await register(page);
  await expect(page.locator('[data-alert]')).toHaveText([danger]);

  const created = alert(member.page, 'Post Created', 'success');
  await openFeed(member.page);
  await write(member.page, 'Say Something...', unique('The first'));
  await expect(created).toHaveCount(1);
  await member.page.getByRole('button', { name: 'Menu' }).click();
  await member.page.getByRole('menuitem', { name: 'Account' }).click();
  await fill(member.page, { 'Current password': 'one', 'New password': 'two', 'Confirm new password': 'three' });
  await member.page.getByRole('button', { name: 'Change password' }).click();
  await expect(member.page.getByLabel('Confirm new password')).toHaveAccessibleDescription(danger);
  await expect(member.page.locator('[data-alert]')).toHaveText(['Post Created']); // the field shows the error
});

test('shows, removes and keeps alerts of a form', async ({ page, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/users');
  await open(page, '/dev/register');

  await test.step('renders the live region before the first alert', async () => {
    const region = alerts(page);
    await expect(region).toHaveCount(1);
    await expect(region).toBeEmpty();
    await page.getByLabel('Password', { exact: true }).fill('password one');
    await register(page);
    await expect(region).toHaveText(danger);
  });

  await test.step('keeps an alert inside the viewport of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(alert(page, danger, 'danger')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });

  await test.step('removes an alert after 5,000 ms', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(alert(page, danger, 'danger')).toHaveCount(1);
    await page.clock.runFor(4999);
    await expect(alert(page, danger, 'danger')).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(alert(page, danger, 'danger')).toHaveCount(0);
  });

  await test.step('dismisses one alert and keeps the others', async () => {
    await page.getByLabel('Password', { exact: true }).fill('');
    await register(page);
    await expect(page.locator('[data-alert]')).toHaveText([
      'Name is required',
      'Please include a valid email',
      'Please enter a password with 8 or more characters',
    ]);
    await alert(page, 'Please include a valid email', 'danger').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.locator('[data-alert]')).toHaveText(['Name is required', 'Please enter a password with 8 or more characters']);
  });

  await test.step('keeps an alert on the next screen', async () => {
    await page.getByLabel('Password', { exact: true }).fill('password one');
    await register(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/dev/login');
    await expect(alert(page, danger, 'danger')).toBeVisible();
  });
});

test('shows all alerts, as many as there are', async ({ members, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/profile');
  const { page } = await members.signUp('Ada Lowenthal', {});
  await page.setViewportSize({ width: 390, height: 600 });
  await open(page, '/dev/edit-profile', field(page, 'Website'));
  await page.getByRole('button', { name: 'Add Social Network Links' }).click();
  const names = ['Website', 'Twitter', 'Facebook', 'YouTube', 'LinkedIn', 'Instagram'];
  for (const name of names) await page.getByLabel(name, { exact: name === 'Website' }).fill('nonsense');
  await submit(page);
  const all = page.locator('[data-alert=danger]');
  await expect(all).toHaveCount(names.length);
  for (let index = 0; index < names.length; index++) {
    await all.nth(index).scrollIntoViewIfNeeded();
    await expect(all.nth(index)).toBeInViewport({ ratio: 1 });
  }
});

/** The controls of the screen that an alert covers. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const alerts = [...document.querySelectorAll('[data-alert]')].map((alert) => alert.getBoundingClientRect());
    return [...document.querySelectorAll('main :is(input, textarea, select, button, .btn)')]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return alerts.some((alert) => left < alert.right && alert.left < right && top < alert.bottom && alert.top < bottom);
      })
      .map((control) => control.getAttribute('name') ?? control.textContent);
  });

test('stands below the form and covers no field or button', async ({ page, members, pageErrors }) => {
  pageErrors.expectFailure(400, '/api/users');
  pageErrors.expectFailure(400, '/api/profile/experience');
  await open(page, '/dev/register');
  const ada = await members.signUp('Ada Lowenthal', {});
  await open(ada.page, '/dev/add-experience', field(ada.page, 'Company'));
  await fill(ada.page, { 'Job Title': 'Countess', Company: 'Lowenthal' });
  for (const [device, width, height] of [
    ['a phone', 390, 844],
    ['a tablet', 768, 1024],
    ['a desktop', 1280, 800],
  ] as const)
    await test.step(device, async () => {
      await page.setViewportSize({ width, height });
      await register(page);
      await expect(page.locator('[data-alert]')).toHaveCount(3);
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
      await expect(page.getByLabel('Name', { exact: true })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => coveredControls(page)).toEqual([]);
      const { x = 0, width: wide = 0 } = (await page.locator('[data-alert]').first().boundingBox()) ?? {};
      expect(x + wide / 2).toBeCloseTo(width / 2, -1); // in the middle; the scroll bar is not
      await page.clock.runFor(5000);
      await expect(page.locator('[data-alert]')).toHaveCount(0);

      await ada.page.setViewportSize({ width, height });
      await submit(ada.page);
      await expect(alert(ada.page, 'From date is required', 'danger')).toBeVisible();
      await expect.poll(() => coveredControls(ada.page)).toEqual([]);
      await ada.page.clock.runFor(5000);
      await expect(ada.page.locator('[data-alert]')).toHaveCount(0);
    });
});
