import { joinCommaList, splitCommaList, splitTyping } from '@dev-connector/contract/comma-list';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.for<[text: string, items: string[]]>([
  ['HTML, CSS,, C++ ,', ['HTML', 'CSS', 'C++']],
  ['PHP MVC (Custom, Cake, CodeIgniter), Go', ['PHP MVC (Custom, Cake, CodeIgniter)', 'Go']],
  ['AWS [S3, EC2], CI {a, b}, 設計（要件, 基本）', ['AWS [S3, EC2]', 'CI {a, b}', '設計（要件, 基本）']],
  ['a (b, [c, d], e), f', ['a (b, [c, d], e)', 'f']],
  ['a (b, c', ['a (b', 'c']],
  ['a (b, [c, d), e', ['a (b, [c, d)', 'e']],
  ['smile :), b, (c', ['smile :)', 'b', '(c']],
  ['"HTML, CSS", Go', ['HTML, CSS', 'Go']],
  ['"a ""b"", c", d', ['a "b", c', 'd']],
  ['5" screens, b', ['5" screens', 'b']],
  ['"a" b, c', ['"a" b', 'c']],
  ['', []],
])('%s has the items %j', ([text, items]) => {
  expect(splitCommaList(text)).toEqual(items);
});

test('every list is the same after it is joined and split', () => {
  const item = fc
    .string({ unit: fc.constantFrom('a', ' ', ',', '"', '(', ')', '[', ']', '（', '）'), maxLength: 8 })
    .map((text) => text.trim());
  const list = fc.array(item.filter(Boolean), { maxLength: 5 });
  fc.assert(
    fc.property(list, (items) => {
      expect(splitCommaList(joinCommaList(items))).toEqual(items);
    }),
    { numRuns: 5_000 },
  );
});

test('joins items without quotes where none are needed', () => {
  expect(joinCommaList(['C++', 'PHP (a, b)', '日本語'])).toBe('C++, PHP (a, b), 日本語');
  expect(joinCommaList(['HTML, CSS', 'a (b'])).toBe('"HTML, CSS", "a (b"');
});

test.for<[text: string, items: string[], rest: string]>([
  ['Go', [], 'Go'],
  ['Go, ', ['Go'], ''],
  ['PHP (Custom, Ca', [], 'PHP (Custom, Ca'],
  ['PHP (Custom, Cake), R', ['PHP (Custom, Cake)'], 'R'],
  ['日本語、英', ['日本語'], '英'],
])('while typing, %s has the items %j and the rest %s', ([text, items, rest]) => {
  expect(splitTyping(text, ',、')).toEqual({ items, rest });
});
