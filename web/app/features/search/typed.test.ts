import { expect, test } from 'vitest';
import { complete } from './complete.ts';
import { isIncomplete, typedAt } from './typed.ts';

/** The caret is at `|`. */
const at = (marked: string) => typedAt(marked.replace('|', ''), marked.indexOf('|'));

test.for<[string, ReturnType<typeof typedAt>]>([
  ['|', { start: 0, value: '' }],
  ['rust |', { start: 5, value: '' }],
  ['ru|', { start: 0, value: 'ru' }],
  ['ru|st', { start: 0, value: 'ru' }],
  ['go RU|', { start: 3, value: 'RU' }],
  ['-|', { start: 1, value: '' }],
  ['go -ta|', { start: 4, value: 'ta' }],
  ['--ta|', undefined],
  ['c++|', undefined],
  ['é|', undefined],
  ['tag:|', { start: 4, operator: 'tag', value: '' }],
  ['TAG:ru|', { start: 4, operator: 'tag', value: 'ru' }],
  ['-tag:ru|', { start: 5, operator: 'tag', value: 'ru' }],
  ['−tag:ru|', { start: 5, operator: 'tag', value: 'ru' }],
  ['--tag:ru|', undefined],
  ['x tag:ru|st go', { start: 6, operator: 'tag', value: 'ru' }],
  ['place:"new y|', { start: 6, operator: 'place', value: 'new y' }],
  ['place:"|', { start: 6, operator: 'place', value: '' }],
  ['place:“new y|', { start: 6, operator: 'place', value: 'new y' }],
  ['place:"new york"|', undefined],
  ['place:"new york" |', { start: 17, value: '' }],
  ['place:"new york" ta|', { start: 17, value: 'ta' }],
  ['"a phrase|', undefined],
  ['"a tag:x|', undefined],
  ['“a phrase tag|', undefined],
  ['"a" b|', { start: 4, value: 'b' }],
  ['"a"b|', undefined],
  ['title:ru|', undefined],
  ['a:b|', undefined],
  ['has::m|', undefined],
  ['by://x|', undefined],
])('the item before the caret in %s', ([text, expected]) => {
  expect(at(text)).toEqual(expected);
});

test.for<[string, string, string]>([
  ['go ta|', 'tag:', 'go tag:|'],
  ['tag:ru| go', 'rust', 'tag:rust |go'],
  ['place:"new y|', 'New York', 'place:"New York" |'],
  ['place:new| x', 'New York', 'place:"New York" |x'],
])('completes %s with %s', ([text, value, expected]) => {
  const [whole, caret] = [text.replace('|', ''), text.indexOf('|')];
  const completed = complete(whole, caret, typedAt(whole, caret) ?? { start: 0, value: '' }, value);
  expect(`${completed.text.slice(0, completed.caret)}|${completed.text.slice(completed.caret)}`).toBe(expected);
});

test.for<[string, boolean]>([
  ['', false],
  ['rust', false],
  ['tag:', true],
  ['tag:r', false],
  ['place:"', true],
  ['place:""', false],
  ['after:2026-01', true],
  ['after:2026-01-31', false],
  ['rust before:2', true],
  ['has:cod', true],
  ['has:code', false],
  ['open:wor', true],
  ['-open:work', false],
])('whether the last operator of %s has an incomplete value', ([text, expected]) => {
  expect(isIncomplete(text)).toBe(expected);
});
