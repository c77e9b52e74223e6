import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  type Db,
  DuplicateKey,
  MissingReference,
  type Transaction,
} from '../../src/platform/db/db.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { type Sql, sql } from '../../src/platform/db/sql.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { newId } from '../../src/platform/id.ts';
import { onCleanup } from '../cleanup.ts';
import { migrationsUntil, newestVersion, withLaterMigration } from '../migrations.ts';
import { createDatabase } from '../site.ts';

/* The database interface, which behaves the same on both engines. */

let db: Db;
beforeAll(async () => {
  db = await openDb(await createDatabase());
});
afterAll(() => db.close());

const insert = (into: Pick<Db, 'run'>, id: string, key = id) => into.run`
  insert into users (id, name, email, email_key, password_hash, created_at) values (${id}, ${'N'}, ${'e'}, ${key}, ${'h'}, ${1})`;
const exists = async (id: string) => (await db.get`select id from users where id = ${id}`) !== undefined;
const oops = new Error('oops');

test('a list matches each of its strings, including special characters', async () => {
  const ids = [newId(), newId(), `'";--\\ {},[] \u{1F600}`, ''];
  for (const id of ids) await insert(db, id);
  const found = async (list: string[]) =>
    (await db.all<{ id: string }>`select id from users where id = any(${list})`).map(({ id }) => id).toSorted();
  expect(await found(ids)).toEqual(ids.toSorted());
  expect(await found([ids[2] as string, ids[2] as string, 'unknown'])).toEqual([ids[2]]);
  expect(await found([])).toEqual([]);
  expect(await db.run`delete from users where id = any(${ids})`).toBe(ids.length);
});

test('a statement contains fragments with their values, in each place and at each depth', async () => {
  const [first, second, third] = [newId(), newId(), newId()];
  const ids = [first, second, third];
  for (const id of ids) await insert(db, id, `key ${id}`);
  const isOneOf = (list: string[]) => sql`id = any(${list})`;
  const found = async (condition: Sql | null, column: Sql, last: string | Sql) =>
    (
      await db.all<{ found: string }>`
        select ${column} as found from users where ${condition ?? sql`true`} and ${isOneOf(ids)} and id <= ${last} order by ${sql`id`}`
    ).map((row) => row.found);
  const [id, key] = [sql`id`, sql`email_key`];
  expect(await found(null, id, third)).toEqual(ids);
  expect(await found(sql`(${isOneOf([first])} or id = ${third})`, id, third)).toEqual([first, third]);
  expect(await found(isOneOf([second]), key, third)).toEqual([`key ${second}`]);
  expect(await found(null, id, sql`${second} || ${''}`)).toEqual([first, second]);
  expect(await found(null, id, second)).toEqual([first, second]);
  await db.transaction(async (tx) => {
    expect(await tx.lock`select ${key} as found from users where ${isOneOf([third])}`).toEqual({ found: `key ${third}` });
    expect(await tx.run`delete from users where ${isOneOf(ids)}`).toBe(3);
  });
});

