import { resumeThemes } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { resumeStyles } from '../../src/features/resume/page/style.ts';
import { contrast } from '../../src/features/site/accent.ts';

/** The colours of a theme: the last definition of each variable that has one for light and one for dark. */
function colorsOf(style: string): Record<string, [light: string, dark: string]> {
  const found = style.matchAll(/--(\w+): light-dark\((#\w{6}), (#\w{6})\)/g);
  return Object.fromEntries(Array.from(found, ([, name, light, dark]) => [name, [light, dark]])) as never;
}

test.for(resumeThemes.flatMap((theme) => [[theme, 'light', 0] as const, [theme, 'dark', 1] as const]))(
  'text of the theme %s has a contrast of at least 4.5:1 when %s',
  ([theme, , at]) => {
    const colors = colorsOf(resumeStyles[theme]);
    for (const text of ['text', 'muted', 'accent'])
      for (const surface of ['page', 'raised'])
        expect(contrast(colors[text]?.[at] ?? '', colors[surface]?.[at] ?? ''), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  },
);
