import { newEmail, password } from '../members.ts';
import { expect, test } from './test.ts';

test('a visitor signs up, creates a profile, changes the theme, and logs out', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Dev Connector Demo' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel(/^Name/).fill('Grace Brewster Hollis');
  await page.getByLabel(/^Email Address/).fill(newEmail());
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel(/^Confirm Password/).fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Welcome Grace Brewster Hollis').waitFor();
  await page.getByRole('link', { name: 'Create Profile' }).click();
  await page.getByRole('heading', { name: 'Create Your Profile' }).waitFor(); // the dashboard has some of the same fields

  await page.getByLabel(/^Professional Status/).selectOption({ label: 'Instructor or Teacher' });
  await page.getByLabel(/^Skills/).fill('COBOL, Compilers');
  await page.getByLabel(/^Company/).fill('US Navy');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Profile Created').waitFor();
  await page.getByRole('heading', { name: 'Experience Credentials' }).waitFor();

  const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).toBe('rgb(22, 24, 29)');
  await page.keyboard.press('Escape');
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor({ state: 'hidden' });
  await page.reload();
  expect(await background()).toBe('rgb(22, 24, 29)');

  await page.getByRole('heading', { name: 'Experience Credentials' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
});
