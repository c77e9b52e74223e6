import { expect, test } from 'vitest';
import { adaptAccent, contrast } from '../../src/features/site/accent.ts';

test('measures contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('keeps a colour that can be read in a theme', () => {
  expect(adaptAccent('#3046c8').light).toBe('#3046c8');
  expect(adaptAccent('#FFD400').dark).toBe('#ffd400');
});

test('adapts every colour to at least 4.5:1 on the surfaces of both themes', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const { light, dark } = adaptAccent(`#${red}${green}${blue}`);
        for (const surface of ['#ffffff', '#f4f4f6']) expect(contrast(light, surface), light).toBeGreaterThanOrEqual(4.5);
        for (const surface of ['#16181d', '#1c1f25', '#252931']) expect(contrast(dark, surface), dark).toBeGreaterThanOrEqual(4.5);
      }
});
