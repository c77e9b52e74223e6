import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { userMessage } from '../../src/cli/user-message.ts';
import { InvalidResumeFile, inspectResumeFile, readResumeFile } from '../../src/features/resume/file.ts';
import { readSettings } from '../../src/platform/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-resume-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'resume.json');

/** Reads a file with this content and returns the error message without the name of the file. */
async function errorMessageFor(content: string | Uint8Array): Promise<string> {
  writeFileSync(file, content);
  const error = await readResumeFile(file).then(
    () => new Error('The file was accepted'),
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidResumeFile);
  expect(userMessage(error)).toBe(error.message);
  expect(error.message).toMatch(/^RESUME_FILE .*resume\.json .*[^.]\.$/);
  return error.message.slice(`RESUME_FILE ${file} cannot be used: `.length);
}

test('accepts the default résumé', async () => {
  const { basics, work } = await readResumeFile(readSettings({}).resumeFile);
  expect(basics?.name).toBeTruthy();
  expect(work?.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ['2017-01', undefined],
    ['2010-04', '2016-12'],
    ['2006-11', '2010-03'],
  ]);
});

/** A document with the name on line 2 and `rest` from line 3. */
const withName = (rest: string) => `{\n"basics": { "name": "Ada" },\n${rest}\n}`;
const notResume =
  'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, education or other sections of a résumé';

test.for<[string, BufferEncoding, string]>([
  ['UTF-8 with a byte order mark', 'utf8', '\ufeff'],
  ['UTF-16', 'utf16le', ''],
  ['UTF-16 with a byte order mark', 'utf16le', '\ufeff'],
])('accepts %s', async ([, encoding, mark]) => {
  writeFileSync(file, Buffer.from(`${mark}{"basics": {"name": "Zoë 漢"}}`, encoding));
  expect((await readResumeFile(file)).basics?.name).toBe('Zoë 漢');
});

describe('an invalid résumé is rejected with its position and the expected value:', () => {
  test.for<[string, string, string]>([
    ['nothing', '', 'The file is empty'],
    ['invalid JSON', 'name: Ada', 'This is not JSON. Line 1, column 2: '],
    ['a trailing comma', '{\n"basics": {\n"name": "Ada",\n}\n}', 'This is not JSON. Line 4, column 1: Remove the trailing comma'],
    ['a missing comma', '{\n"basics": {}\n"work": []\n}', 'This is not JSON. Line 3, column 1: A comma is missing'],
    ['a missing end', '{\n"basics": {', 'This is not JSON. Line 2, column 12: '],
    ['a comment', '{\n// mine\n}', 'This is not JSON. Line 2, column 1: JSON does not allow comments'],
    ['single quotes', "{\n'basics': {}\n}", 'This is not JSON. Line 2, column 1: JSON strings use double quotes'],
    ['a list', '[]', `${notResume}, found a list.`],
    ['a text', '"Ada"', `${notResume}, found "Ada".`],
    ['an empty object', '{}', `${notResume}, found nothing.`],
    ['no name', '{"work": []}', 'basics.name: expected the name of the person, found nothing.'],
    ['an empty name', '{\n"basics": {\n"name": " "\n}\n}', 'basics.name (line 3, column 9): expected the name of the person, found " ".'],
    ['basics that are a list', '{\n"basics": []\n}', 'basics.name: expected the name of the person, found nothing'],
    [
      'a duplicate key',
      '{\n"basics": { "name": "Ada" },\n"work": [],\n  "basics": {}\n}',
      'basics: appears twice, on line 2, column 11 and on line 4, column 13; remove one.',
    ],
    ['deep nesting', '['.repeat(200_000), 'The file nests lists and objects more than 32 levels deep'],
    ['too many values', withName(`"x": [${'1,'.repeat(10_000)}1]`), 'The file has more than 10000 values'],
  ])('%s', async ([, content, message]) => {
    expect((await errorMessageFor(content)).startsWith(message), await errorMessageFor(content)).toBe(true);
  });

  test('invalid UTF-8', async () => {
    expect(await errorMessageFor(Buffer.from('{\n"\xff": 1}', 'latin1'))).toMatch(
      /^This is not JSON. Line 2, column 2: The text is not UTF-8/,
    );
  });

  test('UTF-32', async () => {
    expect(await errorMessageFor(Uint8Array.of(0x7b, 0, 0, 0, 0x7d, 0, 0, 0))).toBe(
      'This is not JSON. Line 1, column 2: The text is in UTF-32. Save it as UTF-8.',
    );
  });

  test('a file that is too large', async () => {
    writeFileSync(file, JSON.stringify({ basics: { name: 'Ada', summary: 'x'.repeat(300_000) } }));
    await expect(readResumeFile(file)).rejects.toThrow(/resume\.json is too large: 300\d{3} bytes; the maximum is 262144\.$/);
  });

  test('a missing or unreadable file', async () => {
    await expect(readResumeFile(join(folder, 'none.json'))).rejects.toThrow(/^RESUME_FILE .*none\.json does not exist\.$/);
    await expect(readResumeFile(folder)).rejects.toThrow(/^RESUME_FILE .* cannot be read: it is not a regular file\.$/);
  });

  test('a device and a named pipe, without waiting for their content', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const endless of ['/dev/zero', pipe])
      await expect(readResumeFile(endless)).rejects.toThrow(`RESUME_FILE ${endless} cannot be read: it is not a regular file.`);
  });
});

