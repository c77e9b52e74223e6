import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';

const profile = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  website: 'https://engine.example/about',
  location: 'London',
  bio: 'I write notes\nthat are longer than the paper.',
  twitter: 'https://twitter.example/ada',
};
const entry = { from: '2001-01-31', to: '2002-12-01', description: 'A while' };

const sections = ['About', 'Sample projects', 'Skills', 'Experience', 'Education', 'Certifications', 'Languages'];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test("renders the site's résumé completely and links to the rest of the site", async ({ page, request }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Welcome to my Profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tamsin Orrery');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(sections);
    for (const contact of ['Portland, Oregon, United States', 'hello@tamsin-orrery.example', '+1 503 555 0142', '+1 503 555 0178'])
      await expect(page.getByText(contact, { exact: true })).toBeVisible();
    const experience = page.getByRole('region', { name: 'Experience' });
    await expect(experience.getByRole('article')).toContainText(['Jan 2017 – present', 'Apr 2010 – Dec 2016', 'Nov 2006 – Mar 2010']);
    const code = page.getByRole('link', { name: 'View code' });
    await expect(code).toHaveCount(2);
    for (const link of await code.all()) await expect(link).toHaveAttribute('href', 'https://code.example/tamsin-orrery/dev-connector');
    for (const [name, type] of [
      ['PDF', 'application/pdf'],
      ['JSON', 'application/json; charset=utf-8'],
    ] as const) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect((await request.get(href ?? '')).headers()['content-type']).toBe(type);
    }
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Education' }).click();
    await expect(page.getByRole('region', { name: 'Education' })).toBeInViewport();
    await page.getByRole('link', { name: 'JSON Formatter' }).click();
    await expect(page).toHaveURL('/dev/formatter');
  });

  test("renders a developer's résumé completely and links back to the profile", async ({ page, members }) => {
    const { id, call } = await members.signUp('Ada Lowenthal', profile);
    await call('PUT', '/api/profile/experience', { title: 'Countess', company: 'Lowenthal', ...entry });
    await page.goto(`/dev/profile/${id}/resume`);
    await expect(page).toHaveTitle('Ada Lowenthal, résumé');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['About', 'Skills', 'Experience']);
    await expect(page.getByText('Jan 2001 – Dec 2002')).toBeVisible(); // checks month boundaries in a time zone west of UTC
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await expect(page).toHaveURL(`/dev/profile/${id}`);
  });
});

test('links the network to the résumé and supports the back button', async ({ page }) => {
  await page.goto('/dev');
  await page.getByRole('navigation', { name: 'Main' }).locator('ul:visible').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveTitle('Welcome to my Profile');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Connector');
});

test("a developer's résumé is accessible", async ({ page, members }) => {
  const { id, call } = await members.signUp('Ada Lowenthal', profile);
  await call('PUT', '/api/profile/education', { school: 'Home', degree: 'Geometry', ...entry });
  await page.goto(`/dev/profile/${id}/resume`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('the page of an unknown résumé is accessible', async ({ page, pageErrors }) => {
  pageErrors.expectFailure(404, '/dev/profile/nobody/resume');
  await page.goto('/dev/profile/nobody/resume');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
  await expectAccessible(page);
});

const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test("the site's résumé fits desktops, phones, paper and screen readers", async ({ page }) => {
  await page.goto('/');

  await test.step('keeps the contact details in a sticky sidebar on a desktop', async () => {
    const [person, text] = [await box(page, 'header'), await box(page, 'main')];
    expect(text.x).toBeGreaterThan(person.x + person.width);
    await page.getByRole('heading', { name: 'Languages' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });

  await test.step('uses one column below a sticky section bar on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    const [person, bar, text] = [await box(page, 'header'), await box(page, 'nav'), await box(page, 'main')];
    expect(person.y + person.height).toBeLessThanOrEqual(bar.y + 1);
    expect(bar.y + bar.height).toBeLessThanOrEqual(text.y + 1);
    await page.getByRole('heading', { name: 'Certifications' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
    expect((await box(page, 'nav')).y).toBe(0);
    for (const link of await page.getByRole('navigation').getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  await test.step('prints on at most two pages, without controls and with link URLs', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('link', { name: 'PDF', exact: true })).toBeHidden();
    const printedUrl = await page
      .getByRole('link', { name: 'View code' })
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').content);
    expect(printedUrl).toContain('(code.example/tamsin-orrery/dev-connector)');
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, format).toBeLessThanOrEqual(2);
    }
  });

  await test.step("the site's résumé is accessible", async () => {
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
});

test('fits a résumé into any window width without horizontal scrolling', async ({ page, members }) => {
  const { id } = await members.signUp('Ada Lowenthal', {
    ...profile,
    company: 'C'.repeat(120),
    location: 'L'.repeat(120),
    bio: 'B'.repeat(900),
  });
  for (const path of ['/', `/dev/profile/${id}/resume`]) {
    await page.goto(path);
    for (const width of [320, 390, 768, 896, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${path} at ${width}`,
      ).toBe(0);
    }
  }
});
