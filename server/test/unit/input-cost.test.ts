import { educationInput, experienceInput, postInput, profileInput, registration, resumeImport } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { withoutContacts } from '../../src/features/resume/contacts.ts';
import { planImport } from '../../src/features/resume/import/plan.ts';
import { telephoneLink } from '../../src/features/resume/telephone.ts';
import { readResumeText } from '../../src/features/resume/validate.ts';
import { InvalidFields } from '../../src/platform/errors.ts';
import { exceededLimit } from '../../src/platform/http/json-size.ts';
import { splitList } from '../../src/platform/http/schemas/comma-list.ts';
import { emailKey, isEmail } from '../../src/platform/http/schemas/email.ts';
import { isEmpty, tidy } from '../../src/platform/http/schemas/fields.ts';
import { compileValidator } from '../../src/platform/http/schemas/validation.ts';

/*
 * Checks that every parser and validator runs in linear time. A quadratic one would take 16 times as long for 4 times the input. Measures the CPU time of
 * this thread, so that a busy machine has little influence.
 */

const small = 20_000;
const factor = 4;
const maxRatio = 9;
/** Measurements below this value, in milliseconds, are too imprecise. */
const minMeasurable = 4;

async function cost(run: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

async function fastest(run: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 4; round++) costs.push(await cost(run));
  return Math.min(...costs);
}

async function expectLinear(make: (size: number) => () => unknown): Promise<void> {
  await make(small)(); // warm up the JIT compiler
  let [one, four] = [await fastest(make(small)), await fastest(make(factor * small))];
  // Other programs on the machine only add to a measurement, so the least of more is closer to the cost.
  for (let round = 0; round < 3 && four >= maxRatio * Math.max(one, minMeasurable); round++) {
    one = Math.min(one, await fastest(make(small)));
    four = Math.min(four, await fastest(make(factor * small)));
  }
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
    return expectLinear((size) => () => validate(Object.fromEntries(Object.keys(properties).map((field) => [field, text(size)]))));
  });

  test.for<[string, (text: string) => unknown]>([
    ['isEmpty', isEmpty],
    ['isEmail', isEmail],
    ['emailKey', emailKey],
    ['splitList', splitList],
    ['link', (sent) => tidy.link(sent, {})],
    ['calendarDate', (sent) => tidy.calendarDate(sent, {})],
    ['exceededLimit', (sent) => exceededLimit(sent, { values: 1e9, depth: 1e9 })],
  ])('by %s', ([, parse]) => {
    return expectLinear((size) => {
      const input = text(size);
      return () => parse(input);
    });
  });
});

/** Generators of hostile JSON résumés of a given size, with at most 10,000 values, except for the last two, which are refused before they are parsed. */
const documents: Record<string, (size: number) => string> = {
  'line breaks': (size) => `{"basics":{}${'\n'.repeat(size)}}`,
  'wrong values on lines': (size) => `{"skills":[${'1,\n'.repeat(size / 10)}1]}`,
  'wrong objects': (size) => `{"work":[${'{"highlights":1},'.repeat(size / 40)}{}]}`,
  keys: (size) => `{"basics":{},${Array.from({ length: size / 10 }, (_, at) => `"k${at}":1`).join(',')}}`,
  'repeated keys': (size) => `{"basics":{${'"a":1,'.repeat(size / 10)}"a":1}}`,
  'a long key': (size) => `{"basics":{},"${'k'.repeat(size / 2)}":[${'1,'.repeat(size / 20)}1]}`,
  'a repeated long key': (size) => `{"basics":{},${`"${'k'.repeat(size / 20)}":1,`.repeat(20)}"x":1}`,
  'a long date': (size) => `{"work":[{"startDate":"${'2'.repeat(size)}"}]}`,
  'a date after spaces': (size) => `{"work":[{"startDate":"${' '.repeat(size)}x"}]}`,
  'a long host name': (size) => `{"basics":{"url":"https://${texts['different ideographs']?.(size)}"}}`,
  'a long e-mail address': (size) => `{"basics":{"email":"${'a@'.repeat(size / 2)}"}}`,
  'unpaired surrogates': (size) => `{"basics":{"summary":"${'\\ud800'.repeat(size / 6)}"}}`,
  'brackets without end': (size) => `{"basics":{},"x":${'['.repeat(size)}`,
  numbers: (size) => `{"basics":{},"x":[${'1,'.repeat(size / 2)}1]}`,
};

describe.for(['import', 'publish'] as const)('a résumé to %s is validated in linear time:', (purpose) => {
  test.for(Object.entries(documents))('%s', ([, make]) =>
    expectLinear((size) => {
      const text = make(size);
      return () => readResumeText(text, purpose).catch((error) => expect(error).toBeInstanceOf(InvalidFields));
    }),
  );
});

/** Generators of valid résumés of several times the given size. */
const previews: Record<string, (size: number) => string> = {
  'a long key with many values': (size) => `{"basics":{"${'k'.repeat(5 * size)}":[${'1,'.repeat(size / 9)}1]}}`,
  'a long key with many blank values': (size) => `{"basics":{"${'k'.repeat(5 * size)}":[${'"",'.repeat(size / 9)}""]}}`,
  'a long key in an entry beyond the limit': (size) =>
    `{"work":[${'{},'.repeat(100)}{"${'k'.repeat(5 * size)}":[${'1,'.repeat(size / 9)}1]}]}`,
  'a long key in a list under two names': (size) => {
    const list = `[{"${'k'.repeat(2 * size)}":[${'1,'.repeat(size / 18)}1]}]`;
    return `{"interests":${list},"hobbies":${list}}`;
  },
};

test.for(Object.entries(previews))('the preview of an import is planned in linear time: %s', ([, make]) =>
  expectLinear((size) => {
    const text = make(size);
    return async () => planImport(undefined, await readResumeText(text, 'import'));
  }),
);

test.for<[string, (size: number) => string]>([
  ['spaces', (size) => `1${' '.repeat(size)}x`],
  ['digits', (size) => '1'.repeat(size)],
  ['digits and spaces', (size) => `${'1 '.repeat(size / 2)}x`],
  ['dates', (size) => '2015-01 - '.repeat(size / 10)],
  ['slashes', (size) => '1/'.repeat(size / 2)],
  ['labels', (size) => 'a.'.repeat(size / 2)],
  ['a web address', (size) => `https://x.example/${'a@'.repeat(size / 2)}`],
])('contact details are found in linear time in %s', ([, make]) =>
  expectLinear((size) => {
    const text = make(size);
    return () => [telephoneLink(text), withoutContacts({ summary: text, [text]: text, profiles: [{ network: 'Mail', url: text }] })];
  }),
);

test('limits the number and length of notes in a preview', async () => {
  const profiles = Array.from({ length: 500 }, (_, at) => ({ url: `https://e${at}.example/${'y'.repeat(700)}` }));
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`${at}-${'k'.repeat(10)}`, 1]));
  const { unsupported, invalid } = planImport(
    undefined,
    await readResumeText(JSON.stringify({ basics: { profiles }, ...unknown }), 'import'),
  );
  expect(invalid.length).toBeLessThanOrEqual(501);
  expect(JSON.stringify(invalid).length).toBeLessThan(110_000);
  expect(JSON.stringify(unsupported).length).toBeLessThan(110_000);
});