const notShown = (place: string, expected: string, found: string) => `${place}: not shown. Expected ${expected}, found ${found}`;
const aDate = 'YYYY, YYYY-MM or YYYY-MM-DD';
const anAddress = 'a web address that starts with https:// or http://';

/** The content from line 3, the part of the résumé that is shown, and the notes. */
const tolerated: Array<[name: string, content: string, shown: object, notes: string[]]> = [
  ['work that is null', '"work": null', {}, []],
  [
    'work that is an object',
    '"work": { "name": "N" }',
    { work: [{ name: 'N' }] },
    ['work (line 3, column 9): This object is read as a list of one item'],
  ],
  ['work that is a number', '"work": 7', {}, [notShown('work (line 3, column 9)', 'a list', '7')]],
  [
    'a name of an employer that is a list',
    '"work": [{ "name": ["N"], "position": "P" }]',
    { work: [{ position: 'P' }] },
    [notShown('work[0].name (line 3, column 20)', 'text', 'a list')],
  ],
  [
    'names from before 1.0.0',
    '"work": [{ "company": "Acme", "website": "https://acme.example" }], "education": [{ "gpa": 3.8 }]',
    { work: [{ name: 'Acme', url: 'https://acme.example' }], education: [{ score: '3.8' }] },
    ['education[0].gpa (line 3, column 92): The number 3.8 is read as text'],
  ],
  [
    'dates in words',
    '"work": [{ "startDate": "Jan 2015", "endDate": "Present" }]',
    { work: [{ startDate: '2015-01' }] },
    [
      'work[0].startDate (line 3, column 25): "Jan 2015" is read as 2015-01',
      'work[0].endDate (line 3, column 48): "Present" is read as: no end yet',
    ],
  ],
  ['a date without text', '"work": [{ "startDate": "2015", "endDate": "" }]', { work: [{ startDate: '2015' }] }, []],
  [
    'a year as a number',
    '"work": [{ "startDate": 2017 }]',
    { work: [{ startDate: '2017' }] },
    ['work[0].startDate (line 3, column 25): 2017 is read as 2017'],
  ],
  [
    'a month that does not exist',
    '"work": [{ "startDate": "2016", "endDate": "2017-13" }]',
    { work: [{ startDate: '2016', 'x-current': false }] },
    [notShown('work[0].endDate (line 3, column 44)', aDate, '"2017-13"')],
  ],
  [
    'a day that does not exist',
    '"certificates": [{ "name": "C", "date": "2023-02-29" }]',
    { certificates: [{ name: 'C' }] },
    [notShown('certificates[0].date (line 3, column 41)', aDate, '"2023-02-29"')],
  ],
  [
    'an end before its start',
    '"work": [{ "startDate": "2017-05", "endDate": "2016" }]',
    { work: [{ startDate: '2017-05', endDate: '2016' }] },
    ['work[0].endDate (line 3, column 47): "2016" is before the start date "2017-05"'],
  ],
  [
    'one highlight',
    '"work": [{ "highlights": "many" }]',
    { work: [{ highlights: ['many'] }] },
    ['work[0].highlights (line 3, column 26): This text is read as a list of one item'],
  ],
  [
    'skills as texts',
    '"skills": ["Go", { "name": "Web", "keywords": ["HTML", null, true] }]',
    { skills: [{ name: 'Go' }, { name: 'Web', keywords: ['HTML'] }] },
    [
      notShown('skills[1].keywords[2] (line 3, column 62)', 'text', 'true'),
      'skills[0] (line 3, column 12): This text is read as the field name',
    ],
  ],
  [
    'an address without a scheme',
    '"projects": [{ "url": "dev.example/a" }]',
    { projects: [{ url: 'https://dev.example/a' }] },
    ['projects[0].url (line 3, column 23): "dev.example/a" is read as https://dev.example/a'],
  ],
  [
    'a javascript: address',
    '"projects": [{ "name": "P", "url": "javascript:alert(1)" }]',
    { projects: [{ name: 'P' }] },
    [notShown('projects[0].url (line 3, column 36)', anAddress, '"javascript:alert(1)"')],
  ],
  [
    'a path of another site',
    '"projects": [{ "x-path": "//other.example" }]',
    { projects: [{}] },
    [notShown('projects[0].x-path (line 3, column 26)', 'a path of this site that starts with a single /', '"//other.example"')],
  ],
  ['an address of a schema next to it', '"$schema": "../schema.json"', {}, []],
  [
    'fields of no schema',
    '"work": [{ "name": "N", "technologies": ["Go"] }], "theme": "plain", "_drafts": ["x"]',
    { work: [{ name: 'N', technologies: ['Go'] }], theme: 'plain', _drafts: ['x'] },
    [
      'work[0].technologies (line 3, column 41): not shown on page and PDF. Not a field of JSON Resume',
      'theme (line 3, column 61): not shown on page and PDF. Not a field of JSON Resume',
    ],
  ],
  [
    'a lone surrogate',
    '"work": [{ "name": "\\ud800" }]',
    { work: [{}] },
    ['work[0].name (line 3, column 20): not shown. Contains a character that cannot be stored'],
  ],
];

