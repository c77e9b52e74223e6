import { avatarPath, limits, type Mentionable } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import type { Member } from '../../platform/member.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { nameWords } from '../directory/names.ts';
import { visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';

/** Comments whose authors count as members of a discussion: the newest ones. */
const maxComments = 200;

/** Follows every character of a handle in the order of the database. */
const lastCharacter = '~';

interface Row {
  id: string;
  name: string;
  handle: string;
}

/** Suggests members whom the viewer may mention: those in the discussion with a name or handle that begins with the text, then others with such a handle. */
export async function suggestMentions(db: Db, viewer: Member, { q = '', post }: { q?: string; post?: string }): Promise<Mentionable[]> {
  const start = baseKey(q);
  const [present, others] = await Promise.all([
    post === undefined ? [] : readDiscussion(db, viewer, post),
    start === '' ? [] : readByHandle(db, viewer, start),
  ]);
  const matching = present
    .toSorted((a, b) => (a.handle < b.handle ? -1 : 1))
    .filter(({ name, handle }) => handle.toLowerCase().startsWith(start) || nameWords(name).some((word) => word.startsWith(start)));
  const rows = new Map([...matching, ...others].map((row) => [row.id, row]));
  rows.delete(viewer.id);
  return Array.from(rows.values(), ({ id, name, handle }) => ({ _id: id, name, handle, avatar: avatarPath(id) })).slice(
    0,
    limits.suggestedMentions,
  );
}

/** Reads the author of a post and those of its newest comments, perhaps several times. */
const readDiscussion = (db: Db, viewer: Member, post: string): Promise<Row[]> => db.all`
  select u.id, u.name, u.handle from (
    select p.user_id from ${visiblePosts(viewer)} p where p.id = ${post}
    union all select user_id from (
      select c.user_id from ${visibleComments(viewer)} c
      where c.post_id = ${post} and exists (select 1 from ${visiblePosts(viewer)} p where p.id = ${post})
      order by c.id desc limit cast(${maxComments} as integer)
    ) newest
  ) present join ${visiblePeople(viewer)} u on u.id = present.user_id where u.handle is not null`;

const readByHandle = (db: Db, viewer: Member, start: string): Promise<Row[]> => db.all`
  select u.id, u.name, u.handle from ${visiblePeople(viewer)} u
  where u.handle_key >= ${start} and u.handle_key < ${start + lastCharacter}
  order by u.handle_key limit cast(${limits.suggestedMentions + 1} as integer)`;
