import type { Page } from '@playwright/test';
import { hasColors } from './axe.ts';
import { expect, test } from './test.ts';

/** Contrast of borders and icons that a viewer needs to see (WCAG 2.2, criterion 1.4.11). axe measures text only. */
const minContrast = 3;
/** Fewer measured borders and icons would mean that the test does not find them. */
const minMeasured = 50;

/** Returns the controls whose border, and the icons whose lines, have less contrast with what is behind them, of all that are visible. */
const lowContrast = (page: Page) =>
  page.evaluate((min) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    const rgba = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data] as [number, number, number, number];
    };
    const luminance = ([red, green, blue]: number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value = 0) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: Element | null): number[] => {
      const color = element ? rgba(getComputedStyle(element).backgroundColor) : rgba('Canvas');
      return color[3] === 255 ? color : behind(element?.parentElement ?? null);
    };
    const contrast = (a: number[], b: number[]) => {
      const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return (light + 0.05) / (dark + 0.05);
    };
    const problems: string[] = [];
    let measured = 0;
    const measure = (element: Element, color: string, background: Element | null) => {
      const line = rgba(color);
      if (line[3] === 0 || !element.checkVisibility({ checkVisibilityCSS: true }) || element.closest(':disabled, [aria-disabled=true]'))
        return;
      measured++;
      const value = contrast(line, behind(background));
      if (value < min) problems.push(`${element.outerHTML.slice(0, 120)}: ${value.toFixed(2)}`);
    };
    for (const control of document.querySelectorAll('input:not([type=file], [type=radio]), select, textarea'))
      measure(control, getComputedStyle(control).borderTopColor, control.parentElement);
    for (const icon of document.querySelectorAll(':is(button, a) svg')) measure(icon, getComputedStyle(icon).color, icon);
    return { problems, measured };
  }, minContrast);

const visitorScreens = ['/dev', '/dev/login', '/dev/register', '/dev/profiles', '/dev/explore', '/dev/formatter'];
const memberScreens = ['/dev/posts', '/dev/dashboard', '/dev/account', '/dev/edit-profile', '/dev/add-experience'];

/** Counts the running animations. */
const running = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1).length,
  );

test('draws borders of fields and icons of controls with enough contrast in both themes, and nothing that moves', async ({
  page,
  members,
}) => {
  const ada = await members.signUp('Ada Lowenthal', { website: 'https://engine.example' });
  await ada.call('POST', '/api/posts', { text: 'Contrast' });
  const screens = [
    ...[...visitorScreens, `/dev/profile/${ada.id}`].map((path) => ({ path, page })),
    ...memberScreens.map((path) => ({ path, page: ada.page })),
  ];
  const total = { light: 0, dark: 0 };
  for (const { path, page } of screens) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect.soft(await running(page), path).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(hasColors, colorScheme === 'dark');
      const { problems, measured } = await lowContrast(page);
      expect.soft(problems, `${path}, ${colorScheme}`).toEqual([]);
      total[colorScheme] += measured;
    }
  }
  for (const measured of Object.values(total)) expect(measured).toBeGreaterThan(minMeasured);
});

test('stops animations if the viewer prefers reduced motion', async ({ member: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route(/\/api\/posts\?/, () => {}); // never answers, so the skeleton stays
  await page.goto('/dev/posts');
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  expect(await running(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await running(page)).toBe(0);
});