test.for(tolerated)('publishes a résumé with %s, and names what is not shown or shown differently', async ([, content, shown, notes]) => {
  writeFileSync(file, withName(content));
  expect(await inspectResumeFile(file)).toEqual({ resume: { basics: { name: 'Ada' }, ...shown }, notes });
});

test('publishes a résumé with an empty e-mail address, a relative picture, a street and profiles without an address', async () => {
  const basics = {
    name: 'Ada',
    email: '',
    image: 'profile.jpeg',
    location: { address: '1 Street', city: 'London' },
    profiles: [{ network: 'Mastodon', username: '@ada', url: '' }],
  };
  writeFileSync(file, JSON.stringify({ basics }));
  const { resume, notes } = await inspectResumeFile(file);
  expect(resume.basics).toEqual({ name: 'Ada', location: basics.location, profiles: [{ network: 'Mastodon', username: '@ada' }] });
  expect(notes).toEqual([
    notShown('basics.image (line 1, column 44)', anAddress, '"profile.jpeg"'),
    'basics.location.address (line 1, column 81): never published',
  ]);
});

test('names at most 50 values of a file', async () => {
  writeFileSync(
    file,
    JSON.stringify({ basics: { name: 'Ada' }, ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}`, at])) }),
  );
  const { notes } = await inspectResumeFile(file);
  expect(notes).toHaveLength(51);
  expect(notes.at(-1)).toBe('… and 10 more');
});

test.for(['2017', '2017-01', '2017-01-31'])('accepts %j as a date', async (startDate) => {
  writeFileSync(file, JSON.stringify({ basics: { name: 'Ada' }, work: [{ startDate }] }));
  expect((await readResumeFile(file)).work).toEqual([{ startDate }]);
});

test('accepts additional fields', async () => {
  const document = { basics: { name: 'Ada', _url: 'not an address', hobbies: 3 }, _drafts: [{ startDate: 'soon' }], theme: 'plain' };
  writeFileSync(file, JSON.stringify(document));
  expect(await readResumeFile(file)).toEqual(document);
});
