import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ourMigrations } from '../../src/platform/db/migrations.ts';
import { createCommunity } from '../search-community.ts';
import { openSite } from '../site.ts';

interface Row {
  seq: number;
  id: string;
  words: string;
}

test('an upgrade adds the keys of pairs and beginnings to all documents', async () => {
  const site = await openSite();
  await createCommunity(site);
  const rows = () => site.db.all<Row>`select * from search_documents order by seq`;
  const current = await rows();
  expect(current.length).toBeGreaterThan(40);
  // The columns as version 33 wrote them: a key has no position.
  await site.db.run`
    update search_documents set title = ts_delete(title, array(select lexeme from unnest(title) where positions is null)),
      words = ts_delete(words, array(select lexeme from unnest(words) where positions is null))`;
  expect(await rows()).not.toEqual(current);
  const client = new pg.Client(site.settings.databaseUrl);
  await client.connect();
  await client.query(readFileSync(new URL('0034-search-keys.postgres.sql', ourMigrations), 'utf8')).finally(() => client.end());
  expect(await rows()).toEqual(current);
});
