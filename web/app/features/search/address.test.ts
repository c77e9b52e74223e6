import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { exactly, readSearch } from './address.ts';

test.for<[string, string]>([
  ['rust', 'posts'],
  ['skill:rust', 'people'],
  ['place:"new york"', 'people'],
  ['-OPEN:work', 'people'],
  ['−open:work', 'people'],
  ['tag:rust by:ada', 'posts'],
  ['by:ada', 'posts'],
  ['after:2026-01-01', 'posts'],
  ['skill:rust after:2026-01-01', 'people'],
  ['skill:rust tag:rust', 'posts'],
  ['"skill:rust"', 'posts'],
  ['"a skill:rust b"', 'posts'],
  ['“a skill:rust b”', 'posts'],
  ['skill::new', 'posts'],
  ['--skill:rust', 'posts'],
  ['myskill:rust', 'posts'],
])('the query %s without a type finds %s', ([q, type]) => {
  expect(readSearch(new URLSearchParams({ q }))).toMatchObject({ q, type, hasType: false });
  expect(readSearch(new URLSearchParams({ q, type: 'comments' }))).toMatchObject({ type: 'comments', hasType: true });
});

test.for<[string, boolean]>([
  ['q=rust', true],
  ['q=by:ada', true],
  ['q=rust&type=posts', false],
  ['q=skill:rust', false],
  ['q=skill:rust+tag:rust', false],
  ['', false],
])('whether the best type opens for %s: %s', ([address, expected]) => {
  expect(readSearch(new URLSearchParams(address)).isOpen).toBe(expected);
});

test.for<[string, string | undefined]>([
  ['rust', undefined],
  ['rust lifetimes', '"rust lifetimes"'],
  ['"rust lifetimes"', undefined],
  ['“rust lifetimes”', '"rust lifetimes"'],
  ['a "b c" d', '"a  b c  d"'],
  ['tag:rust', '"tag:rust"'],
  ['-x', '"-x"'],
  ['->', undefined],
  [`x ${'y'.repeat(limits.searchQuery - 4)}`, `"x ${'y'.repeat(limits.searchQuery - 4)}"`],
  [`x ${'y'.repeat(limits.searchQuery - 3)}`, undefined],
])('the query %s as one phrase', ([q, expected]) => {
  expect(exactly(q)).toBe(expected);
});
