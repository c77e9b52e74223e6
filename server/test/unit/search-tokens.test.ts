import { type SearchToken, searchTokens } from '@dev-connector/contract';
import { expect, test } from 'vitest';

/** A token in a short form: `-tag=value`, and a phrase in brackets, of which an open one lacks the second. */
const short = ({ isNegative, operator, value, isPhrase, isOpen }: SearchToken) =>
  `${isNegative ? '-' : ''}${operator ? `${operator.name}=` : ''}${isPhrase ? `[${value}${isOpen ? '' : ']'}` : value}`;

const queries: Record<string, string[]> = {
  '': [],
  ' \n ': [],
  'rust  lifetimes': ['rust', 'lifetimes'],
  'tag:rust': ['tag=rust'],
  'TAG:Rust': ['tag=Rust'],
  'tag:': ['tag='],
  'tag: rust': ['tag=', 'rust'],
  '-tag:rust': ['-tag=rust'],
  '−tag:rust': ['-tag=rust'],
  '-rust': ['-rust'],
  '- rust': ['-', 'rust'],
  '--force': ['force'],
  '—force': ['force'],
  '--tag:rust': ['tag:rust'],
  '—tag:rust': ['tag:rust'],
  'x-y': ['x-y'],
  'title:rust': ['title:rust'],
  'mytag:rust': ['mytag:rust'],
  'has::many': ['has::many'],
  'by://x': ['by://x'],
  'place:C:\\x': ['place=C:\\x'],
  '"a b" c': ['[a b]', 'c'],
  '-"a b"': ['-[a b]'],
  '--"a b"': ['[a b]'],
  'place:"new york" x': ['place=[new york]', 'x'],
  'place:"new york': ['place=[new york'],
  '"': ['['],
  '""': ['[]'],
  'a"b c"tag:d': ['a', '[b c]', 'tag:d'],
  '“a tag:b”': ['[a tag:b]'],
  '„a‟ 「b」': ['[a]', '[b]'],
};
test.for(Object.entries(queries))('the tokens of %s', ([q, expected]) => {
  expect(searchTokens(q).map(short)).toEqual(expected);
});

test('the tokens have all characters except white space, in order', () => {
  const characters = ['a', '"', '-', '—', ':', ' ', 'tag:', '“', '😀', '/', 'é'];
  for (let seed = 1; seed < 2000; seed++) {
    let [q, rest] = ['', seed * 7919];
    for (; rest > 0; rest = Math.floor(rest / characters.length)) q += characters[rest % characters.length];
    let end = 0;
    for (const token of searchTokens(q)) {
      const start = token.end - token.text.length;
      expect(q.slice(end, start)).toMatch(/^\s*$/);
      expect(token.text).toBe(q.slice(start, token.end).replace(/“/g, '"'));
      end = token.end;
    }
    expect(q.slice(end)).toMatch(/^\s*$/);
  }
});
