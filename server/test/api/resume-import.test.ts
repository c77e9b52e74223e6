import { limits, type ResumePreview } from '@dev-connector/contract';
import { joinCommaList } from '@dev-connector/contract/comma-list';
import { describe, expect, test } from 'vitest';
import { leavesOf, placesAround } from '../../src/features/resume/import/leaves.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse, type TestResponse } from '../client.ts';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { completeResumes, foreign, importResume, preview, valueAt } from '../resumes.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const newMember = async () => (await createMembers(site, 1))[0] as TestMember;
const profileOf = async (member: TestMember) => (await member.get('/api/profile/me')).body;

describe('an import into an account without a profile', () => {
  test('creates a profile from the whole file', async () => {
    const ada = await newMember();
    const { status, body } = await importResume(ada, foreign);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await profileOf(ada)).toEqual(body);
    expect(body).toMatchObject({
      status: 'Programmer',
      company: 'Engines',
      website: 'https://engine.example/',
      location: 'London, GB',
      bio: 'I write notes.',
      githubusername: 'ada-lowenthal',
      social: { linkedin: 'https://www.linkedin.com/in/ada', twitter: 'https://x.com/ada' },
      skills: ['HTML', 'CSS', 'Mathematics'],
      experience: [
        {
          title: 'Engineer',
          company: 'Engines',
          from: '2019-03-01',
          current: true,
          description: 'Builds engines.\n\n- First program\n- Second program',
        },
        { title: 'Weaver', company: 'Looms', location: 'Leeds', from: '2016-01-01', to: '2018-02-28', current: false },
        { title: 'Guest', company: 'Salon', from: '2015-01-02', to: '2015-12-30', current: false },
      ],
      education: [
        {
          school: 'Home',
          degree: 'Lessons',
          fieldofstudy: 'Logic',
          from: '2001-01-01',
          to: '2004-12-31',
          description: 'Score: 1.0\n\n- Sets\n- Proofs',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/Secret|7946/);
  });

  test('keeps the precision of dates', async () => {
    const ada = await newMember();
    await importResume(ada, foreign);
    const { work, education } = (await visitor.get(`/api/profile/user/${ada._id}/resume`)).body;
    const dates = (entries: Array<{ startDate: string; endDate?: string }>) =>
      entries.map(({ startDate, endDate }) => [startDate, endDate]);
    expect(dates(work)).toEqual([
      ['2019-03', undefined],
      ['2016', '2018-02'],
      ['2015-01-02', '2015-12-30'],
    ]);
    expect(dates(education)).toEqual([['2001', '2004']]);
  });

  test('requires a status and skills, from the file or the request', async () => {
    const ada = await newMember();
    const incomplete = { basics: { summary: 'Hello' } };
    expect((await preview(ada, incomplete)).body.missing).toEqual(['status', 'skills']);
    const refused = {
      status: 400,
      body: {
        errors: [
          { msg: 'Status is required', code: 'fieldRequired', field: 'status' },
          { msg: 'Skills is required', code: 'fieldRequired', field: 'skills' },
        ],
      },
    };
    expect(await importResume(ada, incomplete)).toMatchObject(refused);
    expect(await importResume(ada, incomplete, { status: '0', skills: 'Go' })).toMatchObject(
      errorResponse(400, 'Status is required', 'status'),
    );
    expect(await importResume(ada, foreign, { except: ['basics.label'] })).toMatchObject(
      errorResponse(400, 'Status is required', 'status'),
    );
    expect((await ada.get('/api/profile/me')).status).toBe(404);
    const { body } = await importResume(ada, incomplete, { status: 'Manager', skills: 'Go, C' });
    expect(body).toMatchObject({ status: 'Manager', skills: ['Go', 'C'], bio: 'Hello' });
  });
});

describe('an import into a profile', () => {
  const own = { status: 'Developer', skills: 'css, Poetry', company: 'Mine', bio: 'Mine', location: 'Here' };

  test('updates fields, adds new entries and removes nothing', async () => {
    const ada = await newMember();
    await saveProfile(ada, own);
    const weaver = { title: 'weaver', company: 'LOOMS', from: '2016-05-04', to: '2018-02-01', description: 'My own words' };
    await ada.put('/api/profile/experience', weaver);
    await ada.put('/api/profile/experience', { title: 'Poet', company: 'Home', from: '1999-01-01' });
    const { body } = await importResume(ada, foreign);
    expect(body).toMatchObject({ status: 'Programmer', company: 'Mine', bio: 'I write notes.', location: 'London, GB' });
    expect(body.skills).toEqual(['css', 'Poetry', 'HTML', 'Mathematics']);
    expect(body.experience.map(({ title }: { title: string }) => title)).toEqual(['Engineer', 'weaver', 'Guest', 'Poet']);
    expect(body.experience[1]).toMatchObject(weaver);
  });

  test('makes the changes of its preview, which changes nothing', async () => {
    const ada = await newMember();
    await saveProfile(ada, own);
    await ada.put('/api/profile/experience', {
      title: 'Weaver',
      company: 'Looms',
      location: 'Leeds',
      from: '2016-01-01',
      to: '2018-02-28',
    });
    await ada.put('/api/profile/experience', { title: 'Guest', company: 'Salon', from: '2015-01-02', current: true });
    const before = await profileOf(ada);
    const { status, body } = await preview(ada, { ...foreign, work: [...foreign.work, { name: 'Nowhere', position: 'Nobody' }] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await profileOf(ada)).toEqual(before);
    expect(body).toMatchObject({
      fields: [
        { place: 'basics.label', field: 'status', now: 'Developer', next: 'Programmer' },
        { place: 'basics.url', field: 'website', next: 'https://engine.example/' },
        { place: 'basics.location', field: 'location', now: 'Here', next: 'London, GB' },
        { place: 'basics.summary', field: 'bio', now: 'Mine', next: 'I write notes.' },
        { place: 'basics.profiles[0]', field: 'githubusername', next: 'ada-lowenthal' },
        { place: 'basics.profiles[1]', field: 'linkedin', next: 'https://www.linkedin.com/in/ada' },
        { place: 'basics.profiles[2]', field: 'twitter', next: 'https://x.com/ada' },
      ],
      skills: { now: ['css', 'Poetry'], added: ['HTML', 'Mathematics'] },
      links: [{ place: 'basics.profiles[3]', label: 'Mastodon', url: 'https://social.example/@ada' }],
      experience: {
        added: [{ place: 'work[0]', title: 'Engineer', startDate: '2019-03', from: '2019-03-01', current: true }],
        existing: [
          { place: 'work[1]', title: 'Weaver', startDate: '2016', endDate: '2018-02', from: '2016-01-01', to: '2018-02-28', differs: [] },
          { place: 'work[2]', title: 'Guest', differs: ['endDate'] },
        ],
      },
      education: { added: [{ place: 'education[0]', school: 'Home' }], existing: [] },
      invalid: [{ place: 'work[3].startDate', msg: 'From date is required' }],
      missing: [],
    });
    expect(body.unsupported.map(({ place }: { place: string }) => place)).toEqual(
      [
        'basics.phone',
        'basics.name',
        'basics.location.address',
        'basics.location.postalCode',
        'work[3].name',
        'work[3].position',
        'skills[0].name',
        'skills[0].level',
        'languages',
      ].toSorted(
        (one, other) =>
          body.unsupported.findIndex((note: { place: string }) => note.place === one) -
          body.unsupported.findIndex((note: { place: string }) => note.place === other),
      ),
    );
  });

  test('skips deselected items', async () => {
    const ada = await newMember();
    await saveProfile(ada, own);
    const { body } = await importResume(ada, foreign, { except: ['basics.label', 'basics.summary', 'skills', 'work[0]', 'education[0]'] });
    expect(body).toMatchObject({ status: 'Developer', bio: 'Mine', skills: ['css', 'Poetry'], location: 'London, GB', education: [] });
    expect(body.experience.map(({ title }: { title: string }) => title)).toEqual(['Weaver', 'Guest']);
  });

  test('adds nothing when it is repeated', async () => {
    const ada = await newMember();
    const { body } = await importResume(ada, foreign);
    const again = (await preview(ada, foreign)).body;
    expect(again).toMatchObject({ fields: [], skills: { added: [] }, experience: { added: [] }, education: { added: [] } });
    expect([...again.experience.existing, ...again.education.existing].map(({ differs }) => differs)).toEqual([[], [], [], []]);
    expect((await importResume(ada, foreign)).body).toEqual(body);
  });

  test('returns 409 if the profile has changed since the preview', async () => {
    const ada = await newMember();
    await saveProfile(ada, own);
    const { previewId } = (await preview(ada, foreign)).body;
    await saveProfile(ada, { ...own, bio: 'Written in another window' });
    const before = await profileOf(ada);
    const response = await importResume(ada, foreign, { previewId });
    expect(response).toMatchObject(
      errorResponse(409, 'Your profile has changed since this preview. Check the new preview before you import.'),
    );
    expect(await profileOf(ada)).toEqual(before);
    const { previewId: fresh } = (await preview(ada, foreign)).body;
    expect((await importResume(ada, foreign, { previewId: fresh })).body).toMatchObject({ bio: 'I write notes.' });
  });
});

describe('an item that cannot be imported', () => {
  const readInvalid = async (member: TestMember, resume: object) => (await preview(member, resume)).body.invalid;

  test.for([
    ['startDate', '2017-13', undefined],
    ['startDate', '03/04/2017', undefined],
    ['startDate', 'Present', undefined],
    ['endDate', '2023-02-29', 'Looms'],
    ['endDate', 'soon', 'Looms'],
    ['endDate', 'x'.repeat(99), 'Looms'],
  ] as const)('can be the %s %s, without which the entry has ended or cannot be imported', async ([name, date, company]) => {
    const ada = await newMember();
    await saveProfile(ada);
    const dates = { startDate: '2016', endDate: '2018', [name]: date };
    const resume = {
      basics: { summary: 'Imported' },
      work: [
        { name: 'Looms', position: 'Weaver', ...dates },
        { name: 'Fine', position: 'P', startDate: '2020-05' },
      ],
      education: [{ institution: 'S', studyType: 'D', ...dates }],
    };
    const shown = date.length > 40 ? `${'x'.repeat(40)}…` : date;
    const msg = expect.stringContaining(`Expected YYYY, YYYY-MM or YYYY-MM-DD, found "${shown}" (line 1, column `);
    expect(await readInvalid(ada, resume)).toEqual([
      { place: `work[0].${name}`, msg },
      { place: `education[0].${name}`, msg },
    ]);
    const { body } = await importResume(ada, resume);
    expect(body.bio).toBe('Imported');
    expect(body.experience.map((entry: { company: string }) => entry.company)).toEqual(['Fine', ...(company ? [company] : [])]);
    if (company) expect(body.experience[1]).toMatchObject({ from: '2016-01-01', current: false });
    expect(body.education).toHaveLength(company ? 1 : 0);
  });

  test('is reported with its position and reason, and the other items are imported', async () => {
    const ada = await newMember();
    await saveProfile(ada);
    const long = 'x'.repeat(limits.title + 1);
    const resume = {
      basics: {
        label: 'x'.repeat(limits.status + 1),
        url: 'ftp://files.example',
        profiles: [
          { network: 'GitHub', username: 'not a name' },
          { network: 'LinkedIn', url: 'https://www.linkedin.com/in/one' },
          { network: 'LinkedIn', url: 'https://www.linkedin.com/in/two' },
        ],
      },
      work: [
        { position: 'P', startDate: '2020' },
        { name: long, position: long, startDate: '2020' },
        { name: 'Later', position: 'P', startDate: '2999-01' },
        { name: 'Backwards', position: 'P', startDate: '2020-05', endDate: '2019' },
        { name: 'Fine', position: 'P', startDate: '2020-05', endDate: '2020' },
        null,
      ],
      education: [{ institution: 'S', startDate: '2020' }],
      skills: [{ name: 'x'.repeat(limits.skill + 1) }],
    };
    expect(await readInvalid(ada, resume)).toEqual([
      { place: 'basics.label', msg: 'Status must be at most 60 characters (line 1, column 20)' },
      { place: 'basics.url', msg: 'Website must be a web address that starts with http:// or https:// (line 1, column 90)' },
      { place: 'basics.profiles[0]', msg: 'Github username may contain only letters, digits and single hyphens (line 1, column 124)' },
      { place: 'basics.profiles[2]', msg: 'A profile has only one of these, and the file has an earlier one (line 1, column 232)' },
      { place: 'skills[0].name', msg: 'A skill must be at most 60 characters (line 1, column 904)' },
      { place: 'work[0].name', msg: 'Company is required' },
      { place: 'work[1].position', msg: 'Title must be at most 120 characters (line 1, column 484)' },
      { place: 'work[1].name', msg: 'Company must be at most 120 characters (line 1, column 349)' },
      { place: 'work[2].startDate', msg: 'From date must not be in the future (line 1, column 671)' },
      { place: 'work[3].endDate', msg: 'To date must not be before the from date (line 1, column 749)' },
      { place: 'work[5].position', msg: 'Title is required' },
      { place: 'work[5].name', msg: 'Company is required' },
      { place: 'work[5].startDate', msg: 'From date is required' },
      { place: 'education[0].studyType', msg: 'Degree is required' },
    ]);
    const { body } = await importResume(ada, resume);
    expect(body).toMatchObject({ status: 'Developer', social: { linkedin: 'https://www.linkedin.com/in/one' }, education: [] });
    expect(body.experience).toMatchObject([{ company: 'Fine', from: '2020-05-01', to: '2020-12-31' }]);
  });

  test('is any item that a list has too many, beside the note on the list', async () => {
    const work = Array.from({ length: limits.entries + 2 }, (_, index) => ({
      name: `C${index}`,
      position: 'P',
      startDate: '2020',
      highlights: ['h'],
      url: 'https://x.example/',
    }));
    const keywords = Array.from({ length: limits.skills + 1 }, (_, index) => `s${index}`);
    const ada = await newMember();
    const { body } = await preview(ada, {
      work,
      skills: [{ name: 'Group', level: 'Master', keywords: keywords.slice(0, 99) }, 'one', 'two'],
    });
    const places = (notes: Array<{ place: string }>) => notes.map(({ place }) => place);
    expect(places(body.invalid)).toEqual(['work', 'skills']);
    expect(places(body.unsupported)).toEqual(
      expect.arrayContaining(['work[0].url', 'work[99].url', 'work[100]', 'work[101]', 'skills[0].name', 'skills[0].level', 'skills[2]']),
    );
    expect(places(body.unsupported).filter((place) => /highlights|startDate|keywords/.test(place))).toEqual([]);
  });

  test('is any skill or entry beyond the limits', async () => {
    const ada = await newMember();
    await saveProfile(ada, { skills: Array.from({ length: limits.skills - 1 }, (_, index) => `own ${index}`) });
    await ada.put('/api/profile/experience', { title: 'T', company: 'Own', from: '2000-01-01' });
    const work = Array.from({ length: limits.entries }, (_, index) => ({ name: `C${index}`, position: 'P', startDate: '2020' }));
    const resume = { work, skills: [{ name: 'fits' }, { name: 'one' }, { name: 'two' }] };
    expect(await readInvalid(ada, resume)).toEqual([
      { place: 'skills', msg: 'A profile has at most 100 skills. The last 2 are not imported (line 1, column 4910)' },
      { place: 'work[99]', msg: 'A profile holds at most 100 experience entries (line 1, column 4851)' },
    ]);
    const { body } = await importResume(ada, resume);
    expect(body.skills).toHaveLength(limits.skills);
    expect(body.skills.at(-1)).toBe('fits');
    expect(body.experience.map(({ company }: { company: string }) => company)).toEqual([
      ...work.slice(0, 99).map(({ name }) => name),
      'Own',
    ]);
  });
});

describe('every value of a file', () => {
  const older = {
    basics: { name: 'Ada', picture: 'me.png', website: 'ada.example', nickname: 'A', email: 'a@b.example' },
    work: [
      {
        company: 'Acme',
        website: 'https://acme.example',
        position: 'Dev',
        startDate: 'Jan 2015',
        endDate: 'Present',
        team: { size: 4, tools: ['Go'] },
      },
      { company: 'No date', position: 'Dev' },
    ],
    education: [{ institution: 'S', studyType: 'D', startDate: 2014, gpa: 3.9 }],
    hobbies: [{ name: 'Hills' }],
    skills: ['Go', { name: 'Web', level: 'Master', keywords: ['HTML', 'HTML', 7, true] }],
    custom: [{ a: 1 }, 'b'],
    _note: 'mine',
  };
  test.for(Object.entries({ ...completeResumes, foreign, older }))(
    'of %s is in the preview, before and after the import',
    async ([, file]) => {
      const ada = await newMember();
      const { body } = await preview(ada, file);
      expectAll(file, body);
      const { status, raw } = await importResume(ada, file, { status: 'Developer', skills: 'X' });
      expect(status, raw).toBe(200);
      const again = (await preview(ada, file)).body;
      expectAll(file, again);
      expect([again.skills.added, again.experience.added, again.education.added, again.links]).toEqual([[], [], [], []]);
    },
  );

  /** Expects each value to be imported, or to have a note on itself or on the list or object around it. */
  function expectAll(file: object, { fields, skills, links, experience, education, invalid, unsupported, unchanged }: ResumePreview) {
    const noted = new Set([...invalid, ...unsupported, ...unchanged].map(({ place }) => place));
    const imported = JSON.stringify([fields, skills.added, links, experience, education]);
    const entries = new Set(
      [...experience.added, ...experience.existing, ...education.added, ...education.existing].map(({ place }) => place),
    );
    const missing = leavesOf(file).filter((place) => {
      if ([...placesAround(place)].some((around) => noted.has(around))) return false;
      const isDate = /\.(start|end)Date$/.test(place) && entries.has(place.replace(/\.[^.]+$/, ''));
      const isLink = fields.some((field) => field.place.includes('profiles') && place.startsWith(`${field.place}.`)); // a name made from its address
      const isNetwork = place.endsWith('.network'); // the name of the field
      return !(isDate || isLink || isNetwork || imported.includes(JSON.stringify(String(valueAt(file, place))).slice(1, -1)));
    });
    expect(missing).toEqual([]);
  }

  test('is named with the reason, if it is left out or read in another form', async () => {
    const { body } = await preview(await newMember(), older);
    expect(body.changed).toEqual([
      { place: 'work[0].startDate', msg: '"Jan 2015" is read as 2015-01' },
      { place: 'work[0].endDate', msg: '"Present" is read as: no end yet' },
      { place: 'education[0].startDate', msg: '2014 is read as 2014' },
      { place: 'education[0].gpa', msg: 'The number 3.9 is read as text' },
      { place: 'skills[0]', msg: 'This text is read as the field name' },
      { place: 'skills[1].keywords[2]', msg: 'The number 7 is read as text' },
    ]);
    const left = Object.fromEntries(body.unsupported.map(({ place, msg }: { place: string; msg: string }) => [place, msg]));
    expect(left).toMatchObject({
      'basics.name': 'Your name is that of your account',
      'basics.picture': 'A profile has the picture of the account',
      'basics.nickname': 'Not a field of JSON Resume',
      'basics.email': 'A profile is public and shows no e-mail address',
      'work[0].website': 'An entry has no web address',
      'work[0].team': 'Not a field of JSON Resume',
      'work[1].company': 'Left out with its entry',
      hobbies: 'A profile has no such section',
      'skills[1].name': 'Group names are skipped; the skills in them are imported.',
      'skills[1].level': 'A skill has no level',
      custom: 'Not a field of JSON Resume',
      _note: 'A private note',
    });
    expect(body.unchanged).toEqual([{ place: 'skills[1].keywords[1]', msg: 'The file names this skill twice' }]);
    expect(body.invalid.map(({ place }: { place: string }) => place)).toEqual(['skills[1].keywords[3]', 'work[1].startDate']);
  });
});

describe('one item of a list is one skill', () => {
  const skills = ['PHP MVC (Custom, Cake, CodeIgniter)', 'Go', 'HTML, CSS', 'a (b'];

  test.for([
    ['a list of texts', { skills }],
    ['keywords', { skills: [{ name: 'All', keywords: skills }] }],
    ['names', { skills: skills.map((name) => ({ name })) }],
  ] as const)('in an import with %s, and after the form saves them again', async ([, file]) => {
    const ada = await newMember();
    const { status, body, raw } = await importResume(ada, { basics: { label: 'Dev' }, ...file });
    expect(status, raw).toBe(200);
    expect(body.skills).toEqual(skills);
    const saved = await ada.post('/api/profile', { status: 'Dev', skills: joinCommaList(body.skills) });
    expect(saved.body.skills).toEqual(skills);
  });

  test('in a list and in a comma-separated text of the API', async () => {
    const ada = await newMember();
    expect((await ada.post('/api/profile', { status: 'Dev', skills })).body.skills).toEqual(skills);
    const text = 'PHP MVC (Custom, Cake, CodeIgniter), Go, "HTML, CSS"';
    expect((await ada.post('/api/profile', { status: 'Dev', skills: text })).body.skills).toEqual(skills.slice(0, 3));
  });
});

test('a user name that an address is made from is not listed as left out', async () => {
  const ada = await newMember();
  const { body } = await preview(ada, { basics: { profiles: [{ network: 'Mastodon', username: '@ada@social.example' }] } });
  expect(body.links).toEqual([{ place: 'basics.profiles[0]', label: 'Mastodon', url: 'https://social.example/@ada' }]);
  expect(body.unsupported).toEqual([]);
});

test('a text that is read as a field is imported, and not listed as left out', async () => {
  const ada = await newMember();
  const file = { basics: { label: 'Dev', location: 'Berlin', profiles: ['https://gitlab.com/ada'] }, skills: ['Go', 'C, C++ [11, 14]'] };
  const { body } = await preview(ada, file);
  expect(body.unsupported).toEqual([]);
  expect(body.fields).toContainEqual({ place: 'basics.location', field: 'location', next: 'Berlin' });
  expect(body.links).toEqual([{ place: 'basics.profiles[0]', url: 'https://gitlab.com/ada' }]);
  expect(body.skills.added).toEqual(['Go', 'C, C++ [11, 14]']);
  expect((await preview(ada, { skills: 'HTML, CSS' })).body.unsupported).toEqual([]);
});

test.for<[profile: object, expected: object]>([
  [{ network: 'Mastodon', username: '@ada@social.example' }, { links: [{ label: 'Mastodon', url: 'https://social.example/@ada' }] }],
  [{ network: 'Mastodon', username: 'ada' }, { links: [{ url: 'https://mastodon.social/@ada' }] }],
  [{ network: 'GitHub', url: 'github.com/ada' }, { githubusername: 'ada' }],
  [{ network: 'GitHub', url: 'http://www.github.com/ada/' }, { githubusername: 'ada' }],
  [{ network: 'github', url: 'https://github.com/ada?tab=repositories' }, { githubusername: 'ada' }],
  [{ url: 'https://GitHub.com/ada' }, { githubusername: 'ada' }],
  [{ network: 'GitHub profile', url: 'https://github.com/ada' }, { githubusername: 'ada' }],
  [{ network: 'Twitter / X', url: 'https://x.com/ada' }, { social: { twitter: 'https://x.com/ada' } }],
  [{ network: 'Engine', url: 'https://github.com/ada/engine' }, { links: [{ label: 'Engine', url: 'https://github.com/ada/engine' }] }],
  [{ network: 'GitLab', url: 'https://github.com/ada' }, { links: [{ label: 'GitLab', url: 'https://github.com/ada' }] }],
  [{ url: 'https://www.linkedin.com/in/ada' }, { social: { linkedin: 'https://www.linkedin.com/in/ada' } }],
  [{ url: 'mobile.twitter.com/ada' }, { social: { twitter: 'https://mobile.twitter.com/ada' } }],
  [{ url: 'https://youtu.be/ada' }, { social: { youtube: 'https://youtu.be/ada' } }],
  [
    { network: 'GitHub', url: 'https://github.company.example/ada' },
    { links: [{ label: 'GitHub', url: 'https://github.company.example/ada' }] },
  ],
  [{ url: 'https://github.com.evil.example/ada' }, { links: [{ url: 'https://github.com.evil.example/ada' }] }],
  [{ url: 'https://notgithub.com/ada' }, { links: [{ url: 'https://notgithub.com/ada' }] }],
  [{ network: '𝕏', url: 'https://x.com/ada' }, { social: { twitter: 'https://x.com/ada' } }],
  [{ network: 'LINKEDİN', username: 'ada' }, { social: { linkedin: 'https://www.linkedin.com/in/ada' } }],
  ...['X', '𝒳', '7X', 'é Ẋ'.normalize('NFD'), 'Яндекс X', 'X²', 'GitHub 2'].map((network): [object, object] => [
    { network, url: 'https://site.example/ada' },
    { links: [{ label: network, url: 'https://site.example/ada' }] },
  ]),
])('recognises the profile %j by its name or its host', async ([profile, expected]) => {
  const ada = await newMember();
  const { body, raw } = await importResume(ada, { basics: { label: 'Dev', profiles: [profile] }, skills: ['Go'] });
  expect(body, raw).toMatchObject(expected);
});

describe('the authorization of an import', () => {
  test('returns 401 without a token', async () => {
    for (const response of [await preview(visitor, foreign), await importResume(visitor, foreign)])
      expect(response).toMatchObject(errorResponse(401, 'No token, authorization denied'));
  });

  test('does not let a member change the profile of another', async () => {
    const [ada, brandt] = [await newMember(), await newMember()];
    await saveProfile(ada);
    await saveProfile(brandt);
    const before = await profileOf(brandt);
    const exported = (await visitor.get(`/api/profile/user/${brandt._id}/resume`)).body;
    await importResume(ada, { ...exported, ...foreign, user: brandt._id, _id: before._id });
    expect(await profileOf(brandt)).toEqual(before);
  });
});

describe('concurrently', () => {
  test('several imports of one file add its entries once', async () => {
    const ada = await newMember();
    const responses = await Promise.all(Array.from({ length: 8 }, () => importResume(ada, foreign)));
    for (const { status, raw } of responses) expect(status, raw).toBe(200);
    expect((await profileOf(ada)).experience).toHaveLength(3);
  });

  test('an import and edits lose no changes', async () => {
    const ada = await newMember();
    await saveProfile(ada);
    const work = { title: 'T', company: 'Own', from: '2000-01-01' };
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => importResume(ada, foreign)),
      ...Array.from({ length: 4 }, () => ada.put('/api/profile/experience', work)),
      ada.post('/api/profile', { status: 'Manager', skills: 'Go', instagram: 'instagram.example' }),
    ]);
    for (const { status, raw } of responses) expect(status, raw).toBe(200);
    const { experience, social } = await profileOf(ada);
    expect(experience).toHaveLength(7);
    expect(social).toMatchObject({ instagram: 'https://instagram.example/', linkedin: 'https://www.linkedin.com/in/ada' });
  });

  test('an import waits for an edit and does not exceed the limits of a profile', async () => {
    const ada = await newMember();
    const entry = (company: string) => ({ name: company, position: 'P', startDate: '2020' });
    const work = Array.from({ length: limits.entries - 1 }, (_, index) => entry(`Held ${index}`));
    expect((await importResume(ada, { ...foreign, work })).status).toBe(200);
    let imported: Promise<TestResponse> | undefined;
    await site.db.transaction(async (tx) => {
      await tx.lock`select id from profiles where user_id = ${ada._id}`;
      await tx.run`
        insert into experiences (id, user_id, title, company, from_date, is_current)
        values (${newId()}, ${ada._id}, ${'T'}, ${'The last'}, ${'2020-01-01'}, ${1})`;
      imported ??= importResume(ada, { work: [entry('One too many')] });
      if (site.db.engine === 'postgres') while (!(await tx.get`select pid from pg_locks where not granted`));
    });
    expect((await imported)?.status).toBe(200);
    expect((await profileOf(ada)).experience).toHaveLength(limits.entries);
  });

  test('an import and account deletion leave no data', async () => {
    const ada = await newMember();
    const [imported, deleted] = await Promise.all([importResume(ada, foreign), ada.delete('/api/profile')]);
    expect(deleted.status).toBe(200);
    expect([200, 401]).toContain(imported.status);
    expect((await visitor.get(`/api/profile/user/${ada._id}`)).status).toBe(404);
  });
});
