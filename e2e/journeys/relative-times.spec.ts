import type { Page } from '@playwright/test';
import { card, unique } from '../feed.ts';
import { withoutStream } from '../live.ts';
import { expect, test } from '../test.ts';

/** Counts the timers of ten seconds that run, which the clock of relative times uses. */
const countClocks = (page: Page) =>
  page.addInitScript(() => {
    const clocks = new Set<number>();
    Object.assign(window, { clocks });
    const { setInterval, clearInterval } = window;
    Object.assign(window, {
      setInterval: (...args: Parameters<typeof setInterval>) => {
        const id = setInterval(...args);
        if (args[1] === 10_000) clocks.add(id);
        return id;
      },
      clearInterval: (id: number) => {
        clocks.delete(id);
        clearInterval(id);
      },
    });
  });

const clocks = (page: Page) => page.evaluate(() => (window as unknown as { clocks: Set<number> }).clocks.size);

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('times grow while the feed, the discussion and the account are open', async ({ member: { page, call } }) => {
  const text = unique('Growing');
  const { _id } = await call('POST', '/api/posts', { text });
  await call('POST', `/api/posts/comment/${_id}`, { text: 'A comment' });
  await withoutStream(page); // an hour without heartbeats in a second would open too many
  await page.clock.install();
  const expectGrowth = async (path: string, time: () => ReturnType<Page['locator']>) => {
    await page.goto(path);
    await expect(time()).toHaveText(/now$|1m$/);
    await page.clock.runFor(5 * 60_000);
    await expect(time()).toHaveText(/[56]m$/);
    await page.clock.runFor(55 * 60_000);
    await expect(time()).toHaveText(/1h$/);
    await page.clock.setSystemTime(new Date());
  };
  await expectGrowth('/dev/posts', () => card(page, text).locator('time'));
  await expectGrowth(`/dev/posts/${_id}`, () => card(page, 'A comment').locator('time'));
  await expectGrowth(`/dev/posts/${_id}`, () => page.locator('main time').first());
  await expectGrowth('/dev/account', () => page.locator('time').first());
});

test('a post shows only its day after 24 hours, and the full time in the tooltip', async ({ member: { page, call } }) => {
  const text = unique('Of yesterday');
  const { date } = await call<{ date: string }>('POST', '/api/posts', { text });
  await withoutStream(page);
  await page.clock.install();
  await page.goto('/dev/posts');
  const shown = card(page, text).locator('time');
  await expect(shown).toHaveText(/^\d{4}\/\d\d\/\d\d · (now|1m)$/);
  await page.clock.fastForward('24:01:00');
  await expect(shown).toHaveText(/^\d{4}\/\d\d\/\d\d$/);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Date(date).toLocaleString('en-US', { timeZone: 'America/New_York', ...options });
  const day = `${part({ day: 'numeric' })} ${part({ month: 'short' })} ${part({ year: 'numeric' })}`;
  const time = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  await expect(shown).toHaveAttribute('title', `${part({ weekday: 'long' })}, ${day}, ${time}`);
});

test('all times share one timer, which rests while the page is hidden', async ({ member: { page, call } }) => {
  const text = unique('Resting');
  for (let post = 0; post < 3; post++) await call('POST', '/api/posts', { text: `${text} ${post}` });
  await withoutStream(page);
  await page.clock.install();
  await countClocks(page);
  await page.goto('/dev/posts');
  const time = card(page, `${text} 2`).locator('time');
  await expect(time).toHaveText(/now$/);
  expect(await clocks(page)).toBe(1);
  await setVisibility(page, 'hidden');
  expect(await clocks(page)).toBe(0);
  await page.clock.runFor(3 * 60_000);
  await expect(time).toHaveText(/now$/);
  await setVisibility(page, 'visible');
  await expect(time).toHaveText(/3m$/);
  expect(await clocks(page)).toBe(1);
  await page.getByRole('link', { name: 'Developers' }).first().click();
  await expect(page).toHaveURL('/dev/profiles');
  await expect.poll(() => clocks(page)).toBe(0);
});
