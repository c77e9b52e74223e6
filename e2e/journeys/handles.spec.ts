import { randomBytes } from 'node:crypto';
import { unique } from '../feed.ts';
import { type Members, newEmail, password } from '../members.ts';
import { alert, expect, test } from '../test.ts';

const newHandle = () => `h-${randomBytes(6).toString('hex')}`;

test('chooses a handle at sign-up, changes it, and is found at both', async ({ page, site, pageErrors }) => {
  const [first, second] = [newHandle(), newHandle()];
  await page.goto('/dev/register');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lowenthal');
  await page.getByLabel('Email Address').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  const handle = page.getByLabel('Handle');
  const host = new URL(site).host;
  await expect(handle).toHaveAttribute('placeholder', 'ada-lowenthal');
  await expect(handle).toHaveAccessibleDescription(`Your profile will be at ${host}/dev/@ada-lowenthal`);
  pageErrors.expectFailure(400, '/api/users');
  await handle.fill('admin');
  const submit = page.getByRole('button', { name: 'Register' });
  await submit.click();
  await expect(handle).toHaveAccessibleDescription('This handle is reserved. Choose another one.');
  await handle.fill('');
  await handle.pressSequentially(`@${first}`);
  await expect(handle).toHaveValue(first);
  await expect(handle).toHaveAccessibleDescription(`Your profile will be at ${host}/dev/@${first}`);
  await submit.click();
  await expect(page).toHaveURL('/dev/dashboard');

  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/profile', { headers: { 'x-auth-token': token ?? '' }, data: { status: 'Developer', skills: 'HTML' } });
  await page.goto('/dev/account');
  const form = page.getByRole('form', { name: 'Name and e-mail' });
  const field = form.getByLabel('Handle');
  await expect(field).toHaveValue(first);
  await expect(form.getByRole('link', { name: `${host}/dev/@${first}` })).toHaveAttribute('href', `/dev/@${first}`);
  await field.fill(second);
  await expect(field).toHaveAccessibleDescription(
    `Your profile moves to ${host}/dev/@${second}. The address with @${first} leads there for 90 days.`,
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Account updated', 'success')).toBeVisible();
  await expect(field).toHaveAccessibleDescription(`Your profile is at ${host}/dev/@${second}`);

  await page.goto(`/dev/@${first}`);
  await expect(page).toHaveURL(`/dev/@${second}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  await expect(page.getByText(`@${second}`)).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}/dev/@${second}`);
  await page.getByRole('navigation', { name: 'Parts of the profile' }).getByRole('link', { name: 'Posts' }).click();
  await expect(page).toHaveURL(`/dev/@${second}/posts`);
});

test('an emptied handle stays, and the account screen lists former ones', async ({ member: { page, call } }) => {
  const [first, second] = [newHandle(), newHandle()];
  await call('PATCH', '/api/account', { handle: first });
  await page.goto('/dev/account');
  const form = page.getByRole('form', { name: 'Name and e-mail' });
  const handle = form.getByLabel('Handle');
  await handle.fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(handle).toHaveAccessibleDescription(`Your handle stays @${first} until you choose another one`);
  await expect(handle).toBeFocused();
  await expect(page.getByText('Account updated')).toHaveCount(0);
  await handle.fill(second);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'Account updated', 'success')).toBeVisible();
  const former = page.getByRole('list', { name: 'Former handles' }).getByRole('listitem');
  await expect(former.filter({ hasText: first })).toHaveText(new RegExp(`^@${first} until \\d{4}/\\d\\d/\\d\\d$`));
});

/** Opens a post of one member as another. Returns the author's handle and the field of a comment. */
async function openQuestion(members: Members) {
  const [{ page }, author] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const { handle } = await author.call<{ handle: string }>('GET', '/api/auth');
  const { _id } = await author.call('POST', '/api/posts', { text: 'A question' });
  await page.goto(`/dev/posts/${_id}`);
  return { page, handle, field: page.getByLabel('Leave a Comment') };
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { hasTouch: true, reducedMotion: 'reduce' } });

  test('a tap completes a mention and stays in the field', async ({ members }) => {
    const { page, handle, field } = await openQuestion(members);
    await field.tap();
    await field.pressSequentially('Hello @bra');
    const option = page.getByRole('listbox', { name: 'Members' }).getByRole('option').first();
    await expect(option).toContainText(`@${handle}`);
    await expect(option.locator('b')).toHaveText(['Bra', 'bra']);
    await expect(page.getByRole('listbox', { name: 'Members' })).toBeInViewport({ ratio: 1 });
    await option.tap();
    await expect(field).toHaveValue(`Hello @${handle} `);
    await expect(field).toBeFocused();
  });
});

