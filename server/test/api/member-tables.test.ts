import { beforeAll, expect, test } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { features } from '../../src/features.ts';
import { Sql } from '../../src/platform/db/sql.ts';
import { send } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMember, saveProfile, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/* Every table with rows of members: what the download has of it, and that a deletion leaves none. */

const site = await openSite();
const ofFeatures = features.flatMap(({ memberTables = {} }) => Object.entries(memberTables));

/** Returns the columns that refer to users: those with a foreign key, and those called user_id. */
const references = () =>
  site.db.engine === 'sqlite'
    ? site.db.all<{ table: string; column: string }>`
        select m.name as "table", f."from" as "column" from sqlite_master m join pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = 'users'
        union select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'user_id'`
    : site.db.all<{ table: string; column: string }>`
        select c.conrelid::regclass::text as "table", a.attname::text as "column"
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass
        union select c.table_name::text, c.column_name::text from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.column_name = 'user_id' and t.table_type = 'BASE TABLE' and c.table_schema = current_schema()`;

let ada: TestMember;

beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  const grace = await createMember(site, 'Grace');
  await saveProfile(ada);
  for (const handle of ['former', 'current']) await ada.patch('/api/account', { handle });
  await ada.put('/api/profile/experience', { title: 'T', company: 'C', from: '2020-01-01' });
  await ada.put('/api/profile/education', { school: 'S', degree: 'D', from: '2020-01-01' });
  const [own, other] = [await writePost(ada, '#mine'), await writePost(grace, '#theirs @current')];
  await ada.patch(`/api/posts/${own}`, { text: 'Edited #mine', version: 1 });
  const comment = (await ada.post(`/api/posts/comment/${other}`, { text: 'A comment' })).body[0]._id;
  await ada.put(`/api/posts/like/${other}`);
  await ada.put(`/api/comments/${comment}/like`);
  await ada.put(`/api/bookmarks/${other}`);
  await ada.put('/api/drafts/post', { text: 'A draft' });
  await ada.put(`/api/follows/users/${grace._id}`);
  await grace.put(`/api/follows/users/${ada._id}`);
  await site.db.run`insert into post_watches (post_id, user_id, state, created_at) values (${other}, ${ada._id}, 'watched', 1)`;
  await site.db.run`insert into notification_settings (user_id, kind, channel, is_on) values (${ada._id}, 'like', 'site', 0)`;
  await ada.patch('/api/notifications/mail', { frequency: 'daily' });
  await site.db.run`insert into mailed_discussions (user_id, discussion, mailed_at) values (${ada._id}, ${other}, 1)`;
  await ada.put('/api/follows/tags/theirs');
  await ada.put('/api/mutes/tags/mine');
  const { payload, headers } = await formOf({ file: await image() });
  const form = { payload, headers: { ...headers, 'x-auth-token': ada.token } };
  await send(site.app, { method: 'POST', url: '/api/media', ...form });
  await send(site.app, { method: 'PUT', url: '/api/account/avatar', ...form });
  await createResetLink(site.db, ada._id);
  await site.db.run`
    insert into mailed_links (secret_hash, purpose, user_id, mail_id, email, created_at, expires_at) values ('h', 'reset', ${ada._id}, ${ada._id}, 'e', 1, 2)`;
  await site.db.run`insert into avatars (user_id, type, picture, hash, fetched_at) values (${ada._id}, 'image/png', 'AAAA', 'h', 1)`;
  await site.db.run`insert into known_addresses (user_id, address, used_at) values (${ada._id}, 'a', ${Date.now()})`;
  await site.db
    .run`insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, 'the-first-22-characters', ${Date.now()})`;
});

const count = async ({ table, column }: { table: string; column: string }): Promise<number> => {
  const [from, where] = [table, `"${column}"`].map((name) => new Sql(Object.assign([name], { raw: [name] }), [])) as [Sql, Sql];
  return (await site.db.get<{ rows: number }>`select count(*) as rows from ${from} where ${where} = ${ada._id}`)?.rows ?? 0;
};

test('each table that refers to users belongs to one feature', async () => {
  const tables = new Set((await references()).map(({ table }) => table));
  expect(ofFeatures.map(([table]) => table).toSorted()).toEqual([...tables].toSorted());
});

test('the download has the rows of each table, and a deletion leaves none', async () => {
  const data = (await ada.get('/api/users/me/data')).body;
  for (const [table, { exportedAs }] of ofFeatures.map(([table, where]) => [table, { exportedAs: undefined, ...where }] as const))
    if (exportedAs) expect.soft(data[exportedAs], table).not.toEqual(expect.toBeOneOf([undefined, []]));
  const before = await Promise.all((await references()).map(async (reference) => ({ ...reference, rows: await count(reference) })));
  expect(before.filter(({ rows }) => rows === 0)).toEqual([]);

  await ada.delete('/api/profile');
  await site.app.jobs.runDue();
  const after = await Promise.all((await references()).map(async (reference) => ({ ...reference, rows: await count(reference) })));
  expect(after.filter(({ rows }) => rows > 0)).toEqual([]);
});