describe('a transaction', () => {
  test('returns the result of its function and is visible to the next read', async () => {
    const id = newId();
    const seen = await db.transaction(async (tx) => {
      expect(await insert(tx, id)).toBe(1);
      return tx.get<{ name: string }>`select name from users where id = ${id}`;
    });
    expect(seen).toEqual({ name: 'N' });
    expect(await exists(id)).toBe(true);
  });

  test('that throws is rolled back without affecting the others in its batch', async () => {
    const ids = Array.from({ length: 9 }, newId);
    const all = ids.map((id, index) =>
      db.transaction(async (tx) => {
        await insert(tx, id);
        if (index % 3 === 1) throw oops;
        return index;
      }),
    );
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((_, index) => index % 3 !== 1));
    for (const [index, id] of ids.entries()) expect(await exists(id)).toBe(index % 3 !== 1);
  });

  test('is not visible to reads while it is open', async () => {
    const id = newId();
    const open = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const done = db.transaction(async (tx) => {
      await insert(tx, id);
      written.resolve();
      await open.promise;
    });
    await written.promise;
    expect(await exists(id)).toBe(false);
    open.resolve();
    await done;
    expect(await exists(id)).toBe(true);
  });

  test('does not include statements from outside', async () => {
    const [inside, outside] = [newId(), newId()];
    let stray: Promise<number> | undefined;
    const failed = db.transaction(async (tx) => {
      await insert(tx, inside);
      stray = insert(db, outside);
      throw oops;
    });
    await expect(failed).rejects.toBe(oops);
    await stray;
    expect([await exists(inside), await exists(outside)]).toEqual([false, true]);
  });

  test('refuses statements after its end', async () => {
    let late: Transaction | undefined;
    await db.transaction(async (tx) => void (late = tx));
    const id = newId();
    await expect(insert(late as Transaction, id)).rejects.toThrow('ended');
    await expect((late as Transaction).get`select 1 as one`).rejects.toThrow('ended');
    await expect(
      db.transaction((tx) => {
        late = tx;
        return Promise.reject(oops);
      }),
    ).rejects.toBe(oops);
    await expect(insert(late as Transaction, id)).rejects.toThrow('ended');
    expect(await exists(id)).toBe(false);
  });

  test('with a failed statement is rolled back even if its function ignores the error', async () => {
    const [id, duplicate] = [newId(), newId()];
    const careless = db.transaction(async (tx) => {
      await insert(tx, id);
      await insert(tx, duplicate, id).catch(() => {});
      return 'fine';
    });
    await expect(careless).rejects.toThrow();
    expect([await exists(id), await exists(duplicate)]).toEqual([false, false]);
  });

  test('does not lose updates of 50 concurrent transactions', async () => {
    const id = newId();
    await insert(db, id);
    const add = () =>
      db.transaction(async (tx) => {
        const row = await tx.lock<{ created_at: number }>`select created_at from users where id = ${id}`;
        await tx.run`update users set created_at = ${(row?.created_at ?? 0) + 1} where id = ${id}`;
      });
    await Promise.all(Array.from({ length: 50 }, add));
    expect(await db.get`select created_at from users where id = ${id}`).toEqual({ created_at: 51 });
  });

  test('runs concurrent statements', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const read = await db.transaction(async (tx) => {
      await Promise.all(ids.map((id) => insert(tx, id)));
      return Promise.all(ids.map((id) => tx.get`select id from users where id = ${id}`));
    });
    expect(read).toEqual(ids.map((id) => ({ id })));
  });
});

