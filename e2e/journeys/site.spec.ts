import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../test.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Contrast of an element's text with an opaque surface behind it (WCAG 2.2), as the browser draws both colours. */
const contrast = (page: Page, text: string, surface: string) =>
  page.evaluate(
    ([text, surface]) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const luminance = (colour: string) => {
        if (!context) return 0;
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const channels = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
          value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
      };
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
      const [one, other] = [luminance(styleOf(text).color), luminance(styleOf(surface).backgroundColor)];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    },
    [text, surface] as const,
  );

test.describe('a site with an identity', () => {
  test.use({ siteName: 'named' });

  test('shows its name, tagline, logo and links on every screen', async ({ page }) => {
    await page.goto('/dev');
    await expect(page).toHaveTitle('Rust Bern');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rust Bern');
    await expect(page.getByText('Where people around Bern write Rust')).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Rust Bern' })).toBeVisible();
    const logo = bar(page).locator('img');
    await expect(logo).toHaveAttribute('src', /^\/logo\?v=/);
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
    await expect(page.locator('head meta[property="og:site_name"]')).toHaveAttribute('content', 'Rust Bern');
    await expect(page.locator('head meta[name=description]')).toHaveAttribute('content', 'Where people around Bern write Rust');
    await expect(footer(page).getByRole('link')).toHaveText(['Explore', 'About', 'Source code', 'API']);
    await expect(footer(page).getByRole('link', { name: 'Source code' })).toHaveAttribute('href', 'https://example.org/code');
    await bar(page).getByRole('link', { name: 'Developers' }).click();
    await expect(page).toHaveTitle('Developers · Rust Bern');
    await page.goto('/dev/offline');
    await expect(page.locator('.brand')).toHaveText('Rust Bern');
    await expect.poll(() => page.locator('.brand img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  });

  test('opens its page from the footer and returns with the back button', async ({ page, pageErrors }) => {
    await page.goto('/dev/login');
    await footer(page).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle('About · Rust Bern');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
    await expect(page.getByRole('main').locator('p')).toHaveText(['We meet on Tuesdays.', 'Beginners are welcome.']);
    await bar(page).getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveTitle('Sign In · Rust Bern');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
    pageErrors.expectFailure(404, '/dev/rules');
    expect((await page.goto('/dev/rules'))?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found · Rust Bern');
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  });

  test('its accent can be read, and its screens are accessible', async ({ page }) => {
    await page.goto('/dev');
    for (const [colorScheme, accent] of [
      ['dark', 'rgb(255, 212, 0)'],
      ['light', 'rgb(133, 110, 0)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('main .link').first()).toHaveCSS('color', accent);
      await expect.poll(() => contrast(page, 'main .link', 'body')).toBeGreaterThanOrEqual(4.5); // the colours change one after the other
      await expect.poll(() => contrast(page, '.btn-primary', '.btn-primary')).toBeGreaterThanOrEqual(4.5);
    }
    await expectAccessible(page);
    await page.goto('/dev/about');
    await expectAccessible(page);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shows its name, pages and accent', async ({ page }) => {
      await page.goto('/dev/about');
      await expect(page.getByText('Beginners are welcome.')).toBeVisible();
      await expect(bar(page).getByRole('link', { name: 'Rust Bern' })).toBeVisible();
      await expect(footer(page).getByRole('link', { name: 'About' })).toBeVisible();
    });
  });
});

test('a site without an identity has only the public posts and the API in its footer, and no pages', async ({ page, pageErrors }) => {
  await page.goto('/dev/login');
  await expect(footer(page)).toContainText('Dev Connector');
  await expect(footer(page).getByRole('link')).toHaveText(['Explore', 'API']);
  await expect(page.locator('head link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
  for (const path of ['/dev/about', '/dev/rules', '/dev/privacy']) {
    pageErrors.expectFailure(404, path);
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});

test('every icon of the manifest is an image of its size', async ({ page, request }) => {
  await page.goto('/dev');
  const { icons } = await (await request.get('/manifest.webmanifest')).json();
  for (const { src, sizes, type } of icons as Array<{ src: string; sizes: string; type: string }>) {
    const response = await request.get(src);
    expect({ src, status: response.status(), type: response.headers()['content-type'] }).toEqual({ src, status: 200, type });
    if (sizes === 'any') continue;
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
});

test.describe('the landing page of a community', () => {
  test.use({ siteName: 'full' });

  test('shows the number of members and, without public posts, the newest profiles', async ({ page }) => {
    await page.goto('/dev');
    await expect(page.getByText(/^\d+ members$/)).toBeVisible();
    await expect(page.getByText(/^\d+ members$/).locator('img')).toHaveCount(6);
    const list = page.getByRole('region', { name: 'New here' }).getByRole('link');
    await expect(list).toHaveCount(3);
    const href = await list.first().getAttribute('href');
    await list.first().click();
    await expect(page).toHaveURL(href ?? '');
  });
});

test.describe('the landing page of an empty site', () => {
  test.use({ siteName: 'empty' });

  test('shows no posts, no profiles and no number of members', async ({ page }) => {
    await page.goto('/dev');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Connector');
    await expect(page.getByText(/\d members|New here|Newest posts/)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2, name: 'Ask with code, get an answer' })).toBeVisible();
    await expect(page.getByRole('region', { name: /^A (discussion|profile)$/ })).toHaveCount(0);
  });
});
