import { errors, limits, type Profile } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { fetchAllPages, measureBytes } from '../measure-bytes.ts';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

/** Maximum JSON bytes of a response, except a streamed export. */
const replyBytes = 2_000_000;
/** The bytes that one statement may read, except through `db.large`. */
const smallBytes = 120_000;

const site = await openSite();
const measured = await measureBytes(site);
/** A description of the maximum length: 40 kB. */
const long = '😀'.repeat(limits.description);
const full = errorResponse(400, errors.profileFull.msg);
const work = (fields: object = {}) => ({ title: 'Engineer', company: 'Engines', from: '2020-01-01', ...fields });
const study = (fields: object = {}) => ({ school: 'School', degree: 'Degree', from: '2020-01-01', ...fields });

let ada: TestMember;
async function newMember(fields: object = {}): Promise<TestMember> {
  const [person] = (await createMembers(site, 1)) as [TestMember];
  await saveProfile(person, fields);
  return person;
}
const profileOf = async (person: TestMember) => (await person.get('/api/profile/me')).body;

/** The UTF-8 bytes of all texts of a profile, counted from its JSON. */
function textBytes({ status, skills, company, location, website, githubusername, bio, social, experience, education }: Profile): number {
  const texts = [
    ...[status, JSON.stringify(skills), company, location, website, githubusername, bio],
    ...Object.values(social),
    ...experience.flatMap(({ title, company, location, description }) => [title, company, location, description]),
    ...education.flatMap(({ school, degree, fieldofstudy, description }) => [school, degree, fieldofstudy, description]),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

describe('a profile', () => {
  beforeAll(async () => {
    ada = await newMember();
    for (let index = 0; index < 6; index++) {
      const add =
        index % 2
          ? ada.put('/api/profile/education', study({ description: long }))
          : ada.put('/api/profile/experience', work({ description: long }));
      expect((await add).status).toBe(200);
    }
  });

  test('refuses an entry that would make it larger than its limit', async () => {
    const before = await profileOf(ada);
    expect(await ada.put('/api/profile/experience', work({ description: long }))).toMatchObject(full);
    expect(await ada.put('/api/profile/education', study({ description: long }))).toMatchObject(full);
    expect(await profileOf(ada)).toEqual(before);
  });

  test('refuses fields that would make it larger than its limit', async () => {
    const before = await profileOf(ada);
    expect(await ada.post('/api/profile', { status: 'Developer', skills: 'TypeScript', bio: long })).toMatchObject(full);
    expect(await profileOf(ada)).toEqual(before);
  });

  test('refuses a résumé that would make it larger than its limit, and imports nothing of it', async () => {
    const before = await profileOf(ada);
    const resume = JSON.stringify({
      basics: { label: 'Changed' },
      work: [{ name: 'Looms', position: 'Weaver', startDate: '2018', summary: long }],
    });
    expect(await ada.put('/api/profile/resume', { resume })).toMatchObject(full);
    expect(await profileOf(ada)).toEqual(before);
  });

  test('can be exactly as large as its limit, but not a byte larger', async () => {
    expect((await ada.put('/api/profile/experience', work({ description: 'x'.repeat(9_000) }))).status).toBe(200);
    const left = limits.profileBytes - textBytes(await profileOf(ada)) - 'SD'.length;
    expect(left).toBeLessThan(limits.description);
    const last = (description: string) => ada.put('/api/profile/education', { school: 'S', degree: 'D', from: '2019-01-01', description });
    expect(await last('x'.repeat(left + 1))).toMatchObject(full);
    expect((await last('x'.repeat(left))).status).toBe(200);
    expect(textBytes(await profileOf(ada))).toBe(limits.profileBytes);
    expect((await ada.post('/api/profile', { status: 'Developer', skills: 'TypeScript' })).status).toBe(200);
    expect(await ada.post('/api/profile', { status: 'Developer!', skills: 'TypeScript' })).toMatchObject(full);
  });

  test('stays within its limit when entries are added concurrently', async () => {
    const member = await newMember();
    const adding = Array.from({ length: 12 }, (_, index) =>
      index % 2
        ? member.put('/api/profile/education', study({ description: long }))
        : member.put('/api/profile/experience', work({ description: long })),
    );
    const statuses = (await Promise.all(adding)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(400)]);
    expect(textBytes(await profileOf(member))).toBeLessThanOrEqual(limits.profileBytes);
  });

  test('that is full of escaped characters stays within the response limit', async () => {
    const member = await newMember();
    for (let index = 0; index < 25; index++)
      expect((await member.put('/api/profile/experience', work({ description: '"'.repeat(limits.description) }))).status).toBe(200);
    // Versions before 0.1 accepted control characters, which take six bytes each.
    await site.db.run`update experiences set description = ${'\u0001'.repeat(limits.description)} where user_id = ${member._id}`;
    await site.db.run`update profiles set cache_version = cache_version + 1 where user_id = ${member._id}`;
    for (const url of ['/api/profile/me', `/api/profile/user/${member._id}/resume`]) {
      const { raw } = await member.get(url);
      expect(Buffer.byteLength(raw)).toBeGreaterThan(1_400_000);
      expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(replyBytes);
    }
  });
});

describe('a profile from before the limit', () => {
  let old: TestMember;
  let ids: { experience: string[]; education: string[] };

  beforeAll(async () => {
    old = await newMember({ bio: long });
    ids = { experience: [], education: [] };
    const day = (index: number) => `20${String(10 + Math.floor(index / 10)).padStart(2, '0')}-01-01`;
    await site.db.transaction(async (tx) => {
      for (let index = 0; index < limits.entries; index++) {
        const [one, other] = [newId(), newId()];
        ids.experience.unshift(one);
        ids.education.unshift(other);
        await tx.run`
          insert into experiences (id, user_id, title, company, from_date, is_current, description)
          values (${one}, ${old._id}, ${'T'}, ${'C'}, ${day(index)}, ${0}, ${long})`;
        await tx.run`
          insert into educations (id, user_id, school, degree, from_date, is_current, description)
          values (${other}, ${old._id}, ${'S'}, ${'D'}, ${day(index)}, ${0}, ${long})`;
      }
      await tx.run`update profiles set cache_version = cache_version + 1 where user_id = ${old._id}`;
    });
  });
  const idsOf = (entries: Array<{ _id: string }>) => entries.map(({ _id }) => _id);

  test.for<[string, () => string]>([
    ['its member', () => '/api/profile/me'],
    ['a visitor', () => `/api/profile/user/${old._id}`],
  ])('is returned to %s up to the limit, newest entries first', async ([, url]) => {
    const { response, sent, read, largest } = await measured(old.token, (client) => client.get(url()));
    const { experience, education } = response.body;
    expect(experience.length + education.length).toBe(5); // in addition to a bio of 40 kB
    expect(idsOf(experience)).toEqual(ids.experience.slice(0, experience.length));
    expect(idsOf(education)).toEqual(ids.education.slice(0, education.length));
    expect(sent).toBeLessThanOrEqual(replyBytes);
    expect(read).toBeLessThan(3 * limits.profileBytes);
    expect(largest).toBeLessThan(smallBytes);
  });

  test.for(['', '?embed=', '?embed=experience,education', '?limit=100'])('is listed within the limit (/api/profile%s)', async (query) => {
    const { response, sent, read, largest } = await measured(undefined, (client) => client.get(`/api/profile${query}`));
    expect(response.status).toBe(200);
    expect(largest).toBeLessThan(smallBytes);
    expect(sent).toBeLessThanOrEqual(limits.listBytes);
    expect(read).toBeLessThan(limits.listBytes);
  });

  test('is a JSON Resume of limited size', async () => {
    const { response, sent, read } = await measured(undefined, (client) => client.get(`/api/profile/user/${old._id}/resume`));
    expect(response.body.work.length + response.body.education.length).toBe(5);
    expect(sent).toBeLessThanOrEqual(replyBytes);
    expect(read).toBeLessThan(3 * limits.profileBytes);
  });

  test('is exported completely', async () => {
    const { response, largest } = await measured(old.token, (client) => client.get('/api/users/me/data'));
    const { profile } = response.body;
    expect(largest).toBeLessThan(smallBytes);
    expect(idsOf(profile.experience)).toEqual(ids.experience);
    expect(idsOf(profile.education)).toEqual(ids.education);
    expect(profile.education.at(-1).description).toBe(long);
  });

  test('can only be changed to a smaller size', async () => {
    expect(await old.put('/api/profile/experience', work())).toMatchObject(errorResponse(400, errors.experienceFull.msg));
    expect(await old.post('/api/profile', { status: 'Developer, and more', skills: 'TypeScript' })).toMatchObject(full);
    const same = { status: 'Engineers', skills: 'TypeScript' }; // the same size as "Developer"
    expect((await old.post('/api/profile', same)).status).toBe(200);
    expect((await old.post('/api/profile', { ...same, bio: 'Short' })).status).toBe(200);
    const { body, status } = await old.delete(`/api/profile/experience/${ids.experience[0]}`);
    expect(status).toBe(200);
    expect(idsOf(body.experience)).toEqual(ids.experience.slice(1, 1 + body.experience.length));
    expect(await old.put('/api/profile/experience', work({ description: 'Any' }))).toMatchObject(full);
    const resume = JSON.stringify({ basics: { label: 'A much longer status' } });
    expect(await old.put('/api/profile/resume', { resume })).toMatchObject(full);
  });
});

describe('the directory', () => {
  let member: TestMember;
  const entryOf = async (query: string) =>
    (await clientOf(site).get(`/api/profile${query}`)).body.find(({ user }: { user: { _id: string } }) => user._id === member._id);
  beforeAll(async () => {
    member = await newMember({ bio: 'Writes engines' });
    await member.put('/api/profile/experience', work({ description: 'Built it', location: 'London' }));
    await member.put('/api/profile/education', study({ description: 'Learned it' }));
  });

  test('lists entries without their descriptions', async () => {
    const { description: _, ...experience } = (await profileOf(member)).experience[0];
    const { description: __, ...education } = (await profileOf(member)).education[0];
    for (const query of ['', '?embed=experience,education'])
      expect(await entryOf(query)).toEqual({ ...(await profileOf(member)), experience: [experience], education: [education] });
  });

  test('lists neither entries nor bio without embed', async () => {
    const { bio, ...rest } = await profileOf(member);
    expect(bio).toBe('Writes engines');
    expect(await entryOf('?embed=')).toEqual({ ...rest, experience: [], education: [] });
  });

  test('returns 400 for an unknown embed', async () => {
    for (const embed of ['bio', 'experience', 'likes', 'experience,education,'])
      expect(await clientOf(site).get(`/api/profile?embed=${embed}`)).toMatchObject({ status: 400 });
  });

  test.for(['', '&embed='])('lists every member when pages are truncated (limit=100%s)', async (embed) => {
    const many = await createMembers(site, 30);
    const name = '\u0001'.repeat(limits.title);
    for (const person of many) {
      await saveProfile(person);
      await site.db.transaction(async (tx) => {
        await tx.run`update profiles set bio = ${'\u0001'.repeat(limits.bio)} where user_id = ${person._id}`;
        for (let index = 0; index < 40; index++)
          await tx.run`
            insert into experiences (id, user_id, title, company, from_date, is_current)
            values (${newId()}, ${person._id}, ${name}, ${name}, ${'2020-01-01'}, ${0})`;
      });
    }
    const pages = await fetchAllPages(clientOf(site), `/api/profile?limit=100${embed}`);
    for (const { raw } of pages) expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.listBytes);
    if (embed === '') expect(pages.length).toBeGreaterThan(2);
    const listed = pages.flatMap(({ body }) => body.map(({ _id }: { _id: string }) => _id));
    const stored = await site.db.all<{ id: string }>`select id from profiles order by id desc`;
    expect(listed).toEqual(stored.map(({ id }) => id));
  });
});

