import { jsonResume } from '@dev-connector/contract';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, malformedIds, saveProfile, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
beforeAll(async () => {
  ada = await createMember(site, 'Ada');
});
const resumeOf = async ({ _id }: TestMember) => (await visitor.get(`/api/profile/user/${_id}/resume`)).body;

describe('the résumé of a profile', () => {
  test('contains the whole profile', async () => {
    const everything = await createMember(site, 'Brandt');
    await saveProfile(everything, {
      status: 'Senior Developer',
      skills: 'Mathematics, Punch cards',
      company: 'Analytical Engines',
      website: 'https://engine.example/about',
      location: 'London, UK',
      githubusername: 'ada-lowenthal',
      bio: 'Two\nlines',
      twitter: 'https://twitter.example/ada',
      linkedin: 'https://linkedin.example/ada',
    });
    const work = { title: 'Engineer', company: 'Looms', location: 'Leeds', from: '2015-02-03', to: '2016-01-31', description: 'Wove' };
    await everything.put('/api/profile/experience', work);
    await everything.put('/api/profile/experience', { title: 'Author', company: 'Notes', from: '2017-01-01', current: true });
    await everything.put('/api/profile/experience', { title: 'Guest', company: 'Salon', from: '2012-01-01' });
    const study = { school: 'Home', degree: 'None', fieldofstudy: 'Logic', from: '2001-01-01', to: '2003-01-01', description: 'Read' };
    await everything.put('/api/profile/education', study);
    const { user } = (await everything.get('/api/profile/me')).body;
    expect(await resumeOf(everything)).toEqual({
      $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
      basics: {
        name: 'Brandt',
        label: 'Senior Developer',
        image: `http://localhost${user.avatar}`,
        url: 'https://engine.example/about',
        summary: 'Two\nlines',
        location: { city: 'London, UK' },
        profiles: [
          { network: 'GitHub', username: 'ada-lowenthal', url: 'https://github.com/ada-lowenthal' },
          { network: 'Twitter', url: 'https://twitter.example/ada' },
          { network: 'LinkedIn', url: 'https://linkedin.example/ada' },
        ],
        'x-company': 'Analytical Engines',
      },
      work: [
        { name: 'Notes', position: 'Author', startDate: '2017-01-01' },
        { name: 'Looms', location: 'Leeds', position: 'Engineer', startDate: '2015-02-03', endDate: '2016-01-31', summary: 'Wove' },
        { name: 'Salon', position: 'Guest', startDate: '2012-01-01', 'x-current': false },
      ],
      education: [
        {
          institution: 'Home',
          area: 'Logic',
          studyType: 'None',
          startDate: '2001-01-01',
          endDate: '2003-01-01',
          'x-description': 'Read',
        },
      ],
      skills: [{ name: 'Mathematics' }, { name: 'Punch cards' }],
      meta: { version: 'v1.0.0' },
    });
  });

  test('has the headline as its label, and keeps the status', async () => {
    const member = await createMember(site, 'Grace');
    await saveProfile(member, {
      status: 'Developer',
      skills: 'SQL',
      company: 'Example AG',
      headline: 'Compilers',
      pronouns: 'she/her',
      openTo: ['work'],
    });
    expect((await resumeOf(member)).basics).toMatchObject({ label: 'Compilers', 'x-status': 'Developer', 'x-headline': 'Compilers' });
    const page = (await visitor.get(`/dev/profile/${member._id}/resume`)).raw;
    expect(page).toContain('<p class="label p-job-title">Compilers</p>');
    for (const detail of ['she/her', 'Open to work']) expect(page).toContain(`<li>${detail}</li>`);
    expect(page).toContain('"jobTitle":"Developer"');
  });

  test('contains nothing else and is valid JSON Resume', async () => {
    await saveProfile(ada);
    const resume = await resumeOf(ada);
    expect(Object.keys(resume.basics)).toEqual(['name', 'label', 'image', 'profiles', 'x-company']);
    expect(resume).toMatchObject({ work: [], education: [], skills: [{ name: 'TypeScript' }] });
    expect(new Ajv({ strict: false }).compile(jsonResume)(resume)).toBe(true);
  });

  test('is public JSON', async () => {
    const response = await visitor.get(`/api/profile/user/${ada._id}/resume`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json\b/);
  });

  test.for([unknownId, ...malformedIds])('returns 404 for the user id %s', async (id) => {
    const response = await visitor.get(`/api/profile/user/${id}/resume`);
    expect([404, 400]).toContain(response.status);
    if (!id.startsWith('%')) expect(response).toMatchObject(errorResponse(404, 'Profile not found'));
  });

  test('returns 404 for a member without a profile', async () => {
    const { _id } = await createMember(site, 'Nobody');
    expect(await visitor.get(`/api/profile/user/${_id}/resume`)).toMatchObject(errorResponse(404, 'Profile not found'));
  });
});
