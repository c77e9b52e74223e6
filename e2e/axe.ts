import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects no violation of WCAG 2.2 AA or axe's best practices, on a desktop and on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
    expect.soft(found, `${width} px wide`).toEqual([]);
  }
}
