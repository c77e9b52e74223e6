import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { userMessage } from '../../src/process/user-message.ts';
import { InvalidResumeFile, readResumeFile } from '../../src/resume/file.ts';
import { readSettings } from '../../src/settings.ts';

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
const aDate = 'YYYY, YYYY-MM or YYYY-MM-DD';
const notResume = 'This is JSON, but not a JSON Resume: expected an object with basics, work, volunteer, and education and the like';
const anAddress = 'a web address that starts with https:// or http://';

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
    ['a name that is a number', '{\n"basics": {\n\n"name": 7 }}', 'basics.name (line 4, column 9): expected text, found 7.'],
    ['basics that are a list', '{\n"basics": []\n}', 'basics (line 2, column 11): expected an object, found a list.'],
    ['work that is not a list', withName('"work": {}'), 'work (line 3, column 9): expected a list, found an object.'],
    ['work that is nothing', withName('"work": null'), 'work (line 3, column 9): expected a list, found null.'],
    [
      'an employer that is a text',
      withName('"work": [\n"Northlight"\n]'),
      'work[0] (line 4, column 1): expected an object, found "Northlight".',
    ],
    [
      'a date as text',
      withName('"work": [\n{},\n{ "startDate":\n"Jan 2017" }]'),
      `work[1].startDate (line 6, column 1): expected ${aDate}, found "Jan 2017".`,
    ],
    [
      'a single-digit month',
      withName('"work": [{ "endDate": "2017-1" }]'),
      `work[0].endDate (line 3, column 23): expected ${aDate}, found "2017-1".`,
    ],
    [
      'a thirteenth month',
      withName('"education": [{ "endDate": "2017-13" }]'),
      `education[0].endDate (line 3, column 28): expected ${aDate}, found "2017-13".`,
    ],
    [
      'month zero',
      withName('"awards": [{ "date": "2017-00" }]'),
      `awards[0].date (line 3, column 22): expected ${aDate}, found "2017-00".`,
    ],
    [
      'a day that does not exist',
      withName('"certificates": [{ "date": "2023-02-29" }]'),
      `certificates[0].date (line 3, column 28): expected ${aDate}, found "2023-02-29".`,
    ],
    [
      'a date that is a number',
      withName('"work": [{ "startDate": 2017 }]'),
      `work[0].startDate (line 3, column 25): expected text, found 2017`,
    ],
    [
      'an end before its start',
      withName('"work": [{ "startDate": "2017-05",\n"endDate": "2016" }]'),
      'work[0].endDate (line 4, column 12): expected a date on or after the start date "2017-05", found "2016".',
    ],
    [
      'highlights that are a text',
      withName('"work": [{ "highlights": "many" }]'),
      'work[0].highlights (line 3, column 26): expected a list, found "many".',
    ],
    [
      'a highlight that is a number',
      withName('"work": [{ "highlights": ["a",\n3] }]'),
      'work[0].highlights[1] (line 4, column 1): expected text, found 3.',
    ],
    [
      'an address without a scheme',
      withName('"projects": [{ "url": "dev.example" }]'),
      `projects[0].url (line 3, column 23): expected ${anAddress}, found "dev.example".`,
    ],
    [
      'a javascript: address',
      withName('"projects": [{ "url": "javascript:alert(1)" }]'),
      `projects[0].url (line 3, column 23): expected ${anAddress}, found "javascript:alert(1)".`,
    ],
    [
      'a repository that is a folder',
      withName('"projects": [{}, { "x-repository": "/srv/code" }]'),
      `projects[1].x-repository (line 3, column 36): expected ${anAddress}, found "/srv/code".`,
    ],
    [
      'a path of another site',
      withName('"projects": [{ "x-path": "//other.example" }]'),
      'projects[0].x-path (line 3, column 26): expected a path of this site that starts with a single /, found "//other.example".',
    ],
    [
      'an e-mail without @',
      '{"basics": {"name": "Ada",\n"email": "ada" }}',
      'basics.email (line 2, column 10): expected an e-mail address, found "ada".',
    ],
    [
      'x-phones that are a text',
      '{"basics": {"name": "Ada",\n"x-phones": "555" }}',
      'basics.x-phones (line 2, column 13): expected a list, found "555".',
    ],
    ['skills by name', withName('"skills": { "TypeScript": 5 }'), 'skills (line 3, column 11): expected a list, found an object.'],
    [
      'a language that is a list',
      withName('"languages": [\n["English"]]'),
      'languages[0] (line 4, column 1): expected an object, found a list.',
    ],
    [
      'two errors',
      withName('"work": [{ "startDate": "x" }],\n"volunteer": [{ "startDate": "y" }]'),
      `work[0].startDate (line 3, column 25): expected ${aDate}, found "x" (and 1 more).`,
    ],
    [
      'an error in a long text',
      withName(`"work": [{ "startDate": "${'x'.repeat(500)}" }]`),
      `work[0].startDate (line 3, column 25): expected ${aDate}, found "${'x'.repeat(40)}…".`,
    ],
    [
      'a place after quotes and brackets',
      withName('"work": [{ "name": "a \\"}], b",\n"summary": "[{",\n"url": "no" }]'),
      `work[0].url (line 5, column 8): expected ${anAddress}, found "no".`,
    ],
    [
      'a duplicate key',
      '{\n"basics": { "name": "Ada" },\n"work": [],\n  "basics": {}\n}',
      'basics: appears twice, on line 2, column 11 and on line 4, column 13; remove one.',
    ],
    ['deep nesting', '['.repeat(200_000), 'The file nests lists and objects more than 32 levels deep'],
    ['too many values', withName(`"x": [${'1,'.repeat(10_000)}1]`), 'The file has more than 10000 values'],
    [
      'a lone surrogate',
      withName('"work": [{ "name": "\\ud800" }]'),
      'work[0].name (line 3, column 20): contains a character that cannot be stored.',
    ],
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

test.for(['2017', '2017-01', '2017-01-31'])('accepts %j as a date', async (startDate) => {
  writeFileSync(file, JSON.stringify({ basics: { name: 'Ada' }, work: [{ startDate }] }));
  expect((await readResumeFile(file)).work).toEqual([{ startDate }]);
});

test('accepts additional fields', async () => {
  const document = { basics: { name: 'Ada', _url: 'not an address', hobbies: 3 }, _drafts: [{ startDate: 'soon' }], theme: 'plain' };
  writeFileSync(file, JSON.stringify(document));
  expect(await readResumeFile(file)).toEqual(document);
});
