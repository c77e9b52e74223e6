import { tagKey } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Events } from '../../platform/events/events.ts';
import { newId } from '../../platform/id.ts';
import { countPosts } from './post-tags.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** Posts got other tags without an edit: an admin made a tag the alias of another, or a text was rendered again. */
    'post.tagsChanged': { postIds: string[] };
  }
}

/*
 * Changes of tags by an admin. An alias resolves immediately and its tag has its follows and mutes; the job `tags.move` then moves the posts in batches, and after
 * them deletes the follows and mutes of the alias. It also runs every hour, for rows that were written while the alias was created.
 */

const interval = 60 * 60 * 1000; // ms
/** Follows or mutes per transaction. */
const batch = 100;
/** Tags of posts per transaction, which indexes the posts again. */
const postBatch = 10;

/** Makes a name an alias of a tag, which is created if it does not exist. Aliases of the name become aliases of the tag. */
export async function addAlias(db: Db, alias: string, tag: string): Promise<void> {
  const [from, to] = [tagKey(alias), tagKey(tag)];
  await db.transaction(async (tx) => {
    const owners = await tx.all<{ owner: string }>`
      select user_id as owner from tag_follows where tag = ${from} union select user_id as owner from tag_mutes where tag = ${from}`;
    await touchFollowStates(tx, owners);
    // The update locks both tags. Sorted, so that concurrent transactions cannot deadlock.
    for (const name of [from, to].sort())
      await tx.run`
        insert into tags (id, name, used_at) values (${newId()}, ${name}, ${Date.now()}) on conflict (name) do update set used_at = tags.used_at`;
    await tx.run`
      update tags set description = (select description from tags where name = ${from}) where name = ${to} and description is null`;
    await tx.run`update tags set description = null where name = ${from}`;
    await tx.run`delete from tag_aliases where alias = ${to}`;
    await tx.run`update tag_aliases set tag = ${to} where tag = ${from}`;
    await tx.run`insert into tag_aliases (alias, tag) values (${from}, ${to}) on conflict (alias) do update set tag = excluded.tag`;
    const copy = (table: Sql) => tx.run`
      insert into ${table} (user_id, tag, created_at) select user_id, ${to}, created_at from ${table} where tag = ${from}
      on conflict (user_id, tag) do nothing`;
    await tx.run`update tags set followers = followers + ${await copy(follows)} where name = ${to}`;
    await copy(mutes);
    await tx.run`delete from tags where name = ${from} and posts <= 0 and followers <= 0`;
    await tx.run`update jobs set run_at = ${Date.now()} where kind = 'tags.move' and lease is null`;
  });
}

/** Makes the cached pages of these members invalid. Call it before changing tags: other transactions lock in this order, too. */
async function touchFollowStates(tx: Transaction, rows: Array<{ owner: string }>): Promise<void> {
  const userIds = rows.map(({ owner }) => owner);
  await tx.lock`select user_id from follow_states where user_id = any(${userIds}) order by user_id`;
  await tx.run`update follow_states set version = version + 1 where user_id = any(${userIds})`;
}

/** Sets or, with an empty text, removes the description of a tag. Returns whether the tag exists. */
export const describeTag = async (db: Db, tag: string, description: string): Promise<boolean> =>
  (await db.run`update tags set description = ${description || null} where name = ${tagKey(tag)}`) > 0;

export interface TagEntry {
  name: string;
  posts: number;
  followers: number;
  description?: string;
  aliases: string[];
}

type TagRow = Omit<TagEntry, 'aliases' | 'description'> & { description: string | null; aliases: string | null };

/** Yields all tags by name. */
export async function* eachTag(db: Db): AsyncGenerator<TagEntry> {
  const rows = eachRow<TagRow>(
    batch,
    (last) => db.all`
      select name, posts, followers, description, (select string_agg(alias, ' ' order by alias) from tag_aliases where tag = tags.name) as aliases
      from tags where name > ${last?.name ?? ''} order by name limit ${batch}`,
  );
  for await (const { description, aliases, ...row } of rows)
    yield { ...row, ...(description !== null && { description }), aliases: aliases?.split(' ') ?? [] };
}

/** Whether this is the name of a tag and not only of an alias. */
export const hasTag = async (db: Db, name: string): Promise<boolean> =>
  (await db.get`select name from tags where name = ${name} and not exists (select 1 from tag_aliases where alias = tags.name)`) !==
  undefined;

/** Registers the job that moves the posts, follows and mutes of aliases to their tags. */
export function registerTags(context: Context): void {
  context.jobs.every('tags.move', interval, (signal) => moveAliases(context, signal));
}

/** Moves the posts, follows and mutes of all aliases in batches. */
async function moveAliases({ db, events }: Context, signal: AbortSignal): Promise<void> {
  const moves = [(tx: Transaction) => movePosts(tx, events), ...[follows, mutes].map((table) => (tx: Transaction) => moveOwned(tx, table))];
  for (const move of moves) while (!signal.aborted && (await db.transaction(move)) > 0);
  await db.run`
    delete from tags where posts <= 0 and followers <= 0 and description is null and name in (select alias from tag_aliases)`;
}

interface Row {
  owner: string;
  alias: string;
  tag: string;
}

async function movePosts(tx: Transaction, events: Events): Promise<number> {
  const rows = await tx.all<Row>`
    select t.post_id as owner, t.tag as alias, a.tag from tag_aliases a join post_tags t on t.tag = a.alias limit cast(${postBatch} as integer)`;
  const posts = [...new Set(rows.map(({ owner }) => owner))];
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  const changes = new Map<string, number>();
  const add = (tag: string, count: number) => changes.set(tag, (changes.get(tag) ?? 0) + count);
  for (const { owner, alias, tag } of rows) {
    const inserted = await tx.run`
      insert into post_tags (tag, post_id, position, is_field, published_at)
      select ${tag}, post_id, position, is_field, published_at from post_tags where tag = ${alias} and post_id = ${owner} on conflict (tag, post_id) do nothing`;
    const deleted = await tx.run`delete from post_tags where tag = ${alias} and post_id = ${owner}`;
    add(tag, inserted);
    add(alias, -deleted);
  }
  await countPosts(tx, changes);
  await events.publish(tx, 'post.tagsChanged', { postIds: posts });
  return rows.length;
}

const [follows, mutes] = [sql`tag_follows`, sql`tag_mutes`];

/** Moves follows or mutes. Only follows are counted. */
async function moveOwned(tx: Transaction, table: Sql): Promise<number> {
  const rows = await tx.all<Row>`
    select t.user_id as owner, t.tag as alias, a.tag from tag_aliases a join ${table} t on t.tag = a.alias limit cast(${batch} as integer)`;
  await touchFollowStates(tx, rows);
  const changes = new Map<string, number>();
  const add = (tag: string, count: number) => changes.set(tag, (changes.get(tag) ?? 0) + count);
  for (const { owner, alias, tag } of rows) {
    const inserted = await tx.run`
      insert into ${table} (user_id, tag, created_at) select user_id, ${tag}, created_at from ${table} where tag = ${alias} and user_id = ${owner}
      on conflict (user_id, tag) do nothing`;
    const deleted = await tx.run`delete from ${table} where tag = ${alias} and user_id = ${owner}`;
    add(tag, inserted);
    add(alias, -deleted);
  }
  if (table !== mutes)
    // Sorted, so that concurrent transactions cannot deadlock.
    for (const [name, followers] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1)))
      await tx.run`update tags set followers = followers + ${followers} where name = ${name}`;
  return rows.length;
}
