import { describe, expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { createMember, saveProfile, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);

const job = (company: string, from: string, to?: string) => ({ title: 'Engineer', company, from, ...(to ? { to } : { current: true }) });

async function memberWithCareer(name: string): Promise<TestMember> {
  const member = await createMember(site, name);
  await saveProfile(member, { skills: 'Fortran' });
  await member.put('/api/profile/experience', { ...job('Looms & <Sons>', '2015-01-01', '2019-12-31'), description: 'Taught Fortran.' });
  await member.put('/api/profile/experience', job('Engines', '2020-01-01'));
  return member;
}

describe('the setting that hides drawings', () => {
  test('is off by default, and account, profile, résumé and download have it', async () => {
    const ada = await memberWithCareer('Ada');
    expect((await ada.get('/api/auth')).body.showDrawings).toBe(true);
    const profile = await visitor.get(`/api/profile/user/${ada._id}`);
    expect(profile.body).not.toHaveProperty('drawings');

    expect((await ada.patch('/api/account', { showDrawings: false })).body).toMatchObject({ name: 'Ada', showDrawings: false });
    expect((await ada.get('/api/auth')).body.showDrawings).toBe(false);
    const hidden = await visitor.get(`/api/profile/user/${ada._id}`);
    expect(hidden.body.drawings).toBe(false);
    expect(hidden.headers.etag).not.toBe(profile.headers.etag);
    expect((await visitor.get(`/api/profile/user/${ada._id}/resume`)).body.basics['x-drawings']).toBe(false);
    const { account, profile: exported } = (await ada.get('/api/users/me/data')).body;
    expect({ account: account.showDrawings, profile: exported.drawings }).toEqual({ account: false, profile: false });

    await ada.patch('/api/account', { name: 'Ada L' });
    expect((await ada.get('/api/auth')).body.showDrawings).toBe(false);
    await ada.patch('/api/account', { showDrawings: true });
    expect((await visitor.get(`/api/profile/user/${ada._id}`)).body).not.toHaveProperty('drawings');
  });

  test('removes the career from the résumé page', async () => {
    const ada = await memberWithCareer('Bea');
    const page = async () => (await visitor.get(`/dev/profile/${ada._id}/resume`)).raw;
    expect(await page()).toContain('aria-label="Career, 2015');
    await ada.patch('/api/account', { showDrawings: false });
    expect(await page()).not.toContain('aria-label="Career, 2015');
  });
});

describe('the career on the résumé page', () => {
  test('links bars to entries, and has a table and the years of skills', async () => {
    const { _id } = await memberWithCareer('Cleo');
    const { raw } = await visitor.get(`/dev/profile/${_id}/resume`);
    expect(raw).toContain('aria-label="Career, 2015 – now: 2 jobs. Dates are in UTC."');
    for (const [, anchor] of raw.matchAll(/<a href="#((?:experience|education)-\d+)"/g)) expect(raw).toContain(`<article id="${anchor}"`);
    expect(raw.match(/<a href="#experience-\d" class="work"/g)).toHaveLength(2);
    expect(raw).toContain('<th scope="row">Engineer, Looms &amp; &lt;Sons&gt;</th><td>Jan 2015</td><td>Dec 2019</td>');
    expect(raw).toContain('<th scope="row">Fortran</th><td>2015 – 2019</td>');
    expect(raw).not.toMatch(/<[^>]+ style=/);
  });

  test('needs two entries with dates', async () => {
    const member = await createMember(site, 'One');
    await saveProfile(member);
    await member.put('/api/profile/experience', job('Engines', '2020-01-01'));
    expect((await visitor.get(`/dev/profile/${member._id}/resume`)).raw).not.toContain('class="career"');
  });
});
