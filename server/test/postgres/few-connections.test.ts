import { expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { onCleanup } from '../cleanup.ts';
import { createMember } from '../members.ts';
import { query } from '../postgres.ts';
import { createDatabase, openSite } from '../site.ts';

/** Creates a role with this number of connections, and returns the URL of an empty database for it. */
async function databaseWith(connections: number): Promise<string> {
  const { databaseUrl } = await createDatabase({ migrated: true });
  const url = String(databaseUrl);
  const role = `few_${newId().replaceAll('-', '')}`;
  await query(
    url,
    `create role ${role} login connection limit ${connections}; grant all on schema public to ${role}; grant all on all tables in schema public to ${role}`,
  );
  onCleanup(() => query(inject('postgresUrl'), `drop role ${role}`));
  onCleanup(() => query(url, `drop owned by ${role} cascade`));
  return url.replace('user=postgres', `user=${role}`);
}

test.for([1, 2, 4, 6])('requests queue for %i connections, fewer than the site wants', async (connections) => {
  const site = await openSite({ databaseUrl: await databaseWith(connections) });
  const ada = await createMember(site, 'Ada');
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, number) => [
      ada.post('/api/posts', { text: `Post ${number}` }),
      ada.get('/api/posts'),
      ada.get('/api/search?q=post'),
      ada.get('/api/posts?limit=1'),
    ]).flat(),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ada.get('/api/posts?limit=100')).body).toHaveLength(20);
});

test.for([2, 3, 5, 9])('a site with DATABASE_CONNECTIONS=%i opens no more', async (databaseConnections) => {
  const { databaseUrl = '' } = await createDatabase({ migrated: true });
  const site = await openSite({ databaseUrl, databaseConnections });
  const ada = await createMember(site, 'Ada');
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => [
      ada.post('/api/posts', { text: 'Post' }),
      ada.get('/api/posts'),
      ada.get('/api/search?q=post'),
    ]).flat(),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await query(
    databaseUrl,
    'select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect(rows[0].open).toBeLessThanOrEqual(databaseConnections);
});
