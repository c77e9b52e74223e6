import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explain } from '../../src/process/explain.ts';
import { ResumeUnusable, readResume } from '../../src/resume/read.ts';
import { readSettings } from '../../src/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-resume-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'resume.json');

/** Reads a file with this content and returns the error message without the name of the file. */
async function errorMessageFor(content: string | Uint8Array): Promise<string> {
  writeFileSync(file, content);
  const error = await readResume(file).then(
    () => new Error('The file was accepted'),
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(ResumeUnusable);
  expect(explain(error)).toBe(error.message);
  expect(error.message).toMatch(/^RESUME_FILE .*resume\.json .*[^.]\.$/);
  return error.message.slice(`RESUME_FILE ${file} cannot be used: `.length);
}

test('accepts the default résumé', async () => {
  const { basics, work } = await readResume(readSettings({}).resumeFile);
  expect(basics?.name).toBeTruthy();
  expect(work?.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ['2017-01', undefined],
    ['2010-04', '2016-12'],
    ['2006-11', '2010-03'],
  ]);
});

/** A document with the name on line 2 and `rest` from line 3. */
const withName = (rest: string) => `{\n"basics": { "name": "Ada" },\n${rest}\n}`;
const aDate = 'a date as YYYY, YYYY-MM or YYYY-MM-DD';
const anAddress = 'a web address that starts with https:// or http://';

