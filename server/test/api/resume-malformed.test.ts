import { limits } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { foreign, importResume, preview } from '../resumes.ts';
import { openSite } from '../site.ts';

/*
 * Files that are not a résumé are refused completely, with a position and a reason. In a résumé, a wrong value is left out alone.
 */

const site = await openSite();
let ada: TestMember;
beforeAll(async () => {
  [ada] = (await createMembers(site, 1)) as [TestMember];
  await saveProfile(ada);
});

const work = (fields: object) => ({ work: [foreign.work[1], { name: 'N', position: 'P', startDate: '2020', ...fields }] });

/** Description, contents and expected error. A string is sent unchanged. */
const malformed: Array<[name: string, file: unknown, field: string, msg: string]> = [
  ['empty', '', 'resume', 'The file is empty'],
  ['blank', ' \n\t', 'resume', 'The file is empty'],
  [
    'cut off',
    '{\n  "basics": {\n    "label": "Dev"',
    'resume',
    "This is not JSON. Line 3, column 19: Expected ',' or '}', found the end of the text (the '{' opened at line 2, column 13).\n    \"label\": \"Dev\"\n                  ^",
  ],
  [
    'with a trailing comma',
    '{ "basics": { "label": "Dev", } }',
    'resume',
    'This is not JSON. Line 1, column 31: Remove the trailing comma.',
  ],
  ['with a comment', '{\n// me\n"basics": {}}', 'resume', 'This is not JSON. Line 2, column 1: JSON does not allow comments: remove it.'],
  ['in single quotes', "{'basics': {}}", 'resume', 'This is not JSON. Line 1, column 2: JSON strings use double quotes'],
  ['in typographic quotes', '{“basics”: {}}', 'resume', 'This is not JSON. Line 1, column 2: Replace the typographic quotes'],
  ['without quotes around keys', '{basics: {}}', 'resume', 'This is not JSON. Line 1, column 2: Keys must be in double quotes.'],
  ['two values', '{"basics":{}} {}', 'resume', 'This is not JSON. Line 1, column 15: Unexpected text after the value.'],
  ['YAML', 'basics:\n  name: Ada', 'resume', 'This is not JSON. Line 1, column 1:'],
  ['a lone surrogate', '\ud800', 'resume', 'This is not JSON. Line 1, column 1:'],
  ['a PDF', '%PDF-1.7\n%\u00e2\u00e3', 'resume', 'This is not JSON. Line 1, column 1:'],
  ['endlessly nested', '['.repeat(100_000), 'resume', 'The file nests lists and objects more than 32 levels deep'],
  ['too deeply nested', `{"basics":{},"x":${'['.repeat(40)}${']'.repeat(40)}}`, 'resume', 'more than 32 levels deep'],
  ['with too many values', `{"basics":{},"x":[${'1,'.repeat(10_000)}1]}`, 'resume', 'The file has more than 10000 values'],
  [
    'a list',
    [],
    'resume',
    'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, education or other sections of a résumé, found a list',
  ],
  [
    'a number',
    '42',
    'resume',
    'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, education or other sections of a résumé, found 42',
  ],
  ['null', 'null', 'resume', 'found null'],
  ['an empty object', {}, 'resume', 'found nothing'],
  ['another program’s', { name: 'x', version: '1', dependencies: {} }, 'resume', 'found only "name", "version", and "dependencies"'],
  [
    'with a duplicate key',
    '{\n"basics": {},\n"work": [],\n"basics": {"label": "Dev"}\n}',
    'basics',
    'basics: appears twice, on line 2, column 11 and on line 4, column 11; remove one',
  ],
  ['too large', `{"basics":{"summary":"${'x'.repeat(limits.resume)}"}}`, 'resume', `Résumé must be at most ${limits.resume} characters`],
];

test.for(malformed)('refuses a file that is %s', async ([, file, field, msg]) => {
  for (const ask of [preview, importResume]) {
    const { status, body } = await ask(ada, file);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field, msg: expect.stringContaining(msg), code: msg.includes('at most') ? 'fieldTooLong' : 'fieldInvalid' },
    ]);
  }
});

