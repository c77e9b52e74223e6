import { expect, test } from 'vitest';
import { colors, initialsOf } from '../../src/features/avatars/initials.ts';

test.for<[string, string]>([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Ada King Lovelace', 'AL'],
  ['Jean-Luc', 'JL'],
  ['(Bob) "Smith"', 'BS'],
  ['ßen Østergård', 'ßØ'],
  ['E\u0301lodie', 'E\u0301'],
  ['مرحبا عالم', 'مع'],
  ['王小明', '王'],
  ['김 민준', '김민'],
  ['हिन्दी', 'हि'],
  ['7 of 9', '79'],
  ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ada', 'A'],
  ['\u200b\u202e', '?'],
  ['!', '!'],
  [`A${'\u0301'.repeat(99)}`, `A${'\u0301'.repeat(9)}`],
])('the initials of %s are %s', ([name, initials]) => {
  expect(initialsOf(name)).toBe(initials);
});

/** Relative luminance of a colour (WCAG 2.2). */
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test.for(colors)('white text on %s has a contrast of at least 4.5:1', (color) => {
  expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5);
});
