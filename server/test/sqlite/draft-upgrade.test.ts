import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ourMigrations, readMigrations } from '../../src/platform/db/migrations.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { dialect } from '../../src/platform/db/sqlite/sqlite.ts';
import { onCleanup } from '../cleanup.ts';

test('an upgrade keeps all columns of drafts, which then outlive their post', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-test-'));
  onCleanup(() => rmSync(dataDir, { recursive: true }));
  const database = new DatabaseSync(databaseFile(dataDir));
  for (const { version, sql } of readMigrations(dialect, ourMigrations)) {
    if (version > 35) break;
    database.exec(sql);
    if (version === 1) database.exec("insert into users values ('i', 'Ida', 'e', 'k', 'a', 'h', 1)");
  }
  database.exec(`
    insert into posts (id, user_id, text, created_at) values ('p', 'i', 'A post', 1);
    insert into drafts (user_id, context, post_id, comment_id, title, tags, visibility, text, version, updated_at) values
      ('i', 'post', null, null, 'A title', 'rust, half', 'public', ' New ', 7, 8), ('i', 'comment:p', 'p', null, null, null, null, 'Unsent', 9, 10);
    pragma user_version = 35`);
  const drafts =
    'select user_id, context, post_id, comment_id, title, tags, visibility, text, version, updated_at from drafts order by context';
  const before = database
    .prepare(drafts)
    .all()
    .map((row) => ({ ...row }));
  database.close();
  const db = await openDb({ dataDir });
  onCleanup(() => db.close());
  const after = () =>
    db.all`select user_id, context, post_id, comment_id, title, tags, visibility, text, version, updated_at from drafts order by context`;
  expect(await after()).toEqual(before);
  await db.run`delete from posts where id = 'p'`;
  expect(await after()).toEqual(before);
});
