import type { Page, Route } from '@playwright/test';
import { fill, submit } from '../forms.ts';
import { errorResponse, hold } from '../network.ts';
import { alert, expect, type Member, test } from '../test.ts';

/*
 * The message of each screen when a request fails. The tests fake the responses, because the server rarely fails this way; the other journeys cover success and real validation
 * errors.
 */
interface Case {
  message: string;
  screen: string;
  method: string;
  call: RegExp;
  act(page: Page): Promise<void>;
}

const credentials = { from: '2001-02-03', to: '2002-03-04' };

const cases: Case[] = [
  {
    message: 'Profile could not be saved',
    screen: '/dev/edit-profile',
    method: 'POST',
    call: /\/api\/profile$/,
    act: submit,
  },
  {
    message: 'Profile could not be saved',
    screen: '/dev/add-experience',
    method: 'PUT',
    call: /\/api\/profile\/experience$/,
    act: async (page) => {
      await fill(page, { 'Job Title': 'Countess', Company: 'Lowenthal', 'From Date': credentials.from });
      await submit(page);
    },
  },
  {
    message: 'Profile could not be saved',
    screen: '/dev/add-education',
    method: 'PUT',
    call: /\/api\/profile\/education$/,
    act: async (page) => {
      await fill(page, { 'School or Bootcamp': 'Home', 'Degree or Certificate': 'None', 'From Date': credentials.from });
      await submit(page);
    },
  },
  {
    message: 'Your account could not be deleted',
    screen: '/dev/dashboard',
    method: 'DELETE',
    call: /\/api\/profile$/,
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete My Account' }).press('Enter');
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
    },
  },
];

/** Gives the member one entry of each kind. */
async function withEntries(ada: Member): Promise<Member> {
  await ada.call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', ...credentials });
  await ada.call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', ...credentials });
  return ada;
}

for (const { message, screen, method, call, act } of cases) {
  test(`${screen} shows '${message}' without a response and with the status, and a retry succeeds`, async ({ members, pageErrors }) => {
    const { page } = await withEntries(await members.signUp('Ada Lowenthal', {}));
    pageErrors.expectFailure('dropped', '/api/profile');
    pageErrors.expectFailure(500, '/api/profile');
    await page.goto(screen);
    let respond: ((route: Route) => Promise<void>) | undefined = (route) => route.abort('internetdisconnected');
    await page.route(call, (route) => (respond && route.request().method() === method ? respond(route) : route.fallback()));
    await act(page);
    const failure = page.getByRole('main').getByText(message);
    await expect(failure).toBeVisible();
    await expect(page).toHaveURL(screen);

    respond = (route) => route.fulfill(errorResponse(500, 'First reason', 'Second reason'));
    await act(page);
    await expect(failure).toContainText('500');
    await expect(page).toHaveURL(screen);
    if (method !== 'DELETE') {
      await expect(alert(page, 'First reason', 'danger')).toBeVisible();
      await expect(alert(page, 'Second reason', 'danger')).toBeVisible();
    }
    respond = undefined;
    await act(page);
    await expect(page.locator('[data-alert=success]')).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
}

test("shows 'Failed to load profiles' with the status and a retry button", async ({ page, pageErrors }) => {
  pageErrors.expectFailure(500, '/api/profile');
  await page.goto('/dev/login');
  const list = /\/api\/profile(\?.*)?$/;
  await page.route(list, (route) => route.fulfill(errorResponse(500, 'Something went wrong on our side')));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profiles' });
  await expect(failure).toContainText('500');
  await page.unroute(list);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
});

test("shows 'Failed to load profile' with the status and a retry button", async ({ members, page, pageErrors }) => {
  const { id } = await members.signUp('Ada Lowenthal', {});
  pageErrors.expectFailure(500, '/api/profile/user/');
  await page.goto('/dev/profiles');
  const profilePath = `**/api/profile/user/${id}`;
  await page.route(profilePath, (route) => route.fulfill(errorResponse(500, 'Something went wrong on our side')));
  await page.locator(`a[href="/dev/profile/${id}"]`).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
  await expect(failure).toContainText('500');
  await page.unroute(profilePath);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lowenthal');
});

test("shows a spinner while the profile loads, and 'Failed to load profile' when it fails", async ({ members, pageErrors }) => {
  const { page } = await members.signUp('Ada Lowenthal', {});
  pageErrors.expectFailure(500, '/api/profile/me');
  const ownProfile = /\/api\/profile\/me$/;
  for (const screen of ['/dev/dashboard', '/dev/edit-profile', '/dev/add-experience', '/dev/add-education'])
    await test.step(screen, async () => {
      const slow = await hold(page, 'GET', ownProfile);
      await page.goto(screen);
      await expect(page.getByRole('status')).toHaveText('Loading…');
      await page.unroute(ownProfile);
      await page.route(ownProfile, (route) => route.fulfill(errorResponse(500, 'Something went wrong on our side')));
      slow.release();
      await page.reload();
      const failure = page.getByRole('alert').filter({ hasText: 'Failed to load profile' });
      await expect(failure).toContainText('500');
      await page.unroute(ownProfile);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect(failure).toHaveCount(0);
      await expect(page.getByRole('status')).toHaveCount(0);
    });
});

test('saves an experience entry once when Submit is clicked twice', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal', {});
  const slow = await hold(page, 'PUT', /\/api\/profile\/experience$/);
  await page.goto('/dev/add-experience');
  await fill(page, { 'Job Title': 'Countess', Company: 'Lowenthal', 'From Date': credentials.from });
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  await page.getByLabel('Job Title').press('Enter');
  slow.release();
  await expect(page).toHaveURL('/dev/dashboard');
  expect(slow.held).toHaveLength(1);
  const { experience } = await call<{ experience: unknown[] }>('GET', '/api/profile/me');
  expect(experience).toHaveLength(1);
});
