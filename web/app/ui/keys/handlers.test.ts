import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../..');
const sources = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !file.startsWith(join('ui', 'keys')) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(app, file), 'utf8') }));

const matches = (pattern: RegExp) => sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));

/** Handlers that need modifiers of clicks and of the wheel. */
const pointers = [
  join('ui', 'browser', 'clicks.ts'),
  join('features', 'formatter', 'viewer', 'useScroll.ts'),
  join('features', 'formatter', 'viewer', 'opens-menu.ts'),
];

test('handlers of key events take a KeyPress, from which only keysOf reads the keys', () => {
  expect(matches(/\bKeyboardEvent\b|\bkeyCode\b|\.isComposing\b|\bgetModifierState\b/g)).toEqual([
    `${join('features', 'posts', 'composer', 'markdown', 'typed-emoji.ts')}: .isComposing`, // of an input event
  ]);
  expect(matches(/\b(?:meta|ctrl)Key\b/g).filter((match) => !pointers.some((file) => match.startsWith(file)))).toEqual([]);
  // A handler has a name and so a type for its event; without one, React's type lets it read the keys.
  expect(matches(/\bonKey(?:Down|Up|Press)(?:Capture)?=\{(?!\w+\})/g)).toEqual([]);
  expect(matches(/addEventListener\('key\w+', (?!\w+[,)])/g)).toEqual([]);
});
