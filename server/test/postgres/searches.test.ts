import { expect, test, vi } from 'vitest';
import { seqOf } from '../../src/platform/db/search.ts';
import { timeOfId } from '../../src/platform/id.ts';
import { createMember, createMembers, type TestMember, writePost } from '../members.ts';
import { listen } from '../raw-http.ts';
import { openSite } from '../site.ts';

test('two searches run at a time, and other reads do not wait for them', async () => {
  const site = await openSite();
  const members = (await createMembers(site, 4)) as [TestMember, TestMember];
  const post = await writePost(members[0], 'A quixotic post');
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const lockHolder = site.db.transaction(async (tx) => {
    await tx.run`lock table search_documents in access exclusive mode`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const searches = members.map((member) => member.get('/api/search?q=quixotic'));
  const waiting = () => site.db.all`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(waiting).toHaveLength(2);
  expect((await members[0].get(`/api/posts/${post}`)).status).toBe(200);
  expect(await waiting()).toHaveLength(2);
  free.resolve();
  await lockHolder;
  for (const { status, body } of await Promise.all(searches)) expect([status, body[0]._id]).toEqual([200, post]);
});

test('cancels a search whose connection closes', async () => {
  const site = await openSite();
  const member = await createMember(site, 'Ada');
  await writePost(member, 'A quixotic post');
  const { port } = await listen(site);
  const { search } = site.db;
  const failure = Promise.withResolvers<unknown>();
  vi.spyOn(site.db, 'search').mockImplementationOnce((signal) => {
    const reader = search(signal);
    const all: typeof reader.all = (sql, ...values) => {
      const rows = reader.all<never>(sql, ...values);
      rows.catch(failure.resolve);
      return rows;
    };
    return { ...reader, all };
  });
  const running = () => site.db.all`
    select pid from pg_stat_activity where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`;
  await site.db.transaction(async (tx) => {
    await tx.run`lock table search_documents in access exclusive mode`;
    const request = new AbortController();
    const headers = { 'x-auth-token': member.token };
    const response = fetch(`http://127.0.0.1:${port}/api/search?q=quixotic`, { headers, signal: request.signal });
    await expect.poll(running).toHaveLength(1);
    request.abort();
    await expect(response).rejects.toThrow();
    expect(await failure.promise).toMatchObject({ cause: { message: 'canceling statement due to user request' } });
  });
  expect((await member.get('/api/search?q=quixotic')).body).toHaveLength(1);
});

test('plans each search for its terms', async () => {
  const { db } = await openSite();
  expect(await db.search().get`select current_setting('plan_cache_mode') as mode, current_setting('jit') as jit`).toEqual({
    mode: 'force_custom_plan',
    jit: 'off',
  });
});

test('a search after a date reads no older documents', async () => {
  const site = await openSite();
  const member = await createMember(site, 'Ada');
  const post = await writePost(member, 'A quixotic post');
  const day = new Date(timeOfId(post)).toISOString().slice(0, 10); // ids may be ahead of the clock
  await site.db.run`
    insert into search_documents (seq, id, user_id, version, words)
    select cast(${seqOf('post', Date.UTC(2025))} as bigint) + number, 'old ' || number, ${member._id}, 1, '''kind:post'':1'
    from generate_series(1, 3000) number`;
  await site.db.run`analyze search_documents`;
  const { search } = site.db;
  const plans: string[] = [];
  vi.spyOn(site.db, 'search').mockImplementationOnce((signal) => {
    const reader = search(signal);
    const all: typeof reader.all = async (sql, ...values) => {
      const explained = Object.assign([`explain (analyze, timing off) ${sql[0]}`, ...sql.slice(1)], { raw: [] });
      plans.push(...(await reader.all<{ 'QUERY PLAN': string }>(explained, ...values)).map((row) => row['QUERY PLAN']));
      return reader.all<never>(sql, ...values);
    };
    return { ...reader, all };
  });
  expect((await member.get(`/api/search?q=after:${day}`)).body).toMatchObject([{ _id: post }]);
  const read = plans.flatMap((line) => [...line.matchAll(/actual rows=([\d.]+)/g)].map(([, rows]) => Number(rows)));
  expect(read).not.toEqual([]);
  expect(Math.max(...read)).toBeLessThan(100);
});