test('completes a mention of a member of the discussion by keys, and the mention leads to the profile', async ({ members }) => {
  const { page, handle, field } = await openQuestion(members);
  await field.click();
  await field.pressSequentially('Hello @bra');
  const option = page.getByRole('listbox', { name: 'Members' }).getByRole('option');
  await expect(option).toHaveCount(1); // not those for the first letters any more
  await expect(option).toContainText(`@${handle}`);
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await field.press('Escape');
  await expect(option).toHaveCount(0);
  await expect(field).toHaveValue('Hello @bra');
  await field.press('Backspace');
  await expect(page.getByText('Members: 1 to choose from with the arrow keys and Enter')).toBeAttached();
  await field.press('Enter');
  await expect(field).toHaveValue(`Hello @${handle} `);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: `@${handle}`, exact: true }).click();
  await expect(page).toHaveURL(`/dev/@${handle}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charles Brandt');
});

test('a notification of a follower without a profile leads to their page, also at the handle', async ({ members, pageErrors }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal'), await members.signUp('Charles Brandt')];
  pageErrors.expectFailure(404, '/api/profile/user/');
  await charles.call('PUT', `/api/follows/users/${ada.id}`);
  const { handle } = await charles.call<{ handle: string }>('GET', '/api/auth');
  const { page } = ada;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/dev/notifications');
  await page.getByRole('link', { name: 'Charles Brandt followed you' }).click();
  await expect(heading).toHaveText('Charles Brandt');
  await expect(page.getByText('has not written anything here')).toBeVisible();
  await expect(page.getByText('Follows you')).toBeVisible();

  pageErrors.expectFailure(404, `/dev/@${handle}`);
  const text = unique('At the handle');
  await charles.call('POST', '/api/posts', { text });
  await page.goto(`/dev/@${handle}`);
  await expect(heading).toHaveText('Charles Brandt');
  await expect(page.getByText(text)).toBeVisible();
});

test('a navigation to a former handle shows the current address, without a request of the page', async ({ members }) => {
  const [ada, charles] = [await members.signUp('Ada Lowenthal', {}), await members.signUp('Charles Brandt', {})];
  const [{ handle }, changed] = [await charles.call<{ handle: string }>('GET', '/api/auth'), newHandle()];
  const { page } = ada;
  await charles.call('PATCH', '/api/account', { handle: changed });
  await page.goto('/dev/profiles');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/dev/@${handle}`);
  await expect(page).toHaveURL(`/dev/@${changed}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charles Brandt');
});

test('the address of the handle of a member without a profile leads them to the form', async ({ members, pageErrors }) => {
  const { page, call } = await members.signUp('Ada Lowenthal');
  const { handle } = await call<{ handle: string }>('GET', '/api/auth');
  pageErrors.expectFailure(404, `/dev/@${handle}`);
  await page.goto(`/dev/@${handle}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
  await expect(page.getByRole('heading', { name: 'You have no profile yet' })).toBeVisible();
});

test('the list of members shows the whole handle beside a long name', async ({ members }) => {
  const { page } = await members.signUp('Ada Lowenthal', {});
  const long = await members.signUp('Bartholomew Featherstonehaugh-Cholmondeley the Younger', {});
  const handle = `barth-${randomBytes(12).toString('hex')}`;
  await long.call('PATCH', '/api/account', { handle });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/dev/posts');
  await page.getByLabel('Say Something...').click();
  await page.keyboard.type(`@${handle.slice(0, 20)}`);
  const option = page.getByRole('option', { name: `@${handle}` });
  const shown = option.locator(':scope > span').last();
  await expect(shown).toHaveText(`@${handle}`);
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
  expect([await shown.evaluate(isCut), await option.evaluate(isCut)]).toEqual([false, false]);
});
