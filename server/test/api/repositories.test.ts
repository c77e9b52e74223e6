import { rates } from '@dev-connector/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repositoryCache } from '../../src/features/repositories/repositories.ts';
import { createContext } from '../../src/platform/context.ts';
import { inProcess } from '../../src/platform/http/in-process.ts';
import { clientOf, errorResponse } from '../client.ts';
import { type FakeGithub, fakeGithub, repository } from '../fake-github.ts';
import { createMembers, password, saveProfile, type TestMember } from '../members.ts';
import { createDatabase, openSite, type Site } from '../site.ts';

/* When repositories are fetched, cached, stored and refreshed. The clock is mocked; each test has its own code host. */

const minute = 60_000;
const day = 24 * 60 * minute;
let clock = Date.UTC(2026, 10, 21, 12);
const advance = (milliseconds: number) => vi.setSystemTime((clock += milliseconds));
let github: FakeGithub;
const database = await createDatabase();
const warnings: Array<{ msg: string; err: { message: string } }> = [];
const logger = { level: 'warn', stream: { write: (line: string) => void warnings.push(JSON.parse(line)) } };
/** A process with empty caches. */
const openProcess = (settings = {}) => openSite({ ...database, githubApiUrl: github.url, logger, ...settings });
let site: Site;
const read = (name: string, at = site) => clientOf(at).get(`/api/profile/github/${name}`);
const namesOf = async (name: string, at = site) => (await read(name, at)).body.map((repository: { name: string }) => repository.name);
/** Calls the API as a page does while it renders. */
const readForPage = async (name: string) => {
  const response = await inProcess(site.app, { ip: '192.0.2.1' } as never)(`/api/profile/github/${name}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
};
let names = 0;
/** Creates a member whose profile has a new name on the code host. */
async function memberWithName(): Promise<{ member: TestMember; name: string }> {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  const name = `on-profile-${++names}`;
  await saveProfile(member, { githubusername: name });
  return { member, name };
}
const storedNames = async () =>
  (await site.db.all<{ username: string }>`select username from repositories`).map(({ username }) => username);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += day) });
  github = await fakeGithub();
  site = await openProcess();
  warnings.length = 0;
});
afterEach(async () => {
  await site.app.jobs.runDue();
  await site.db.run`delete from jobs`;
  vi.useRealTimers();
});

describe('the repositories of a name on no profile', () => {
  test('are cached for ten minutes and never stored', async () => {
    expect(await namesOf('octocat')).toEqual(['Hello-World']);
    advance(10 * minute);
    await read('octocat');
    expect(github.requests).toHaveLength(1);
    advance(1);
    github.answers(200, [repository('Newer')]);
    expect(await namesOf('octocat')).toEqual(['Newer']);
    expect(github.requests).toHaveLength(2);
    expect(await storedNames()).not.toContain('octocat');
  });

  test('include the answer that the code host does not know the name', async () => {
    github.answers(404, {});
    for (let times = 0; times < 3; times++) expect((await read('nobody')).status).toBe(404);
    expect(github.requests).toHaveLength(1);
    advance(10 * minute + 1);
    github.answers(200, [repository('Arrived')]);
    expect(await namesOf('nobody')).toEqual(['Arrived']);
  });

  test('are served stale while the host is down, with a new attempt after a minute', async () => {
    await read('octocat');
    advance(11 * minute);
    github.answers(500, {});
    expect(await namesOf('octocat')).toEqual(['Hello-World']);
    expect(warnings).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining('unexpected') }) }),
    ]);
    expect((await read('other')).status).toBe(502);
    github.answers(200, [repository('Back')]);
    const requestCount = github.requests.length;
    advance(minute);
    expect(await namesOf('octocat')).toEqual(['Hello-World']);
    expect(github.requests).toHaveLength(requestCount);
    advance(1);
    expect(await namesOf('octocat')).toEqual(['Back']);
    advance(11 * minute);
    await github.stop();
    expect(await namesOf('octocat')).toEqual(['Back']);
    expect((await read('other')).status).toBe(502);
  });

  test('are fetched once for concurrent requests', async () => {
    const responses = await Promise.all(['shared', 'Shared', 'shared', 'SHARED'].map((name) => namesOf(name)));
    expect(responses).toEqual(Array.from({ length: 4 }, () => ['Hello-World']));
    expect(github.requests).toHaveLength(1);
  });

  test('are an error for all concurrent lookups, and the next one sends a new request', async () => {
    const { listings } = repositoryCache(createContext(site.settings, site.db, site.app.log));
    const look = () => listings.fetch('failing', { context: { log: site.app.log } });
    github.answers(500, {});
    const all = await Promise.allSettled([look(), look(), look()]);
    expect(all).toEqual(all.map(() => expect.objectContaining({ status: 'rejected', reason: expect.objectContaining({ status: 502 }) })));
    expect(github.requests).toHaveLength(1);
    github.answers(200, []);
    expect(await look()).toEqual({ repositories: [] });
  });
});

const refreshes = () => site.db.all`select key from jobs where kind = 'repositories.refresh'`;

describe('the repositories of a name on a profile', () => {
  test('are fetched by a job when the profile is saved, and served without the code host afterwards', async () => {
    const { member, name } = await memberWithName();
    expect(github.requests).toEqual([]);
    await site.app.jobs.runDue();
    expect(github.requests).toHaveLength(1);
    await github.stop();
    expect(await namesOf(name.toUpperCase())).toEqual(['Hello-World']);
    await saveProfile(member, { githubusername: name.toUpperCase() });
    expect(await site.app.jobs.runDue()).toBe(0);
  });

  test('are fetched when an imported résumé has the name', async () => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    const profiles = [{ network: 'GitHub', username: 'imported', url: 'https://github.com/imported' }];
    const resume = JSON.stringify({ basics: { label: 'Developer', profiles }, skills: [{ name: 'Go' }] });
    expect((await member.put('/api/profile/resume', { resume })).status).toBe(200);
    await site.app.jobs.runDue();
    expect(await storedNames()).toContain('imported');
  });

  test('are stored by the first request too, and survive a restart', async () => {
    const { name } = await memberWithName();
    expect(await namesOf(name)).toEqual(['Hello-World']);
    await site.app.jobs.runDue();
    expect(github.requests).toHaveLength(1);
    await github.stop();
    expect(await namesOf(name, await openProcess())).toEqual(['Hello-World']);
  });

  test('are served stale while a job refreshes them, and the job runs once for many requests in many processes', async () => {
    const { name } = await memberWithName();
    await site.app.jobs.runDue();
    const processes = [site, ...(await Promise.all(Array.from({ length: 9 }, () => openProcess())))];
    advance(10 * minute - 1);
    for (const at of processes) await read(name, at);
    expect(await refreshes()).toEqual([]);
    advance(1);
    github.answers(200, [repository('Newer')]);
    for (const at of [...processes, ...processes]) expect(await namesOf(name, at)).toEqual(['Hello-World']);
    expect(github.requests).toHaveLength(1);
    await Promise.all(processes.map((at) => at.app.jobs.runDue()));
    expect(github.requests).toHaveLength(2);
    for (const at of processes) expect(await namesOf(name, at)).toEqual(['Newer']);
  });

  test('include the answer that the code host does not know the name', async () => {
    github.answers(404, {});
    const { name } = await memberWithName();
    await site.app.jobs.runDue();
    await github.stop();
    expect(await read(name)).toMatchObject(errorResponse(404, 'No Github profile found'));
  });

  test('stay the last good ones while the code host fails, and the next request a minute later tries again', async () => {
    const { name } = await memberWithName();
    await site.app.jobs.runDue();
    advance(11 * minute);
    github.answers(500, {});
    expect(await namesOf(name)).toEqual(['Hello-World']);
    await site.app.jobs.runDue();
    expect(await namesOf(name)).toEqual(['Hello-World']);
    expect(await site.app.jobs.runDue()).toBe(0);
    expect(warnings).toHaveLength(1);
    github.answers(200, [repository('Back')]);
    advance(minute + 1);
    await read(name);
    await site.app.jobs.runDue();
    expect(await namesOf(name)).toEqual(['Back']);
  });

  test('never delay a page, which fetches none before a job has run', async () => {
    github.answer = () => {}; // never responses
    const { name } = await memberWithName();
    expect(await readForPage(name)).toMatchObject(errorResponse(504, 'Github took too long to respond'));
    expect(github.requests).toEqual([]);
    github.answers(200, [repository('Now')]);
    await site.app.jobs.runDue();
    expect(await readForPage(name)).toMatchObject({ status: 200, body: [{ name: 'Now' }] });
    advance(11 * minute);
    github.answer = () => {};
    expect(await readForPage(name)).toMatchObject({ status: 200, body: [{ name: 'Now' }] });
    expect(github.requests).toHaveLength(1);
    await site.db.run`delete from jobs`;
  });

  test('are refreshed without an attempt of the visitor', async () => {
    const limited = await openProcess({ rateLimits: 'on' });
    const { name } = await memberWithName();
    await site.app.jobs.runDue();
    for (let index = 0; index < rates.codeHost.address.times; index++) await read(`limited-${index}`, limited);
    expect((await read('limited', limited)).status).toBe(429);
    advance(11 * minute);
    expect((await read(name, limited)).status).toBe(200);
    expect(await refreshes()).toEqual([{ key: name }]);
    await site.app.jobs.runDue();
  });

  test('are deleted within a day when no profile has the name any longer', async () => {
    const [{ member, name }, other] = [await memberWithName(), await memberWithName()];
    await site.app.jobs.runDue();
    await saveProfile(member, { githubusername: '' });
    advance(day + 1);
    await site.app.jobs.runDue();
    expect(await storedNames()).not.toContain(name);
    expect(await storedNames()).toContain(other.name);
    await other.member.post('/api/auth/confirm', { password });
    expect((await other.member.delete('/api/profile')).status).toBe(200);
    advance(day + 1);
    await site.app.jobs.runDue();
    expect(await storedNames()).not.toContain(other.name);
  });

  test('are not fetched by a job if no profile has the name any longer', async () => {
    const { member, name } = await memberWithName();
    await saveProfile(member, { githubusername: '' });
    await site.app.jobs.runDue();
    expect(github.requests).toEqual([]);
    expect(await storedNames()).not.toContain(name);
  });
});
