import { describe, expect, test } from 'vitest';
import { DatabaseBusy } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/id.ts';
import { createMembers, type TestMember } from '../members.ts';
import { openSite, type Site } from '../site.ts';

describe('the write queue', () => {
  const count = 6000;
  /** More writes than the queue accepts. */
  const flood = ({ db }: Site, author: TestMember) =>
    Array.from({ length: count }, () => {
      const id = newId();
      return db.run`insert into posts (id, user_id, text, created_at) values (${id}, ${author._id}, ${'Hello'}, ${1})`;
    });

  test('rejects writes when it is full and completes the accepted ones', async () => {
    const site = await openSite();
    const [ada] = (await createMembers(site, 1)) as [TestMember];
    const outcomes = await Promise.allSettled(flood(site, ada));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toBeInstanceOf(DatabaseBusy);
    expect(Number((await site.db.get<{ rows: number }>`select count(*) as rows from posts`)?.rows)).toBe(count - refused.length);
  });

  test('rejects with DatabaseBusy when it is full, without a log line, and recovers', async () => {
    const lines: string[] = [];
    const site = await openSite({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
    const [ada] = (await createMembers(site, 1)) as [TestMember];
    const written = Promise.allSettled(flood(site, ada));
    const write = site.db.run`update users set name = ${'x'} where id = ${ada._id}`;
    await expect(write).rejects.toThrow(DatabaseBusy);
    await written;
    expect((await ada.post('/api/posts', { text: 'Later' })).status).toBe(200);
    expect(lines).toEqual([]);
  });
});