test('the preview of a résumé with many errors lists some of them and counts the others', async () => {
  const member = await newMember();
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
  const { status, raw, body } = await member.post('/api/profile/resume/preview', {
    resume: JSON.stringify({ ...unknown, basics: { label: 'Any' } }),
  });
  expect(status).toBe(200);
  expect(Buffer.byteLength(raw)).toBeLessThan(200_000);
  expect(body.unsupported).toHaveLength(501);
  expect(body.unsupported.at(-1)).toEqual({ place: 'resume', msg: '… and 4500 more' });
});

test('a résumé that is full of repeated names is refused with a small response', async () => {
  const member = await newMember();
  const name = 'k'.repeat(200_000);
  const resume = `{"basics":{},"${name}":{${Array(10).fill('"a":1').join()}},"${name}":1}`;
  const { status, raw } = await member.post('/api/profile/resume/preview', { resume });
  expect(status).toBe(400);
  expect(Buffer.byteLength(raw)).toBeLessThan(50_000);
});

test('a list of 100 sessions stays within the response limit', async () => {
  const member = await newMember();
  await site.db.transaction(async (tx) => {
    for (let index = 1; index < limits.sessions; index++)
      await tx.run`
        insert into sessions (id, token_hash, user_id, device, created_at, used_at)
        values (${newId()}, ${newId()}, ${member._id}, ${'"'.repeat(300)}, ${Date.now()}, ${Date.now()})`;
  });
  const { body, raw } = await member.get('/api/auth/sessions');
  expect(body).toHaveLength(limits.sessions);
  expect(Buffer.byteLength(raw)).toBeLessThan(replyBytes / 10);
});
