import { fill, logOut, submit } from '../forms.ts';
import { withoutStream } from '../live.ts';
import { password } from '../members.ts';
import { hold } from '../network.ts';
import { alert, expect, test } from '../test.ts';

test('applies a logout and a sign-in to the other tab', async ({ member: { page, email } }) => {
  const other = await page.context().newPage();
  for (const tab of [page, other]) await withoutStream(tab); // other tests write posts, which the feed would read
  await page.goto('/dev/dashboard');
  await other.goto('/dev/posts');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();

  await other.waitForLoadState('networkidle');
  await logOut(page);
  await expect(other).toHaveURL('/dev/login?to=%2Fdev%2Fposts');
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Register' })).toBeVisible();

  await page.goto('/dev/login');
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dev/dashboard');
  await expect(other).toHaveURL('/dev/posts');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('shows and saves only the data of the member who signed in in another tab', async ({ members, pageErrors }) => {
  const ada = await members.signUp('Ada Lowenthal', { company: 'Analytical Engines', bio: 'Mine alone' });
  const charles = await members.signUp('Charles Brandt', { company: 'Difference Engines' });
  const [dashboard, form] = [ada.page, await ada.page.context().newPage()];
  for (const tab of [dashboard, form]) await withoutStream(tab); // it would report the ended session
  await dashboard.goto('/dev/dashboard');
  await form.goto('/dev/edit-profile');
  await expect(form.getByLabel('Company')).toHaveValue('Analytical Engines');
  await form.getByLabel('Location').fill('Half typed');

  // Replaces the token without a logout, which would clear the cached data.
  const elsewhere = await ada.page.context().newPage();
  await elsewhere.goto('/icon.svg');
  await elsewhere.evaluate((token) => localStorage.setItem('token', token), charles.token);
  await expect(dashboard.getByText('Welcome Charles Brandt')).toBeVisible();
  await expect(dashboard.getByText('Ada Lowenthal')).toHaveCount(0);
  await expect(form.getByLabel('Company')).toHaveValue('Difference Engines');
  await expect(form.getByLabel('Bio')).toHaveValue('');
  await expect(form.getByLabel('Location')).toHaveValue('');
  await submit(form);
  await expect(alert(form, 'Profile Updated', 'success')).toBeVisible();
  expect(await charles.call('GET', '/api/profile/me')).not.toHaveProperty('bio');
  expect(await ada.call('GET', '/api/profile/me')).toMatchObject({ company: 'Analytical Engines', bio: 'Mine alone' });

  pageErrors.expectFailure(401, '/api/');
  await charles.call('DELETE', '/api/auth'); // a rejected token clears the screens as well
  await submit(form);
  await expect(form).toHaveURL(/\/dev\/login/);
  await expect(dashboard).toHaveURL(/\/dev\/login/);
});

test('ignores the response to a member who is no longer signed in', async ({ members }) => {
  const ada = await members.signUp('Ada Lowenthal', { company: 'Analytical Engines' });
  const charles = await members.signUp('Charles Brandt', { company: 'Difference Engines' });
  const { page } = ada;
  await page.goto('/dev/edit-profile');
  const slow = await hold(page, 'POST', /\/api\/profile$/);
  await fill(page, { Company: 'Too late' });
  await submit(page);
  await expect.poll(() => slow.held.length).toBe(1);
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate((token) => localStorage.setItem('token', token), charles.token);
  await expect(page.getByLabel('Company')).toHaveValue('Difference Engines');
  const answered = page.waitForResponse((response) => response.request() === slow.held[0]);
  slow.release();
  await (await answered).finished();
  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Company')).toHaveValue('Difference Engines');
  await expect(page.locator('[data-alert]')).toHaveCount(0);
});

test('shows a theme that another tab chooses, also while no menu is open', async ({ member: { page } }) => {
  await page.goto('/dev/posts');
  const account = await page.context().newPage();
  await account.goto('/dev/account');
  await account.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await account.getByRole('radio', { name: 'System' }).check();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});
