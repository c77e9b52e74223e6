import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import type { Member } from '../members.ts';
import { expect, test } from '../test.ts';

const profile = { skills: 'Fortran,Looms', bio: 'Notes' };
const long = 'A very long name of a company that fits into no bar at all and is cut with an ellipsis';

/** Adds jobs that follow and overlap each other, and a school. */
async function addCareer({ call }: Member): Promise<void> {
  await call('PUT', '/api/profile/experience', { title: 'Clerk', company: long, from: '2012-01-01', to: '2012-03-31' });
  await call('PUT', '/api/profile/experience', {
    title: 'Weaver',
    company: 'Looms',
    from: '2013-01-01',
    to: '2019-12-31',
    description: 'Fortran',
  });
  await call('PUT', '/api/profile/experience', { title: 'Engineer', company: 'مهندسی', from: '2016-01-01', current: true });
  await call('PUT', '/api/profile/education', {
    school: 'Polytechnic',
    degree: 'BSc',
    fieldofstudy: 'Looms',
    from: '2008-01-01',
    to: '2012-12-31',
  });
}

const career = (page: Page) => page.getByRole('group', { name: /^Career, 2008 – now: 3 jobs and 1 entry of education/ });

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`a career leads to its entries, ${viewport.width} px wide`, async ({ members, page }) => {
    const ada = await members.signUp('Ada Lowenthal', profile);
    await addCareer(ada);
    await page.setViewportSize(viewport);
    await page.goto('/dev/profiles');
    await page.getByRole('article').first().getByRole('link').first().waitFor();
    await page.goto(`/dev/profile/${ada.id}`);
    const bars = career(page).getByRole('link');
    await expect(bars).toHaveCount(4);
    await page.evaluate(() => document.fonts.ready);
    const [weaver, engineer, school] = await Promise.all(
      ['Weaver', 'Engineer', 'BSc'].map((name) => bars.filter({ hasText: name }).boundingBox()),
    );
    if (!weaver || !engineer || !school) throw new Error('a bar is missing');
    expect(engineer.y).toBeGreaterThan(weaver.y);
    expect(school.y).toBeGreaterThan(engineer.y);
    const drawn = await career(page).boundingBox();
    expect(engineer.x + engineer.width).toBeGreaterThan((drawn?.x ?? 0) + (drawn?.width ?? 0) - 2);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('table', { name: 'Career' }).getByRole('row')).toHaveCount(5);
    await expect(
      page.getByRole('table', { name: 'Years in which entries name a skill' }).getByRole('row', { name: 'Fortran 2013 – 2019' }),
    ).toBeAttached();
    await expectAccessible(page);

    await bars.filter({ hasText: 'Weaver' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Weaver' })).toBeInViewport();
    await expect(page).toHaveURL(/#entry-/);
    await page.goto(`/dev/profile/${ada.id}/resume`);
    await career(page).getByRole('link').filter({ hasText: 'Weaver' }).click();
    await expect(page.getByRole('heading', { name: 'Weaver' })).toBeInViewport();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

test('a member switches the drawings of their profile off', async ({ members, page }) => {
  const ada = await members.signUp('Ada Lowenthal', profile);
  await addCareer(ada);
  await ada.page.goto('/dev/account#activity');
  const setting = ada.page.getByRole('checkbox', { name: 'Draw my career and my posts per day' });
  await expect(setting).toBeChecked();
  const saved = ada.page.waitForResponse((response) => response.url().endsWith('/api/account'));
  await setting.uncheck();
  await saved;
  await expect(setting).not.toBeChecked();
  await ada.page.goto(`/dev/profile/${ada.id}`);
  await expect(ada.page.getByRole('heading', { name: 'Experience' })).toBeVisible();
  await expect(career(ada.page)).toHaveCount(0);
  await page.goto(`/dev/profile/${ada.id}/resume`);
  await expect(career(page)).toHaveCount(0);
});

test('a career can be read in forced colours', async ({ members, page }) => {
  const ada = await members.signUp('Ada Lowenthal', profile);
  await addCareer(ada);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of [`/dev/profile/${ada.id}`, `/dev/profile/${ada.id}/resume`]) {
    await page.goto(path);
    const colors = await career(page).evaluate((drawing) => {
      const bar = drawing.querySelector('.work rect');
      const label = drawing.querySelector('.work span');
      if (!bar || !label) throw new Error('no bar');
      return { stroke: getComputedStyle(bar).stroke, fill: getComputedStyle(bar).fill, label: getComputedStyle(label).color };
    });
    expect(colors.stroke).not.toBe(colors.fill);
    expect(colors.label).not.toBe(colors.fill);
  }
});

test('a calendar shows what the viewer may read of a member', async ({ members, page }) => {
  const ada = await members.signUp('Ada Lowenthal', profile);
  const bob = await members.signUp('Bob');
  await ada.call('POST', '/api/posts', { text: 'For all', visibility: 'public' });
  await ada.call('POST', '/api/posts', { text: 'For members' });
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/dev/profile/${ada.id}`);
    const calendar = page.getByRole('img', { name: '1 post in the last year, on 1 day in UTC' });
    await expect(calendar).toBeVisible();
    const boxes = await calendar.locator('svg').evaluateAll((halves) => halves.map((half) => half.getBoundingClientRect()));
    const [first, second] = boxes;
    if (!first || !second) throw new Error('a half of the year is missing');
    // A day has at least 10 px.
    expect(first.width / 26).toBeGreaterThan(10);
    expect(second.width / 27).toBeCloseTo(first.width / 26, 1);
    if (width < 640) expect(second.y).toBeGreaterThanOrEqual(first.bottom);
    else expect([second.x, second.y]).toEqual([first.right, first.y]);
    const [drawn, day] = [await calendar.boundingBox(), await calendar.locator('rect').boundingBox()];
    expect((day?.x ?? 0) + (day?.width ?? 0)).toBeLessThanOrEqual((drawn?.x ?? 0) + (drawn?.width ?? 0));
    const total = await page.getByText('1 post in a year').boundingBox();
    expect((total?.x ?? 0) + (total?.width ?? 0)).toBeCloseTo((drawn?.x ?? 0) + (drawn?.width ?? 0), 0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
  await bob.page.goto(`/dev/profile/${ada.id}`);
  await expect(bob.page.getByRole('img', { name: '2 posts in the last year, on 1 day in UTC' })).toBeVisible();
  await expect(bob.page.getByRole('table', { name: 'Posts and comments by day, in UTC' }).getByRole('row')).toHaveCount(2);
  await ada.call('PATCH', '/api/account', { showDrawings: false });
  await bob.page.reload();
  await expect(bob.page.getByRole('heading', { name: 'Education' })).toBeVisible();
  await expect(bob.page.getByRole('heading', { name: 'Activity' })).toHaveCount(0);
});

test('a tag shows its posts by month and leads to related tags', async ({ members }) => {
  const { page, call } = await members.signUp('Ada Lowenthal');
  for (const text of ['#drawn #beside', '#drawn #beside', '#drawn']) await call('POST', '/api/posts', { text });
  await page.goto('/dev/tags/drawn');
  const columns = page.getByRole('img', { name: '3 posts in the last two years, by month in UTC' });
  await expect(columns).toBeVisible();
  await expect(columns.locator('text')).toHaveText(['3', /^\w{3} \d{4}$/, /^\w{3} \d{4}$/]);
  const [drawn, largest] = [await columns.boundingBox(), await columns.locator('text').first().boundingBox()];
  expect((largest?.x ?? 0) + (largest?.width ?? 0)).toBeLessThanOrEqual((drawn?.x ?? 0) + (drawn?.width ?? 0));
  await expect(page.getByRole('table', { name: 'Posts by month, in UTC' }).getByRole('row')).toHaveCount(25);
  await expectAccessible(page);
  await page.getByText('About this tag').click(); // expectAccessible ends on a phone, which folds it away
  await page.getByRole('list', { name: 'Often together with' }).getByRole('link', { name: '#beside' }).click();
  await expect(page).toHaveURL('/dev/tags/beside');
});

test('explore shows the last year of a community with ten members', async ({ members, page }) => {
  for (let number = 0; number < 10; number++) await members.signUp(`Member ${number}`);
  await page.goto('/dev/explore');
  await expect(page.getByRole('heading', { name: 'The last year' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^New members: \d+ in the last year, by month in UTC/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'The community by month, in UTC' }).getByRole('row')).toHaveCount(13);
  await expectAccessible(page);
});
