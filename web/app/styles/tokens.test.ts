import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const colours = Object.fromEntries(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['surface', 'raised', 'sunken'];
const pairs = (names: string[], others: string[], min: number) => names.flatMap((name) => others.map((other) => [name, other, min] as const));

for (const theme of ['light', 'dark'] as const)
  describe(`in the ${theme} theme`, () => {
    const colour = (name: string) => colours[name]?.[theme] ?? '';

    test.each([
      ...pairs(['ink', 'muted', 'accent', 'danger', 'success', 'warning'], surfaces, 4.5),
      ...pairs(['surface'], ['ink'], 4.5),
      ...pairs(['accent-content'], ['accent'], 4.5),
      ...pairs(['danger-content'], ['danger'], 4.5),
      ...pairs(['edge'], ['surface', 'raised'], 3),
    ])('%s on %s has a contrast of at least %d', (name, other, min) => {
      expect(contrast(colour(name), colour(other))).toBeGreaterThanOrEqual(min);
    });
  });
