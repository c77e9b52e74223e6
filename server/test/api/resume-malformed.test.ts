import { limits } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { foreign, importResume, preview } from '../resumes.ts';
import { openSite } from '../site.ts';

/*
 * Invalid résumé files: each is refused completely, with an error that has a position and a reason.
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
    'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, and education and the like, found a list',
  ],
  [
    'a number',
    '42',
    'resume',
    'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, and education and the like, found 42',
  ],
  ['null', 'null', 'resume', 'found null'],
  ['an empty object', {}, 'resume', 'found nothing'],
  ['another program’s', { name: 'x', version: '1', dependencies: {} }, 'resume', 'found only "name", "version", and "dependencies"'],
  ['with basics as a list', { basics: [] }, 'basics', 'basics (line 1, column 11): expected an object, found a list'],
  ['with work as an object', { work: { name: 'N' } }, 'work', 'work (line 1, column 9): expected a list, found an object'],
  ['with an entry that is text', { work: ['N'] }, 'work[0]', 'work[0] (line 1, column 10): expected an object, found "N"'],
  ['with a number for a name', work({ name: 7 }), 'work[1].name', 'work[1].name (line 1, column 113): expected text, found 7'],
  [
    'with a list for a summary',
    work({ summary: ['x'] }),
    'work[1].summary',
    'work[1].summary (line 1, column 161): expected text, found a list',
  ],
  [
    'with text for highlights',
    work({ highlights: 'x' }),
    'work[1].highlights',
    'work[1].highlights (line 1, column 164): expected a list, found "x"',
  ],
  [
    'with a highlight that is not text',
    work({ highlights: ['x', true] }),
    'work[1].highlights[1]',
    'work[1].highlights[1] (line 1, column 169): expected text, found true',
  ],
  [
    'with a year as a number',
    work({ startDate: 2017 }),
    'work[1].startDate',
    'work[1].startDate (line 1, column 144): expected text, found 2017',
  ],
  ['with a place as text', { basics: { location: 'London' } }, 'basics.location', 'expected an object, found "London"'],
  ['with profiles as text', { basics: { profiles: 'x' } }, 'basics.profiles', 'expected a list, found "x"'],
  [
    'with keywords as text',
    { skills: [{ name: 'Web', keywords: 'HTML, CSS' }] },
    'skills[0].keywords',
    'expected a list, found "HTML, CSS"',
  ],
  ['with skills as strings', { skills: ['HTML'] }, 'skills[0]', 'skills[0] (line 1, column 12): expected an object, found "HTML"'],
  ['with a lone surrogate', { basics: { label: 'Dev\ud800' } }, 'basics.label', 'contains a character that cannot be stored'],
  ['with NUL', { basics: { summary: 'a\0b' } }, 'basics.summary', 'contains a character that cannot be stored'],
  [
    'with too many entries',
    { work: Array(limits.entries + 1).fill({}) },
    'work',
    'work (line 1, column 9): expected at most 100 entries, found 101',
  ],
  ['with too many skills', { skills: Array(limits.resumeList + 1).fill({}) }, 'skills', 'expected at most 500 entries, found 501'],
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
    expect(body.errors).toEqual([{ field, msg: expect.stringContaining(msg) }]);
  }
});

test('reports line and column of each error', async () => {
  const { body } = await preview(ada, JSON.stringify(work({ startDate: 2017, highlights: [7] }), null, 2));
  expect(body.errors).toEqual([
    { field: 'work[1].startDate', msg: 'work[1].startDate (line 13, column 20): expected text, found 2017' },
    { field: 'work[1].highlights[0]', msg: 'work[1].highlights[0] (line 15, column 9): expected text, found 7' },
  ]);
});

test('reports the first errors and the number of the others', async () => {
  const { body } = await preview(ada, { skills: Array(50).fill(7) });
  expect(body.errors).toHaveLength(21);
  expect(body.errors.at(-1)).toEqual({ field: 'resume', msg: '… and 30 more' });
});

test('changes nothing if any part is invalid', async () => {
  const before = (await ada.get('/api/profile/me')).body;
  expect((await importResume(ada, { ...foreign, education: [{ institution: 'S', studyType: 'D', startDate: 2017 }] })).status).toBe(400);
  expect((await ada.get('/api/profile/me')).body).toEqual(before);
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
