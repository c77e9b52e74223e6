import { setImmediate } from 'node:timers/promises';
import { feedFormats, memberPath, publicTagPath, tagPath, withoutHidden } from '@dev-connector/contract';
import { type Db, firstId } from '../../platform/db/db.ts';
import { html } from '../../platform/http/html.ts';
import type { Member } from '../../platform/member.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { allowedInXml } from './feed.ts';

/** Members and tags per statement. A statement reads at most 100 posts of each tag. */
const [memberBatch, tagBatch] = [500, 10];

const [{ file }] = feedFormats;

/** Yields an OPML 2.0 document (http://opml.org/spec2.opml) of the RSS feeds of the members and tags that a member follows. Only those with public posts have feeds. */
export async function* writeOpml(db: Db, { id }: Member, title: string, origin: string): AsyncGenerator<string> {
  const outline = (name: string, feeds: string, page = feeds) =>
    allowedInXml(
      html`<outline type="rss" text="${name}" title="${name}" xmlUrl="${origin}${feeds}/${file}" htmlUrl="${origin}${page}"/>\n`.text,
    );
  const outlineOf = (name: string, { user_id: _id, handle }: FollowedMember) =>
    outline(withoutHidden(name), `/dev/profile/${_id}`, memberPath({ _id, handle: handle ?? undefined }));
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n';
  yield allowedInXml(html`<head><title>${title}</title></head>\n<body>\n`.text);
  for (let after = firstId, isLast = false; !isLast; ) {
    const rows = await readMembers(db, id, after);
    yield rows.map((row) => (row.name === null ? '' : outlineOf(row.name, row))).join('');
    isLast = rows.length < memberBatch;
    after = rows.at(-1)?.id ?? after;
    await setImmediate(); // lets other requests run
  }
  for (let after = '', isLast = false; !isLast; ) {
    const rows = await readTags(db, id, after);
    yield rows.map(({ tag, hasPosts }) => (hasPosts ? outline(`#${tag}`, tagPath(tag), publicTagPath(tag)) : '')).join('');
    isLast = rows.length < tagBatch;
    after = rows.at(-1)?.tag ?? after;
    await setImmediate();
  }
  yield '</body>\n</opml>\n';
}

interface FollowedMember {
  id: string;
  user_id: string;
  handle: string | null;
  /** Null without a public post. */
  name: string | null;
}

/** Reads followed members. */
const readMembers = (db: Db, id: string, after: string) => db.all<FollowedMember>`
  select f.id, f.followee_id as user_id, (select handle from users u where u.id = f.followee_id) as handle, (
    select name from users u where u.id = f.followee_id and (
      select 1 from ${visiblePosts('visitors')} p where p.user_id = f.followee_id limit 1) is not null) as name
  from user_follows f where f.follower_id = ${id} and f.id > ${after} order by f.id limit 500`;

/** Reads followed tags and whether each has a public post, as `newestPublicWithTag`. */
const readTags = (db: Db, id: string, after: string) => db.all<{ tag: string; hasPosts: number | null }>`
  select f.tag, (
    select 1 from (
      select post_id from post_tags t where t.tag = f.tag and t.published_at > 0 order by t.published_at desc, t.post_id desc limit 100) newest
    where (select id from ${visiblePosts('visitors')} p where p.id = newest.post_id) is not null limit 1) as "hasPosts"
  from tag_follows f where f.user_id = ${id} and f.tag > ${after} order by f.tag limit 10`;