describe('an invalid résumé is rejected with line and expected value:', () => {
  test.for<[string, string, string]>([
    ['nothing', '', 'line 1, column 1: '],
    ['invalid JSON', 'name: Ada', 'line 1, column 2: '],
    ['a trailing comma', '{\n"basics": {\n"name": "Ada",\n}\n}', 'line 4, column 1: Remove the trailing comma'],
    ['a missing comma', '{\n"basics": {}\n"work": []\n}', 'line 3, column 1: A comma is missing'],
    ['a missing end', '{\n"basics": {', 'line 2, column 12: '],
    ['a comment', '{\n// mine\n}', 'line 2, column 1: JSON does not allow comments'],
    ['single quotes', "{\n'basics': {}\n}", 'line 2, column 1: JSON strings use double quotes'],
    ['a list', '[]', 'line 1: the document must be an object, but is [].'],
    ['a text', '"Ada"', 'line 1: the document must be an object, but is "Ada".'],
    ['no name', '{}', 'line 1: basics.name must be the name of the person, but is missing.'],
    ['an empty name', '{\n"basics": {\n"name": " "\n}\n}', 'line 3: basics.name must be the name of the person, but is " ".'],
    ['a name that is a number', '{\n"basics": {\n\n"name": 7 }}', 'line 4: basics.name must be a text, but is 7.'],
    ['basics that are a list', '{\n"basics": []\n}', 'line 2: basics must be an object, but is [].'],
    ['work that is not a list', withName('"work": {}'), 'line 3: work must be a list, but is {}.'],
    ['work that is nothing', withName('"work": null'), 'line 3: work must be a list, but is null.'],
    ['an employer that is a text', withName('"work": [\n"Northlight"\n]'), 'line 4: work[0] must be an object, but is "Northlight".'],
    [
      'a date as text',
      withName('"work": [\n{},\n{ "startDate":\n"Jan 2017" }]'),
      `line 6: work[1].startDate must be ${aDate}, but is "Jan 2017".`,
    ],
    ['a single-digit month', withName('"work": [{ "endDate": "2017-1" }]'), `line 3: work[0].endDate must be ${aDate}, but is "2017-1".`],
    [
      'a thirteenth month',
      withName('"education": [{ "endDate": "2017-13" }]'),
      `line 3: education[0].endDate must be ${aDate}, but is "2017-13".`,
    ],
    ['month zero', withName('"awards": [{ "date": "2017-00" }]'), `line 3: awards[0].date must be ${aDate}, but is "2017-00".`],
    [
      'a day that does not exist',
      withName('"certificates": [{ "date": "2023-02-29" }]'),
      `line 3: certificates[0].date must be ${aDate}, but is "2023-02-29".`,
    ],
    ['a date that is a number', withName('"work": [{ "startDate": 2017 }]'), `line 3: work[0].startDate must be a text, but is 2017`],
    [
      'an end before its start',
      withName('"work": [{ "startDate": "2017-05",\n"endDate": "2016" }]'),
      'line 4: work[0].endDate must be a date on or after the start date "2017-05", but is "2016".',
    ],
    [
      'highlights that are a text',
      withName('"work": [{ "highlights": "many" }]'),
      'line 3: work[0].highlights must be a list, but is "many".',
    ],
    [
      'a highlight that is a number',
      withName('"work": [{ "highlights": ["a",\n3] }]'),
      'line 4: work[0].highlights[1] must be a text, but is 3.',
    ],
    [
      'an address without a scheme',
      withName('"projects": [{ "url": "dev.example" }]'),
      `line 3: projects[0].url must be ${anAddress}, but is "dev.example".`,
    ],
    [
      'a javascript: address',
      withName('"projects": [{ "url": "javascript:alert(1)" }]'),
      `line 3: projects[0].url must be ${anAddress}, but is "javascript:alert(1)".`,
    ],
    [
      'a repository that is a folder',
      withName('"projects": [{}, { "x-repository": "/srv/code" }]'),
      `line 3: projects[1].x-repository must be ${anAddress}, but is "/srv/code".`,
    ],
    [
      'a path of another site',
      withName('"projects": [{ "x-path": "//other.example" }]'),
      'line 3: projects[0].x-path must be a path of this site that starts with a single /, but is "//other.example".',
    ],
    [
      'an e-mail without @',
      '{"basics": {"name": "Ada",\n"email": "ada" }}',
      'line 2: basics.email must be an e-mail address, but is "ada".',
    ],
    [
      'x-phones that are a text',
      '{"basics": {"name": "Ada",\n"x-phones": "555" }}',
      'line 2: basics.x-phones must be a list of texts, but is "555".',
    ],
    ['skills by name', withName('"skills": { "TypeScript": 5 }'), 'line 3: skills must be a list, but is {"TypeScript":5}.'],
    ['a language that is a list', withName('"languages": [\n["English"]]'), 'line 4: languages[0] must be an object, but is ["English"].'],
    [
      'two errors',
      withName('"work": [{ "startDate": "x" }],\n"volunteer": [{ "startDate": "y" }]'),
      `line 3: work[0].startDate must be ${aDate}, but is "x" (and 1 more).`,
    ],
    [
      'an error in a long text',
      withName(`"work": [{ "startDate": "${'x'.repeat(500)}" }]`),
      `line 3: work[0].startDate must be ${aDate}, but is "${'x'.repeat(58)}….`,
    ],
    [
      'a place after quotes and brackets',
      withName('"work": [{ "name": "a \\"}], b",\n"summary": "[{",\n"url": "no" }]'),
      `line 5: work[0].url must be ${anAddress}, but is "no".`,
    ],
    ['a byte order mark', '\ufeff{}', 'line 1, column 1: Remove the byte order mark'],
  ])('%s', async ([, content, message]) => {
    expect((await errorMessageFor(content)).startsWith(message), await errorMessageFor(content)).toBe(true);
  });

  test('invalid UTF-8', async () => {
    expect(await errorMessageFor(Buffer.from('{\n"\xff": 1}', 'latin1'))).toMatch(/^line 2, column 2: The text is not valid UTF-8/);
  });

  test('a file that is too large', async () => {
    writeFileSync(file, JSON.stringify({ basics: { name: 'Ada', summary: 'x'.repeat(300_000) } }));
    await expect(readResume(file)).rejects.toThrow(/resume\.json is too large: 300\d{3} bytes; the maximum is 262144\.$/);
  });

  test('a missing or unreadable file', async () => {
    await expect(readResume(join(folder, 'none.json'))).rejects.toThrow(/^RESUME_FILE .*none\.json does not exist\.$/);
    await expect(readResume(folder)).rejects.toThrow(/^RESUME_FILE .* cannot be read: it is not a regular file\.$/);
  });

  test('a device and a named pipe, without waiting for their content', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const endless of ['/dev/zero', pipe])
      await expect(readResume(endless)).rejects.toThrow(`RESUME_FILE ${endless} cannot be read: it is not a regular file.`);
  });
});

test.for(['2017', '2017-01', '2017-01-31'])('accepts %j as a date', async (startDate) => {
  writeFileSync(file, JSON.stringify({ basics: { name: 'Ada' }, work: [{ startDate }] }));
  expect((await readResume(file)).work).toEqual([{ startDate }]);
});

test('accepts additional fields', async () => {
  const document = { basics: { name: 'Ada', _url: 'not an address', hobbies: 3 }, _drafts: [{ startDate: 'soon' }], theme: 'plain' };
  writeFileSync(file, JSON.stringify(document));
  expect(await readResume(file)).toEqual(document);
});
