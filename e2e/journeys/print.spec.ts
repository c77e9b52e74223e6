import type { Page } from '@playwright/test';
import { format, records, viewer } from '../formatter/screen.ts';
import { expect, test } from '../test.ts';

/** Width of the content of a page of A4 and of Letter with margins of 1 cm, in CSS pixels. */
const papers = { A4: 718, Letter: 740 };

/** Lays a page out as on paper, and returns the parts that are cut, covered or repeated. */
async function partsCut(page: Page, width: number): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width, height: 1000 });
  return page.evaluate(() => {
    const name = (element: Element) => `${element.localName}.${element.className}`;
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const style = getComputedStyle(element);
      const { right, width } = element.getBoundingClientRect();
      if (!element.checkVisibility() || width < 2 || element.closest('svg svg, svg *')) return [];
      if (right > innerWidth + 1) return [`${name(element)} ends at ${right}`];
      if (style.overflow !== 'visible' && !['img', 'svg', 'textarea'].includes(element.localName)) return [`${name(element)} clips`];
      return ['fixed', 'sticky'].includes(style.position) ? [`${name(element)} is ${style.position}`] : [];
    });
  });
}

const text = `\`\`\`js
const long = "${'a very long line of code '.repeat(20)}";
const token = "${'x'.repeat(400)}";
\`\`\`

|${' Column |'.repeat(14)}
|${'---|'.repeat(14)}
|${' SomeLongIdentifier_Name |'.repeat(14)}

https://example.com/${'path/'.repeat(60)}

${'word '.repeat(2000)}`;

for (const [paper, width] of Object.entries(papers))
  test(`posts, discussions and profiles are whole on ${paper}, in the light theme`, async ({ members }) => {
    const { page, call, id } = await members.signUp('Printer', { bio: `${'b'.repeat(300)} ${'bio '.repeat(200)}` });
    const { _id } = await call('POST', '/api/posts', { text });
    await call('POST', `/api/posts/comment/${_id}`, { text: `\`\`\`\n${'comment '.repeat(60)}\n\`\`\`` });
    for (const path of [`/dev/posts/${_id}`, `/dev/profile/${id}`, '/dev/posts', '/']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(await partsCut(page, width), path).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain('light');
      await page.emulateMedia({ media: null, colorScheme: null });
    }
  });

test('a profile prints without its links to the résumé and without followers', async ({ members }) => {
  const { page, id } = await members.signUp('Printer', { skills: 'Poetry' });
  await page.goto(`/dev/profile/${id}`);
  const controls = [
    page.getByRole('list', { name: 'Résumé' }),
    page.getByRole('link', { name: /followers$/ }),
    page.getByRole('link', { name: 'Back to Profiles' }),
  ];
  for (const control of controls) await expect(control).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const control of controls) await expect(control).toBeHidden();
  await expect(page.getByText('Poetry')).toBeVisible();
});

test('a profile prints without the section of repositories that failed to load', async ({ members, pageErrors }) => {
  const { page, id } = await members.signUp('Printer', { skills: 'Poetry', githubusername: 'broken-printer' });
  pageErrors.expectFailure(502, '/api/profile/github/broken-printer');
  await page.goto(`/dev/profile/${id}`);
  const section = page.getByRole('region', { name: 'Github Repos' });
  await expect(section.getByRole('alert')).toContainText('Failed to load profile');
  await page.emulateMedia({ media: 'print' });
  await expect(section).toBeHidden();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(page.getByText('Poetry')).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.route('**/api/profile/github/broken-printer', (route) =>
    route.fulfill({
      json: [{ name: 'printed', html_url: 'https://code.example/printed', stargazers_count: 1, watchers_count: 1, forks_count: 1 }],
    }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByRole('listitem').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(section).toBeVisible();
});

test('the formatter prints the whole output, not only the visible rows', async ({ page }) => {
  await page.goto('/dev/formatter');
  await format(page, JSON.stringify({ long: 'y'.repeat(400), records: records(100) }));
  await expect(viewer(page)).toBeVisible();
  const printed = page.locator('.formatter-printed');
  const print = async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    return (await printed.textContent()) ?? '';
  };
  await expect.poll(print).toContain('Näme 99');
  expect(await printed.locator('pre').textContent()).toBe(JSON.stringify({ long: 'y'.repeat(400), records: records(100) }, null, 2));
  expect(await partsCut(page, papers.A4)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(printed).toHaveCount(0);
});

test('the formatter says on paper how much of a long output is printed', async ({ page }) => {
  await page.goto('/dev/formatter');
  await format(page, JSON.stringify(records(2000)));
  await expect(viewer(page)).toBeVisible();
  const printed = page.locator('.formatter-printed p');
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      return (await printed.count()) ? printed.textContent() : '';
    })
    .toBe('Only the first 10,000 of 24,002 lines are printed. Download the file to get all.');
});