test('a failed statement is rolled back completely without affecting the others in its batch', async () => {
  const [taken, before, first, after] = Array.from({ length: 4 }, newId) as [string, string, string, string];
  await insert(db, taken);
  const half = db.run`
    insert into users (id, name, email, email_key, password_hash, created_at)
    select ${first}, name, email, ${first}, password_hash, created_at from users where id = ${taken}
    union all select id, name, email, email_key, password_hash, created_at from users where id = ${taken}`;
  const outcomes = await Promise.allSettled([insert(db, before), half, insert(db, after)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await Promise.all([before, first, after].map(exists))).toEqual([true, false, true]);
});

test('a foreign key violation rejects with MissingReference', async () => {
  const session = (into: Pick<Db, 'run'>) =>
    into.run`insert into sessions (id, token_hash, user_id, created_at, used_at) values (${newId()}, ${newId()}, ${newId()}, ${1}, ${1})`;
  await expect(session(db)).rejects.toBeInstanceOf(MissingReference);
  await expect(db.transaction(session)).rejects.toBeInstanceOf(MissingReference);
});

test('values are passed as bound parameters', async () => {
  for (const value of ["'; drop table users; --", '$1 ? {{id}}', '\\', '%_', '𝒳 é \u2028', 'x'.repeat(100_000)]) {
    expect(await db.get`select cast(${value} as text) as value`).toEqual({ value });
  }
  expect(await db.get<{ at: number }>`select cast(${Date.UTC(2100, 0)} as bigint) as at`).toEqual({ at: Date.UTC(2100, 0) });
});

test('a closed database rejects with DatabaseUnavailable', async () => {
  const other = await openDb(await createDatabase());
  await other.close();
  for (const query of [
    other.get`select 1 as one`,
    other.all`select 1 as one`,
    insert(other, newId()),
    other.transaction((tx) => insert(tx, newId())),
  ]) {
    await expect(query).rejects.toBeInstanceOf(DatabaseUnavailable);
  }
});

describe('migrations', () => {
  const versions = async (of: Db) =>
    of.engine === 'sqlite'
      ? of.all<{ version: number }>`select user_version as version from pragma_user_version`
      : of.all<{ version: number }>`select version from schema_version order by version`;
  const openWith = (address: { dataDir: string; databaseUrl: string | undefined }, migrations: URL) =>
    address.databaseUrl
      ? openPostgres(address.databaseUrl, { migrations })
      : openSqlite(join(address.dataDir, 'dev-connector.db'), { migrations });

  test('a reply below a comment without a placeholder becomes a comment on the post', async () => {
    const address = await createDatabase();
    const before = await openWith(address, migrationsUntil(22));
    const [user, post, gone, placeholder, reply, kept] = [newId(), newId(), newId(), newId(), newId(), newId()];
    await before.run`insert into users (id, name, email, email_key, password_hash, created_at) values (${user}, 'Ada', 'a@example.org', 'a@example.org', 'x', 1)`;
    await before.run`insert into posts (id, user_id, text, created_at) values (${post}, ${user}, 'Post', 1)`;
    await before.run`insert into deleted_comments (id, post_id, parent_id, created_at) values (${placeholder}, ${post}, ${gone}, 1)`;
    for (const [id, parent] of [
      [reply, gone],
      [kept, placeholder],
    ] as const)
      await before.run`insert into comments (id, post_id, user_id, parent_id, text, created_at) values (${id}, ${post}, ${user}, ${parent}, 'Reply', 1)`;
    await before.close();

    const db = await openDb(address);
    expect(await db.all`select id, parent_id from comments order by id`).toEqual([
      { id: reply, parent_id: null },
      { id: kept, parent_id: placeholder },
    ]);
    expect(await db.all`select parent_id from deleted_comments`).toEqual([{ parent_id: null }]);
    await db.close();
  });

  test('give public posts the date of their creation as the date of their first publication', async () => {
    const address = await createDatabase();
    const before = await openWith(address, migrationsUntil(36));
    const [user, open, closed] = [newId(), newId(), newId()];
    await before.run`insert into users (id, name, email, email_key, password_hash, created_at) values (${user}, 'Ada', 'a@example.org', 'a@example.org', 'x', 1)`;
    for (const [id, visibility] of [
      [open, 'public'],
      [closed, 'members'],
    ] as const) {
      await before.run`insert into posts (id, user_id, text, visibility, created_at) values (${id}, ${user}, 'Post', ${visibility}, 5)`;
      await before.run`insert into post_tags (tag, post_id, position, is_field) values ('rust', ${id}, 0, 1)`;
    }
    await before.close();

    const db = await openDb(address);
    expect(await db.all`select id, published_at from posts order by id`).toEqual([
      { id: open, published_at: 5 },
      { id: closed, published_at: null },
    ]);
    expect(await db.all`select post_id, published_at from post_tags order by post_id`).toEqual([
      { post_id: open, published_at: 5 },
      { post_id: closed, published_at: null },
    ]);
    await db.close();
  });

  test('run once even if several processes open the database concurrently', async () => {
    const address = await createDatabase();
    const all = await Promise.all(Array.from({ length: 6 }, () => openDb(address)));
    for (const one of all) {
      const found = (await versions(one)).map(({ version }) => version);
      expect(found.at(-1)).toBe(newestVersion);
      expect(new Set(found).size).toBe(found.length);
    }
    const id = newId();
    await insert(all[0] as Db, id);
    expect(await (all[5] as Db).get`select id from users where id = ${id}`).toEqual({ id });
    for (const one of all) await one.close();
  });

  test('upgrade an older database and keep its data', async () => {
    const address = await createDatabase();
    const old = await openDb(address);
    const id = newId();
    await insert(old, id);
    await old.close();
    const migrations = withLaterMigration('alter table users add column later text;');
    const all = await Promise.all(Array.from({ length: 4 }, () => openWith(address, migrations)));
    for (const one of all) {
      expect(await one.get`select id, later from users`).toEqual({ id, later: null });
      expect((await versions(one)).at(-1)).toEqual({ version: newestVersion + 1 });
      await one.close();
    }
  });

  test('that recreate tables keep all rows and references', async () => {
    const address = await createDatabase();
    const old = await openWith(address, migrationsUntil(7));
    const [ada, bob, post, plain, comment, like] = Array.from({ length: 6 }, newId) as [string, string, string, string, string, string];
    for (const id of [ada, bob])
      await old.run`
        insert into users (id, name, email, email_key, avatar, password_hash, created_at) values (${id}, ${'N'}, ${'e'}, ${id}, ${'a'}, ${'h'}, ${1})`;
    for (const [id, key] of [
      [post, 'k'],
      [plain, null],
    ] as const)
      await old.run`insert into posts (id, user_id, text, like_count, comment_count, version, idempotency_key, created_at) values (${id}, ${ada}, ${'T'}, ${1}, ${1}, ${7}, ${key}, ${5})`;
    await old.run`insert into comments (id, post_id, user_id, text, idempotency_key, created_at) values (${comment}, ${post}, ${bob}, ${'C'}, ${'k'}, ${6})`;
    await old.run`insert into likes (id, post_id, user_id, created_at) values (${like}, ${post}, ${bob}, ${7})`;
    const everything = async (db: Db) => ({
      posts: await db.all`select id, user_id, text, like_count, comment_count, idempotency_key, created_at from posts order by id`,
      comments: await db.all`select * from comments`,
      likes: await db.all`select * from likes`,
    });
    const before = await everything(old);
    await old.close();

    const db = await openDb(address);
    onCleanup(db.close);
    expect(await everything(db)).toMatchObject(before); // later migrations add columns
    const again = (key: string | null) =>
      db.run`insert into posts (id, user_id, text, idempotency_key, created_at) values (${newId()}, ${ada}, ${'T'}, ${key}, ${5})`;
    await expect(again('k')).rejects.toBeInstanceOf(DuplicateKey);
    expect(await again(null)).toBe(1);
    const commentAgain = db.run`
      insert into comments (id, post_id, user_id, text, idempotency_key, created_at) values (${newId()}, ${post}, ${bob}, ${'C'}, ${'k'}, ${6})`;
    await expect(commentAgain).rejects.toBeInstanceOf(DuplicateKey);
    const withoutAuthor = db.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${newId()}, ${'T'}, ${5})`;
    await expect(withoutAuthor).rejects.toBeInstanceOf(MissingReference);
    await db.run`delete from users where id = ${ada}`;
    expect(await everything(db)).toEqual({ posts: [], comments: [], likes: [] });
  });

  test('that fail leave the database unchanged and reject with DatabaseUnusable', async () => {
    const address = await createDatabase();
    await (await openDb(address)).close();
    const broken = withLaterMigration('create table later (id text not null); select nonsense;');
    await expect(openWith(address, broken)).rejects.toThrow(DatabaseUnusable);
    const again = await openDb(address);
    await expect(again.all`select * from later`).rejects.toThrow();
    await again.close();
  });

  test('reject a database of a newer version', async () => {
    const address = await createDatabase();
    await (await openWith(address, withLaterMigration('create table later (id text not null);'))).close();
    const opened = openDb(address);
    await expect(opened).rejects.toThrow(DatabaseUnusable);
    await expect(opened).rejects.toThrow(
      `The database is at version ${newestVersion + 1}, but this program knows only version ${newestVersion}. Start the newer program again`,
    );
  });
});

test('a database that cannot be opened rejects with DatabaseUnusable, or DatabaseUnavailable if it may be late', async () => {
  const { dataDir } = await createDatabase();
  const where =
    inject('engine') === 'postgres'
      ? { dataDir, databaseUrl: 'postgres://localhost:1/none?user=nobody' }
      : { dataDir: join(dataDir, 'file') };
  mkdirSync(join(dataDir, 'file', 'dev-connector.db'), { recursive: true });
  const opened = openDb(where);
  await expect(opened).rejects.toThrow(inject('engine') === 'postgres' ? DatabaseUnavailable : DatabaseUnusable);
  await expect(opened).rejects.toThrow(
    /^The (PostgreSQL database|database file .+) (cannot be reached|is a folder|cannot be opened).*: .+\. .+\.$/s,
  );
});
