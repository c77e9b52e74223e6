import { expect, test } from './test.ts';

interface Edge {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

test('draws a career and a calendar within their boxes, with labels in their bars @chromium', async ({ page, signUp }) => {
  const { id, call } = await signUp('Ada Lowenthal', { skills: 'Fortran' });
  await call('PUT', '/api/profile/experience', {
    title: 'Weaver',
    company: 'A long name '.repeat(8),
    from: '2013-01-01',
    to: '2016-12-31',
  });
  await call('PUT', '/api/profile/experience', { title: 'Engineer', company: 'Fortran', from: '2015-01-01', current: true });
  await call('POST', '/api/posts', { text: 'Today', visibility: 'public' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [`/dev/profile/${id}`, `/dev/profile/${id}/resume`]) {
      await page.goto(path);
      await page.locator('figure a').first().waitFor();
      await page.waitForLoadState('networkidle');
      const { figure, bars, labels, overflow } = await page.evaluate(() => {
        const edge = (element: Element): Edge => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { left, right, top, bottom };
        };
        const drawing = document.querySelector('figure:has(a)') as Element;
        return {
          figure: edge(drawing),
          bars: [...drawing.querySelectorAll('a foreignObject')].map(edge), // as large as the bar, which is clipped
          labels: [...drawing.querySelectorAll('a span')].map(edge),
          overflow: document.documentElement.scrollWidth - innerWidth,
        };
      });
      const [weaver, engineer] = bars;
      if (!weaver || !engineer) throw new Error('a bar is missing');
      expect(engineer.top).toBeGreaterThanOrEqual(weaver.bottom);
      expect(Math.abs(engineer.right - figure.right)).toBeLessThan(2);
      for (const [index, label] of labels.entries()) {
        expect(label.left).toBeGreaterThanOrEqual((bars[index]?.left ?? 0) - 1);
        expect(label.right).toBeLessThanOrEqual((bars[index]?.right ?? 0) + 1);
        expect(label.bottom).toBeLessThanOrEqual((bars[index]?.bottom ?? 0) + 1);
      }
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.goto(`/dev/profile/${id}`);
    await page.locator('.calendar').waitFor();
    await page.waitForLoadState('networkidle'); // Firefox reports scripts that the next navigation interrupts
    const [calendar, today] = await page.evaluate(() =>
      ['.calendar', '.calendar rect'].map((css) => document.querySelector(css)?.getBoundingClientRect().right ?? 0),
    );
    expect(today).toBeLessThanOrEqual(calendar ?? 0);
    expect(today).toBeGreaterThan((calendar ?? 0) - 14);
  }
});
