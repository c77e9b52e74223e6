import { educationInput, experienceInput, postInput, profileInput, registration, resumeImport } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../../src/accounts/email.ts';
import { isEmpty, tidy } from '../../src/http/fields.ts';
import { exceededLimit } from '../../src/http/json-size.ts';
import { compileValidator } from '../../src/http/validation.ts';
import { tidySkills } from '../../src/profiles/skills.ts';
import { planImport } from '../../src/resume/import/plan.ts';
import { readText } from '../../src/resume/import/reading.ts';
import { linesOf } from '../../src/resume/lines.ts';

/*
 * Checks that every parser and validator runs in linear time. A quadratic one would take 16 times as long for 4 times the input. Measures the CPU time of
 * this thread, so that a busy machine has little influence.
 */

const small = 20_000;
const factor = 4;
const maxRatio = 9;
/** Measurements below this value, in milliseconds, are too imprecise. */
const minMeasurable = 4;

function cost(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const fastest = (run: () => unknown) => Math.min(...Array.from({ length: 4 }, () => cost(run)));

function expectLinear(make: (size: number) => () => unknown): void {
  make(small)(); // warm up the JIT compiler
  const [one, four] = [fastest(make(small)), fastest(make(factor * small))];
  expect(four, `${one} ms for ${small}, ${four} ms for ${factor * small}`).toBeLessThan(maxRatio * Math.max(one, minMeasurable));
}

/** Generators of hostile texts of a given size. */
const texts: Record<string, (size: number) => string> = {
  letters: (size) => 'a'.repeat(size),
  'white space': (size) => `a${' '.repeat(size)}b`,
  'line breaks': (size) => '\n'.repeat(size),
  'invisible characters': (size) => '\u200b'.repeat(size),
  'control characters': (size) => '\u0001'.repeat(size),
  'unordered combining marks': (size) => `a${'\u0315\u0300\u05ae\u0300'.repeat(size / 4)}`,
  'different ideographs': (size) => Array.from({ length: size }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 20_000))).join(''),
  'one address of ideographs': (size) =>
    `a@${Array.from({ length: size }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 20_000))).join('')}.com`,
  labels: (size) => `a@${'a.'.repeat(size / 2)}com`,
  'at signs': (size) => '@'.repeat(size),
  slashes: (size) => '/'.repeat(size),
  hyphens: (size) => 'a-'.repeat(size / 2),
  commas: (size) => ','.repeat(size),
  skills: (size) => Array.from({ length: size / 8 }, (_, at) => `s${at}`.padEnd(7)).join(','),
  digits: (size) => `2020-01-01T${'1:'.repeat(size / 2)}`,
};

const validators = Object.entries({ registration, profileInput, experienceInput, educationInput, postInput, resumeImport }).map(
  ([name, schema]) =>
    [name, schema, compileValidator({ schema, method: '', url: '', httpPart: 'body' }) as (body: unknown) => unknown] as const,
);

describe.for(Object.entries(texts))('a text of %s is processed in linear time', ([, text]) => {
  test.for(validators)('by %s', ([, { properties }, validate]) => {
    expectLinear((size) => () => validate(Object.fromEntries(Object.keys(properties).map((field) => [field, text(size)]))));
  });

  test.for<[string, (text: string) => unknown]>([
    ['isEmpty', isEmpty],
    ['isEmail', isEmail],
    ['emailKey', emailKey],
    ['tidySkills', tidySkills],
    ['link', (sent) => tidy.link(sent, {})],
    ['calendarDate', (sent) => tidy.calendarDate(sent, {})],
    ['linesOf', (sent) => linesOf(JSON.stringify({ a: sent }))],
    ['exceededLimit', (sent) => exceededLimit(sent, { values: 1e9, depth: 1e9 })],
  ])('by %s', ([, parse]) => {
    expectLinear((size) => {
      const input = text(size);
      return () => parse(input);
    });
  });
});

/** Generators of hostile JSON résumés of a given size. */
const documents: Record<string, (size: number) => string> = {
  'numbers on one line': (size) => `{"basics":{},"x":[${'1,'.repeat(size / 2)}1]}`,
  'numbers on lines': (size) => `{"basics":{},"x":[${'1,\n'.repeat(size / 3)}1]}`,
  'line breaks': (size) => `{"basics":{}${'\n'.repeat(size)}}`,
  keys: (size) => `{"basics":{},${Array.from({ length: size / 10 }, (_, at) => `"k${at}":1`).join(',')}}`,
  'repeated keys': (size) => `{"basics":{${'"a":1,'.repeat(size / 6)}"a":1}}`,
  'a long key': (size) => `{"basics":{},"${'k'.repeat(size / 2)}":[${'1,'.repeat(size / 4)}1]}`,
  'objects on one line': (size) => `{"basics":{},"x":[${'{},'.repeat(size / 3)}{}]}`,
  brackets: (size) => `{"basics":{},"x":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
};

test.for(Object.entries(documents))('finds the lines of %s in linear time', ([, make]) => {
  expectLinear((size) => {
    const text = make(size);
    return () => linesOf(text);
  });
});

test('reports at most 21 problems of a résumé', async () => {
  const text = JSON.stringify({ work: Array.from({ length: 20 }, () => ({ highlights: Array(400).fill(1) })) });
  await expect(readText(text)).rejects.toMatchObject({ items: { length: 21, 20: { msg: '… and 7980 more' } } });
});

test('limits the number and length of notes in a preview', async () => {
  const profiles = Array.from({ length: 500 }, (_, at) => ({ url: `https://e${at}.example/${'y'.repeat(700)}` }));
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`${at}-${'k'.repeat(10)}`, 1]));
  const { untaken } = planImport(undefined, new Map(), await readText(JSON.stringify({ basics: { profiles }, ...unknown })));
  expect(untaken.length).toBe(201);
  expect(JSON.stringify(untaken).length).toBeLessThan(50_000);
});
