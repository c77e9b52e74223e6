import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/id.ts';
import { clientOf, errorResponse, type TestResponse } from '../client.ts';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { foreign, importResume, preview } from '../resumes.ts';
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
          { msg: 'Status is required', field: 'status' },
          { msg: 'Skills is required', field: 'skills' },
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
    expect(body.unsupported.map(({ place }: { place: string }) => place)).toEqual(['skills[0].name', 'basics.phone', 'languages']);
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
    ['startDate', 'March 2017'],
    ['startDate', '2017-13'],
    ['startDate', '31-12-2017'],
    ['endDate', '2023-02-29'],
    ['endDate', 'Present'],
    ['endDate', 'x'.repeat(99), `${'x'.repeat(40)}…`],
  ])('can be an entry with the %s %s, and the rest is imported', async ([name = '', date = '', shown = date]) => {
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
      awards: [{ date }],
    };
    const msg = expect.stringContaining(`Expected YYYY, YYYY-MM or YYYY-MM-DD, found "${shown}" (line 1, column `);
    const invalid = await readInvalid(ada, resume);
    expect(invalid).toEqual([
      { place: `work[0].${name}`, msg },
      { place: `education[0].${name}`, msg },
    ]);
    expect((await importResume(ada, resume)).body).toMatchObject({ bio: 'Imported', experience: [{ company: 'Fine' }], education: [] });
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
      { place: 'skills[0]', msg: 'A skill must be at most 60 characters (line 1, column 896)' },
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
