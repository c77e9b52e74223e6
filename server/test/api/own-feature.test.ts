import { type AccountData, endpoint } from '@dev-connector/contract';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { writeAsMember } from '../../src/features/accounts/member.ts';
import { features } from '../../src/features.ts';
import { type Feature, perContext } from '../../src/platform/context.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { exportValue } from '../../src/platform/export.ts';
import { route } from '../../src/platform/http/route.ts';
import { createMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/*
 * A complete feature: a table, a route, state, an event, subscribers, a job, and the rows of a member that are exported, measured and deleted. No other file names it.
 * A real one also needs lines in features.ts, in the contract and in a migration.
 */

declare module '../../src/platform/events/events.ts' {
  interface EventPayloads {
    'mood.set': { userId: string; mood: string };
  }
}
declare module '../../src/platform/jobs/kinds.ts' {
  interface JobPayloads {
    'mood.fade': { userId: string };
  }
}

const setMood = endpoint({
  method: 'PUT',
  path: '/api/mood/:mood',
  summary: 'Set your mood',
  tag: 'Moods',
  access: 'member',
  params: Type.Object({ mood: Type.String() }),
  reply: Type.Object({ mood: Type.String() }),
});

/** Moods that were set in this process. */
const moodsSeen = perContext<string[]>(() => []);

const moods: Feature = {
  name: 'moods',
  routes(app, context) {
    const { db, events } = context;
    route(app, setMood, async ({ member, params: { mood } }) => {
      await writeAsMember(db, member, async (tx) => {
        await tx.run`insert into moods (user_id, mood) values (${member.id}, ${mood}) on conflict (user_id) do update set mood = excluded.mood`;
        await events.publish(tx, 'mood.set', { userId: member.id, mood });
        if (mood === 'unsayable') throw new Error('rolled back');
      });
      return { mood };
    });
    app.decorate('moodsSeen', moodsSeen(context));
  },
  register(context) {
    const { db, events, jobs } = context;
    events.afterCommit('mood.set', async ({ mood }) => void moodsSeen(context).push(mood));
    events.afterCommit('mood.set', async ({ mood }) => {
      if (mood === 'broken') throw new Error('a subscriber after the commit');
    });
    events.on('mood.set', (tx, { userId }) => jobs.enqueue(tx, { kind: 'mood.fade', payload: { userId }, key: userId }));
    events.on('post.created', async (tx, { authorId }) => void (await tx.run`update moods set mood = 'proud' where user_id = ${authorId}`));
    jobs.handle('mood.fade', async ({ userId }) => void (await db.run`update moods set mood = 'faded ' || mood where user_id = ${userId}`));
  },
  exports: [
    exportValue(
      'mood' as keyof AccountData,
      async ({ db }, { id }) => (await db.get`select mood from moods where user_id = ${id}`) as never,
    ),
  ],
  memberTables: { moods: { exportedAs: 'mood' as keyof AccountData } },
  deleteRowsOfMember: async (tx, userId) => (await tx.run`delete from moods where user_id = ${userId}`) > 0,
  storedBytes: (userId) => sql`select octet_length(mood) as texts, 0 as images, false as is_new from moods where user_id = ${userId}`,
};

const lines: string[] = [];
const logger = { level: 'error', stream: { write: (line: string) => void lines.push(line) } };
const site = await openSite({
  logger,
  features: [...features, moods],
  prepare: (db) => db.run`create table moods (user_id varchar(36) not null primary key, mood varchar(50) not null)`,
});
const { moodsSeen: seen } = site.app as unknown as { moodsSeen: string[] };

test('a feature needs no change of another', async () => {
  const ada = await createMember(site, 'Ada');
  const moodOf = async () => (await site.db.get<{ mood: string }>`select mood from moods where user_id = ${ada._id}`)?.mood;
  const { texts } = (await ada.get('/api/account/storage')).body;

  expect(await ada.put('/api/mood/curious')).toMatchObject({ status: 200, body: { mood: 'curious' } });
  expect((await ada.get('/api/account/storage')).body.texts - texts).toBe('curious'.length);
  // The client of the tests would refuse a member that the contract does not have.
  const download = await site.app.inject({ url: '/api/users/me/data', headers: { 'x-auth-token': ada.token } });
  expect(download.json().mood).toEqual({ mood: 'curious' });
  await site.app.jobs.runDue();
  expect(await moodOf()).toBe('faded curious');
  await writePost(ada);
  expect(await moodOf()).toBe('proud');

  await ada.delete('/api/profile');
  await site.app.jobs.runDue();
  expect(await site.db.all`select mood from moods`).toEqual([]);
});

test('subscribers after the commit run only then, and their failure changes nothing', async () => {
  const grace = await createMember(site, 'Grace');
  seen.length = 0;
  lines.length = 0;
  expect((await grace.put('/api/mood/unsayable')).status).toBe(500);
  expect(await site.db.all`select mood from moods`).toEqual([]);
  expect(seen).toEqual([]);
  lines.length = 0;
  expect((await grace.put('/api/mood/broken')).status).toBe(200);
  expect(seen).toEqual(['broken']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'mood.set', msg: 'a subscriber failed after a commit' }]);
});
