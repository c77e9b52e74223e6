import { avatarPath, limits, type Tag, type TagDetails, tagKey } from '@dev-connector/contract';
import type { Db, Reader } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { byText, highest, type Page, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { plainTag, resolveTag } from './post-tags.ts';

interface TagRow {
  id: string;
  name: string;
  description: string | null;
  posts: number;
  followers: number;
  used_at: number;
}

const columns = sql`id, name, description, posts, followers, used_at`;

const toTag = ({ name, description, posts, followers, used_at }: TagRow): Tag => ({
  name,
  ...(description && { description }),
  posts,
  followers,
  ...(posts > 0 && { lastUsed: new Date(used_at).toISOString() }),
});

/** Greater than every character of a tag. */
const lastCharacter = '\u{10ffff}';
/** Tags that a completion considers by default: the first with the prefix in alphabetical order, and the most used of all. */
const maxConsidered = 1000;

/** Reads a page of the tags. A prefix returns only the tags that begin with it and have the most posts. */
export async function listTags(db: Db, { q, sort, ...query }: PageQuery & { q?: string; sort?: string }): Promise<JsonPage<Tag>> {
  const { items, next }: Page<TagRow> = q
    ? { items: await tagsWith(db, plainTag(tagKey(q.replace(/^#/, ''))), query.limit ?? limits.pageDefault) }
    : sort === 'name'
      ? await readPage(
          query,
          byText,
          ({ key }, count) => db.all<TagRow & { key: string }>`
            select ${columns}, name as key from tags where name > ${key ?? ''}
            order by name limit cast(${count} as integer)`,
        )
      : await readPage(
          query,
          highest,
          ({ key, id }, count) => db.all<TagRow & { key: number }>`
            select ${columns}, used_at as key from tags
            where (used_at, id) < (cast(${key ?? 0} as bigint), ${id}) order by used_at desc, id desc limit cast(${count} as integer)`,
        );
  return joinPage({ items: items.map((row) => ({ id: row.id, ...toOpenJson(toTag(row)) })), next });
}

/** Reads the most used tags that begin with `prefix`, among as many tags as `considered` in each of two orders. */
export const tagsWith = (db: Reader, prefix: string, count: number, considered = maxConsidered) => db.all<TagRow>`
  select ${columns} from (
    select * from (
      select ${columns} from tags where name >= ${prefix} and name < ${prefix + lastCharacter}
      order by name limit cast(${considered} as integer)
    ) alphabetical
    union select * from (
      select ${columns} from tags where posts > 0 order by posts desc limit cast(${considered} as integer)
    ) used where name >= ${prefix} and name < ${prefix + lastCharacter}
  ) matching order by posts desc, name limit cast(${count} as integer)`;

/** Newest posts of a tag that are considered to find the members who write about it, and the number of these members. */
const [maxPosts, maxMembers] = [500, 5];

/** Returns a tag with its most active members and the viewer's state. Throws `tagNotFound`. */
export async function readTag(db: Db, { id: viewerId }: Member, sent: string): Promise<TagDetails> {
  const { name, ...row } = await findTag(db, sent);
  const [aliases, members, follow, mute] = await Promise.all([
    db.all<{ alias: string }>`select alias from tag_aliases where tag = ${name} order by alias limit 100`,
    db.all<{ user_id: string; name: string; posts: number }>`
      select writer.user_id, u.name, writer.posts from (
        select user_id, count(*) as posts from (
          select (select p.user_id from ${visiblePosts('members')} p where p.id = t.post_id) as user_id from post_tags t
          where t.tag = ${name} order by t.post_id desc limit cast(${maxPosts} as integer)
        ) newest where user_id is not null group by user_id order by posts desc, user_id limit cast(${maxMembers} as integer)
      ) writer join users u on u.id = writer.user_id order by writer.posts desc, writer.user_id`,
    db.get`select tag from tag_follows where user_id = ${viewerId} and tag = ${name}`,
    db.get`select tag from tag_mutes where user_id = ${viewerId} and tag = ${name}`,
  ]);
  return {
    ...toTag({ name, ...row }),
    aliases: aliases.map(({ alias }) => alias),
    members: members.map(({ user_id, name, posts }) => ({ user: { _id: user_id, name, avatar: avatarPath(user_id) }, posts })),
    viewer: { following: follow !== undefined, muted: mute !== undefined },
  };
}

/** Returns the tag of a name or alias. Throws `tagNotFound`. */
export async function findTag(reader: Reader, sent: string): Promise<TagRow> {
  const name = await resolveTag(reader, sent);
  const row = await reader.get<TagRow>`select ${columns} from tags where name = ${name}`;
  if (!row) throw new Failure('tagNotFound');
  return row;
}
