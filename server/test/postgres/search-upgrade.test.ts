import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ourMigrations } from '../../src/platform/db/migrations.ts';
import { createCommunity } from '../search-community.ts';
import { openSite } from '../site.ts';

test('an upgrade puts all terms of a document into one column, without the keys', async () => {
  const site = await openSite();
  const { reader } = await createCommunity(site);
  const rows = () => site.db.all<{ seq: number; words: string }>`select * from search_documents order by seq`;
  const current = await rows();
  expect(current.length).toBeGreaterThan(40);
  // The columns as version 34 wrote them: the terms of titles in another one, and keys without a position.
  await site.db.run`alter table search_documents add column title tsvector not null default ''`;
  for (const { seq, words } of current) {
    const terms = words.split(' ');
    const titles = terms.filter((term) => term.startsWith("'title:"));
    const others = terms.filter((term) => !titles.includes(term));
    const title = [...titles.map((term) => term.replace('title:', '')), "'^rus'", "'~a_-'"].join(' ');
    await site.db.run`
      update search_documents set title = cast(${title} as tsvector), words = cast(${`${others.join(' ')} '^rus' '~a_-'`} as tsvector)
      where seq = ${seq}`;
  }
  const client = new pg.Client(site.settings.databaseUrl);
  await client.connect();
  await client.query(readFileSync(new URL('0043-one-tsvector.postgres.sql', ourMigrations), 'utf8')).finally(() => client.end());
  expect(await rows()).toEqual(current);
  expect((await reader.get('/api/search?q=rust+lifetimes')).body).toHaveLength(1);
});
