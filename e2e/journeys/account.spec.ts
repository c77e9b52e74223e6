import { fullProfile } from '../members.ts';
import { alert, expect, test } from '../test.ts';

test.describe('deleting an account', () => {
  test('asks for confirmation and removes the profile, posts and drafts', async ({ members, page: visitor, pageErrors }) => {
    const { page, id, call, token } = await members.signUp('Ada Lowenthal', fullProfile);
    await call('POST', '/api/posts', { text: 'Gone with me' });
    await page.goto('/dev/posts');
    await page.getByLabel('Say Something...').fill('Between us');
    await page.goto('/dev/dashboard');
    const question = page.getByRole('dialog', { name: 'Are you sure? This cannot be undone' });
    await page.getByRole('button', { name: 'Delete My Account' }).press('Enter');
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
    expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain('Between us');

    pageErrors.expectFailure(404, `/dev/profile/${id}`);
    expect((await visitor.goto(`/dev/profile/${id}`))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
    pageErrors.expectFailure(401, '/api/');
    await page.goto('/icon.svg'); // no script there, which would send the token
    await page.evaluate((token) => localStorage.setItem('token', token), token);
    await page.goto('/dev/posts');
    await expect(page).toHaveURL(/\/dev\/login/);
  });
});
