import { skillYears } from '@dev-connector/contract';
import { expect, test } from 'vitest';

const today = '2026-11-27';
const entry = (text: string, start: string | undefined, end?: string, isCurrent = false) => ({
  start,
  end,
  isCurrent,
  texts: [undefined, text],
});
const named = (skill: string, text: string) => skillYears([skill], [entry(text, '2020', '2021')], today).length > 0;

test('joins the years of the entries that name a skill', () => {
  const entries = [
    entry('Rust and SQL', '2015-03', '2017-02'),
    entry('More sql', '2018-01-01', '2019'),
    entry('SQL again', '2024', undefined, true),
    entry('Nothing dated: Rust', undefined),
  ];
  expect(skillYears(['CSS', 'Rust', 'SQL'], entries, today)).toEqual([
    {
      skill: 'SQL',
      spans: [
        { first: 2015, last: 2019 },
        { first: 2024, last: undefined },
      ],
    },
    { skill: 'Rust', spans: [{ first: 2015, last: 2017 }] },
  ]);
});

test('an entry without an end ends in the year of its start, unless it is current', () => {
  expect(skillYears(['SQL'], [entry('SQL', '2015')], today)[0]?.spans).toEqual([{ first: 2015, last: 2015 }]);
  expect(skillYears(['SQL'], [entry('SQL', '2015', undefined, true), entry('SQL', '2018', '2019')], today)[0]?.spans).toEqual([
    { first: 2015, last: undefined },
  ]);
});

test.for([
  ['JavaScript', 'JAVASCRIPT, too', true],
  ['Java', 'JavaScript', false],
  ['C', 'C++ and C#', false],
  ['C', 'in C.', true],
  ['C++', 'C++, mostly', true],
  ['C#', 'with C#', true],
  ['Go', 'go live', false],
  ['Go', 'services in Go', true],
  ['Node', 'Node.js', false],
  ['Node.js', 'on Node.js.', true],
  ['js', 'Node.js', false],
  ['.NET', 'on .NET 8', true],
  ['Müller', 'Mu\u0308ller', true],
  ['日本語', '日本語 と', true],
  ['', 'anything', false],
] as const)('finds %s in "%s": %s', ([skill, text, found]) => {
  expect(named(skill, text)).toBe(found);
});

test('has at most eight skills', () => {
  const skills = Array.from({ length: 20 }, (_, index) => `skill${index}`);
  expect(skillYears(skills, [entry(skills.join(' '), '2020')], today)).toHaveLength(8);
});
