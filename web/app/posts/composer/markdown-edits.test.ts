import { expect, test } from 'vitest';
import { continueList, type Edit, insertCode, insertLink, toggleMark } from './markdown-edits.ts';

/** Parses a text in which brackets ‹ › enclose the selection, or | is the caret. */
function parse(text: string) {
  const start = text.search(/[‹|]/);
  const end = text.includes('›') ? text.indexOf('›') - 1 : start;
  return { value: text.replace(/[‹›|]/g, ''), start, end };
}

function apply(text: string, edit: (selection: ReturnType<typeof parse>) => Edit | undefined): string | undefined {
  const selection = parse(text);
  const done = edit(selection);
  if (!done) return undefined;
  const { start, end, text: inserted, select } = done;
  const value = selection.value.slice(0, start) + inserted + selection.value.slice(end);
  const [from, to] = select;
  return from === to
    ? `${value.slice(0, from)}|${value.slice(from)}`
    : `${value.slice(0, from)}‹${value.slice(from, to)}›${value.slice(to)}`;
}

test.each([
  ['a ‹b› c', '**', 'a **‹b›** c'],
  ['a **‹b›** c', '**', 'a ‹b› c'],
  ['a **‹b›** c', '*', 'a ***‹b›*** c'],
  ['a ***‹b›*** c', '*', 'a **‹b›** c'],
  ['a *‹b›* c', '*', 'a ‹b› c'],
  ['|', '**', '**|**'],
])('toggles the mark of %s with %s', (text, mark, expected) => {
  expect(apply(text, (selection) => toggleMark(selection, mark))).toBe(expected);
});

test.each([
  ['see ‹docs›', 'see [docs](|)'],
  ['see |', 'see [|]()'],
  ['‹https://example.org/a›', '[|](https://example.org/a)'],
])('makes a link of %s', (text, expected) => {
  expect(apply(text, insertLink)).toBe(expected);
});

test.each([
  ['run ‹ls›', 'run `‹ls›`'],
  ['‹a\nb›', '```|\na\nb\n```'],
  ['x‹a\nb\n›', 'x\n```|\na\nb\n```'],
])('marks code in %j', (text, expected) => {
  expect(apply(text, insertCode)).toBe(expected);
});

test.each([
  ['- one|', '- one\n- |'],
  ['  * one|two', '  * one\n  * |two'],
  ['9. nine|', '9. nine\n10. |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['> quote|', '> quote\n> |'],
  ['- one\n- |', '- one\n|'],
  ['1. |', '|'],
])('continues or ends the list in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each(['one|', '-one|', '- ‹one›', '2020. Then|x'.replace('. ', '.')])('does not continue %j', (text) => {
  expect(apply(text, continueList)).toBeUndefined();
});
