import { expect, test } from 'vitest';
import { continueList } from './continue-list.ts';
import { type Edit, insertCode, insertLink, toggleMark } from './markdown-edits.ts';
import { typedEmojiName } from './typed-emoji.ts';

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
  ['+ one| two', '+ one\n+ |two'],
  ['9. nine|', '9. nine\n10. |'],
  ['1) one|', '1) one\n2) |'],
  ['09. nine|', '09. nine\n10. |'],
  ['999999999. last|', '999999999. last\n999999999. |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['- [X] do|ne', '- [X] do\n- [ ] |ne'],
  ['1. [ ] one|', '1. [ ] one\n2. [ ] |'],
  ['> quote|', '> quote\n> |'],
  ['>quote|', '>quote\n>|'],
  ['> > nested|', '> > nested\n> > |'],
  ['> - one|', '> - one\n> - |'],
  ['> 1. [x] one|', '> 1. [x] one\n> 2. [ ] |'],
  ['> ---|', '> ---\n> |'],
  ['\t- one|', '\t- one\n\t- |'],
  ['-\tone|', '-\tone\n-\t|'],
  ['\n- one|', '\n- one\n- |'],
])('starts the next item in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  ['|- one', '- \n- |one'],
  ['-| one', '- \n- |one'],
  ['- |two', '- \n- |two'],
  ['text\n|- one', 'text\n- \n- |one'],
  ['1. |one', '1. \n2. |one'],
  ['|1) one\n2) two', '1) \n2) |one\n3) two'],
  ['- [x] |done', '- [ ] \n- [x] |done'],
  ['- [|x] done', '- [ ] \n- [x] |done'],
  ['> |quote', '> \n> |quote'],
  ['|> > quote', '> > \n> > |quote'],
  ['> -| one', '> - \n> - |one'],
  ['  \t* |one', '  \t* \n  \t* |one'],
])('inserts an empty item above the text in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  ['- one\n- |', '- one\n|'],
  ['- one\n|- ', '- one\n|'],
  ['- one\n-   |\n- two', '- one\n|\n- two'],
  ['1. |', '|'],
  ['- [ ] |', '|'],
  ['- [x]|', '|'],
  ['> a\n> |', '> a\n|'],
  ['>|', '|'],
  ['> > |', '> |'],
  ['>> |', '> |'],
  ['> - |', '> |'],
  ['- one\n  - two\n  - |', '- one\n  - two\n- |'],
  ['- one\n\t- two\n\t\t* |', '- one\n\t- two\n\t- |'],
  ['1. one\n   - two\n   - |\n2. three', '1. one\n   - two\n2. |\n3. three'],
  ['- [x] one\n  - |', '- [x] one\n- [ ] |'],
  ['> 1. one\n>    - |', '> 1. one\n> 2. |'],
  ['text\n  - |', 'text\n|'],
  ['- one\r\n- |\r\ntext', '- one\r\n|\r\ntext'],
])('ends the list or moves the empty item out in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  ['1. a|\n2. b\n3. c', '1. a\n2. |\n3. b\n4. c'],
  ['1. a|b\n\n   more\n   1. nested\n2. c\n\ntext\n3. d', '1. a\n2. |b\n\n   more\n   1. nested\n3. c\n\ntext\n3. d'],
  ['8. a|\n9. b', '8. a\n9. |\n10. b'],
  ['1. a|\n1. b', '1. a\n1. |\n1. b'],
  ['1. a\n1. b|', '1. a\n1. b\n1. |'],
  ['1. a|\n5. b', '1. a\n2. |\n5. b'],
  ['1. a|\n2) b', '1. a\n2. |\n2) b'],
  ['> 1. a|\n> 2. b\n2. c', '> 1. a\n> 2. |\n> 3. b\n2. c'],
  ['1. a|\r\n2. b', '1. a\n2. |\r\n3. b'],
  ['- x\n  1. a\n- y\n  1. b|', '- x\n  1. a\n- y\n  1. b\n  2. |'],
])('numbers the items below in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  ['- ‹one›', '- \n- |'],
  ['- o‹ne\n- tw›o', '- o\n- |o'],
  ['1. a‹b\n2. c›d\n3. e', '1. a\n2. |d\n3. e'],
  ['‹- one\n›- two', '- \n- |two'],
])('replaces the selection in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  'one|',
  '-one|',
  '-|',
  '\\- one|',
  '---|',
  '* * *|',
  '‹- one\n›two',
  '```\n- one|\n```',
  '- a\n  ~~~sh\n  - one|',
  '````\n```\n1. one|',
])('leaves the line break in %j to the browser', (text) => {
  expect(apply(text, continueList)).toBeUndefined();
});

test.each([
  ['```\na\n```\n- one|', '```\na\n```\n- one\n- |'],
  ['``` `a` ```\n- one|', '``` `a` ```\n- one\n- |'],
  ['> ```\n- one|', '> ```\n- one\n- |'],
  ['> ```\n> - one|', '> ```\n> - one\n> |'],
])('knows where fenced code ends in %j', (text, expected) => {
  expect(apply(text, continueList)).toBe(expected);
});

test.each([
  [':tada:', 'tada'],
  ['Done :+1:', '+1'],
  ['(:t-rex:', 't-rex'],
  ['🎉:Tada:', 'Tada'],
  ['`a` :tada:', 'tada'],
  ['```\n```\n:tada:', 'tada'],
  ['- :tada:', 'tada'],
  ['    - :tada:', 'tada'],
  ['`a\n\n:tada:', 'tada'],
  ['\\` :tada:', 'tada'],
])('finds the name of the emoji at the end of %j', (text, name) => {
  expect(typedEmojiName(text, text.length)).toEqual({ start: text.length - name.length - 2, name });
});

test.each([
  'tada:',
  '10:30:',
  'a:tada:',
  'https:tada:',
  'x/:tada:',
  '\\:tada:',
  '::tada:',
  ': tada:',
  '`:tada:',
  '``a` :tada:',
  '```\n:tada:',
  '    :tada:',
  '\t:tada:',
])('finds no emoji at the end of %j', (text) => {
  expect(typedEmojiName(text, text.length)).toBeUndefined();
});
