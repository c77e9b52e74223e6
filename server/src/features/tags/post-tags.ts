import { isTagName, limits, tagKey } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/id.ts';
import { linkOnly, tagsIn } from '../markdown/tags.ts';

interface Row {
  tag: string;
  is_field: number;
}

/** The tags of a post's field; without them, those of the field stay. `isNew`: the post has no tags yet. */
export interface FieldTags {
  field?: string[] | undefined;
  isNew?: boolean;
}

/**
 * Stores the tags of a post: those of the field, then those of its HTML. Returns the tags, and the HTML with links to these tags only. The caller invalidates the
 * cached post.
 */
export async function savePostTags(
  tx: Transaction,
  postId: string,
  html: string,
  { field, isNew }: FieldTags,
): Promise<{ tags: string[]; html: string; areTagsChanged: boolean }> {
  const before = isNew ? [] : await tx.all<Row>`select tag, is_field from post_tags where post_id = ${postId} order by position`;
  const own = field ?? before.flatMap(({ tag, is_field }) => (is_field ? [tag] : []));
  const ofText = tagsIn(html);
  if (own.length + ofText.length === 0 && before.length === 0) return { tags: [], html, areTagsChanged: false };
  const [fieldTags, textTags] = [await resolveTags(tx, own), await resolveTags(tx, ofText)];
  const tags = [...new Set([...fieldTags, ...textTags])].slice(0, limits.tags);
  const areTagsChanged = await replaceTags(
    tx,
    postId,
    before,
    tags.map((tag) => ({ tag, is_field: fieldTags.includes(tag) ? 1 : 0 })),
  );
  const links = new Set(ofText.filter((_, index) => tags.includes(textTags[index] as string)));
  return { tags, html: linkOnly(html, links), areTagsChanged };
}

/** Returns whether the tags differ from those before. */
async function replaceTags(tx: Transaction, postId: string, before: Row[], rows: Row[]): Promise<boolean> {
  if (JSON.stringify(rows) === JSON.stringify(before)) return false;
  const [old, now] = [before, rows].map((list) => new Set(list.map(({ tag }) => tag))) as [Set<string>, Set<string>];
  await countPosts(
    tx,
    new Map([...[...old.difference(now)].map((tag) => [tag, -1] as const), ...[...now.difference(old)].map((tag) => [tag, 1] as const)]),
  );
  await tx.run`delete from post_tags where post_id = ${postId}`;
  for (const [position, { tag, is_field }] of rows.entries())
    await tx.run`insert into post_tags (tag, post_id, position, is_field) values (${tag}, ${postId}, ${position}, ${is_field})`;
  await savePublication(tx, postId);
  return true;
}

/** Stores with the tags of a post when it was first public, while it is. Call it after a change of the tags or the visibility. */
export const savePublication = (tx: Transaction, postId: string): Promise<number> =>
  tx.run`
    update post_tags set published_at = (select p.published_at from posts p where p.id = post_tags.post_id and p.visibility = 'public')
    where post_id = ${postId}`;

/** Whether the field of a post holds these tags. */
export async function hasFieldTags(tx: Transaction, postId: string, tags: string[]): Promise<boolean> {
  const rows = await tx.all<{ tag: string }>`select tag from post_tags where post_id = ${postId} and is_field = 1 order by position`;
  const wanted = [...new Set(await resolveTags(tx, tags))];
  return wanted.length === rows.length && rows.every(({ tag }, index) => tag === wanted[index]);
}

/** Removes the tags of posts that are about to be hidden or deleted. */
export async function removePostTags(tx: Transaction, postIds: string[]): Promise<void> {
  const rows = await tx.all<{ tag: string; posts: number }>`
    select tag, count(*) as posts from post_tags where post_id = any(${postIds}) group by tag`;
  if (rows.length === 0) return;
  await countPosts(tx, new Map(rows.map(({ tag, posts }) => [tag, -posts])));
  await tx.run`delete from post_tags where post_id = any(${postIds})`;
}

/** Resolves names to tags, in the same order: an alias to its tag, and `ｒｕｓｔ` to `rust` unless it is an older tag. */
export async function resolveTags(reader: Reader, sent: string[]): Promise<string[]> {
  const keys = sent.map(tagKey);
  const compatible = keys.filter((key) => plainTag(key) !== key);
  const stored = compatible.length === 0 ? [] : await reader.all<{ name: string }>`select name from tags where name = any(${compatible})`;
  const kept = new Set(stored.map(({ name }) => name));
  const names = keys.map((key) => (kept.has(key) ? key : plainTag(key)));
  const aliases = await reader.all<{ alias: string; tag: string }>`select alias, tag from tag_aliases where alias = any(${names})`;
  const byAlias = new Map(aliases.map(({ alias, tag }) => [alias, tag]));
  return names.map((name) => byAlias.get(name) ?? name);
}

/** Resolves a name to its tag. */
export const resolveTag = async (reader: Reader, sent: string): Promise<string> => (await resolveTags(reader, [sent]))[0] ?? '';

/** Replaces compatibility characters (NFKC), unless the result has characters that no tag has. */
export function plainTag(key: string): string {
  const plain = tagKey(key.normalize('NFKC'));
  return plain === key || !isTagName(plain) ? key : plain;
}

/** Adds to the numbers of posts. Sorts the tags, so that concurrent transactions cannot deadlock, and deletes unused tags. */
export async function countPosts(tx: Transaction, changes: Map<string, number>): Promise<void> {
  for (const [name, posts] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (posts > 0)
      await tx.run`
        insert into tags (id, name, posts, used_at) values (${newId()}, ${name}, ${posts}, ${Date.now()})
        on conflict (name) do update set posts = tags.posts + excluded.posts, used_at = excluded.used_at`;
    else await tx.run`update tags set posts = posts + ${posts} where name = ${name}`;
  const reduced = [...changes].flatMap(([name, posts]) => (posts < 0 ? [name] : []));
  if (reduced.length > 0) await deleteUnusedTags(tx, reduced);
}

/** Deletes those of these tags that have no posts, followers and description. */
export const deleteUnusedTags = (tx: Transaction, names: string[]): Promise<number> =>
  tx.run`delete from tags where name = any(${names}) and posts <= 0 and followers <= 0 and description is null`;
