import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** Colours depend on the theme, everything else on the width. */
const states = [
  [1280, 800, 'dark'],
  [390, 844, 'light'],
] as const;

/** Expects no violation of WCAG 2.2 AA or axe's best practices, on a desktop in the dark theme and on a phone in the light one, in which it ends. */
export async function expectAccessible(page: Page): Promise<void> {
  await load(page);
  for (const [width, height, colorScheme] of states) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(hasColors, colorScheme === 'dark');
    expect.soft(await violations(page), `${width} px wide, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Tells whether the page has the colours of a theme, which change one frame after `prefers-color-scheme`, and some of them with a transition, which takes another
 * frame even if its duration is 0.01 ms. Dark themes have a light text.
 */
export const hasColors = (dark: boolean) =>
  Number(/\d+/.exec(getComputedStyle(document.body).color)?.[0]) > 127 === dark &&
  !document.getAnimations().some((animation) => animation instanceof CSSTransition);

/** Returns a phrase per element that violates a rule. Measures a target that is too small again in the middle of the screen: a bar may cover a part of it. */
export async function violations(page: Page, runOnly = standards): Promise<string[]> {
  await load(page);
  return page.evaluate(async (rules) => {
    // No rule of ours reads the style sheets, which axe would load again.
    const results = await window.axe.run({ runOnly: rules, resultTypes: ['violations'], preload: { assets: ['media'] } });
    const { scrollX, scrollY } = window;
    const phrases: string[] = [];
    for (const { id, nodes } of results.violations)
      for (const { target, failureSummary } of nodes) {
        const element = id === 'target-size' ? document.querySelector(String(target)) : null;
        element?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const isCovered = element && (await window.axe.run(element, { runOnly: [id] })).violations.length === 0;
        if (!isCovered) phrases.push(`${id}: ${target} ${failureSummary}`);
      }
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return phrases;
  }, runOnly);
}

/** Loads axe into the page, and ends transitions between the colours of the themes. */
async function load(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}