const refuse = (place: string, expected: string, found: string) => ({
  place,
  msg: expect.stringContaining(`Expected ${expected}, found ${found} (line 1, column `),
});

/** Description, contents, and the values that are left out or read in another form. */
const tolerated: Array<[name: string, file: object, notes: { invalid?: object[]; changed?: object[] }]> = [
  [
    'basics as a list',
    { basics: [1], skills: ['Go'] },
    { invalid: [refuse('basics', 'an object', 'a list')], changed: [{ place: 'skills[0]', msg: 'This text is read as the field name' }] },
  ],
  [
    'one entry instead of a list',
    { work: { name: 'N', position: 'P', startDate: '2020' } },
    { changed: [{ place: 'work', msg: 'This object is read as a list of one item' }] },
  ],
  ['an object of other fields for a list', { work: { first: {}, second: 'x' } }, { invalid: [refuse('work', 'a list', 'an object')] }],
  ['an entry that is a number', { work: [7, foreign.work[0]] }, { invalid: [refuse('work[0]', 'an object', '7')] }],
  ['a list for a summary', work({ summary: ['x'] }), { invalid: [refuse('work[1].summary', 'text', 'a list')] }],
  ['a number for a name', work({ name: 7 }), { changed: [{ place: 'work[1].name', msg: 'The number 7 is read as text' }] }],
  ['a highlight that is not text', work({ highlights: ['x', true] }), { invalid: [refuse('work[1].highlights[1]', 'text', 'true')] }],
  [
    'one highlight',
    work({ highlights: 'x' }),
    { changed: [{ place: 'work[1].highlights', msg: 'This text is read as a list of one item' }] },
  ],
  ['a year as a number', work({ startDate: 2017 }), { changed: [{ place: 'work[1].startDate', msg: '2017 is read as 2017' }] }],
  [
    'a place as text',
    { basics: { location: 'London' } },
    { changed: [{ place: 'basics.location', msg: 'This text is read as the field city' }] },
  ],
  [
    'a lone surrogate',
    { basics: { label: 'Dev\ud800', summary: 'S' } },
    { invalid: [{ place: 'basics.label', msg: expect.stringContaining('Contains a character that cannot be stored') }] },
  ],
  [
    'NUL',
    { basics: { summary: 'a\0b' } },
    { invalid: [{ place: 'basics.summary', msg: expect.stringContaining('Contains a character that cannot be stored') }] },
  ],
  [
    'too many entries',
    { work: Array(limits.entries + 1).fill({}) },
    {
      invalid: expect.arrayContaining([
        { place: 'work', msg: expect.stringContaining('Only the first 100 of 101 items are read') },
      ]) as never,
    },
  ],
];

test.for(tolerated)('refuses only the wrong value of a file with %s', async ([, file, { invalid = [], changed = [] }]) => {
  const { status, body } = await preview(ada, file);
  expect(status, JSON.stringify(body)).toBe(200);
  expect({ invalid: body.invalid, changed: body.changed }).toEqual({ invalid, changed });
});

test('imports the values next to a wrong one', async () => {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  const education = [{ institution: 'S', studyType: 'D', startDate: 2017, courses: 7 }];
  const { status, body } = await importResume(member, { ...foreign, education });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.education).toMatchObject([{ school: 'S', from: '2017-01-01' }]);
  expect(body.experience).toHaveLength(3);
});

test('accepts null, empty strings, a byte order mark, date-times, and property names from before 1.0.0', async () => {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  const resume = {
    basics: { name: null, label: 'Dev', summary: '', website: 'engine.example', profiles: null },
    work: [{ company: 'Old', position: 'P', startDate: '2017-03-01T23:30:00+01:00', endDate: '' }, null],
    education: null,
    skills: [{ name: 'Go', keywords: [] }, null],
  };
  const { status, body } = await importResume(member, `\ufeff${JSON.stringify(resume)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    status: 'Dev',
    website: 'https://engine.example/',
    company: 'Old',
    experience: [{ company: 'Old', from: '2017-03-01', current: true }],
    skills: ['Go'],
  });
});
