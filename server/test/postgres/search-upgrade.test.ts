import { expect, test } from 'vitest';
import { openDb } from '../../src/db/open.ts';
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
  await site.db.run`drop index tags_posts`; // of version 35
  await site.db.run`delete from schema_version where version >= 34`;
  const upgraded = await openDb(site.settings);
  try {
    expect(await upgraded.all<Row>`select * from search_documents order by seq`).toEqual(current);
  } finally {
    await upgraded.close();
  }
});
