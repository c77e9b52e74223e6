import { avatarPath, type Person } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { toInstant } from '../../platform/export.ts';
import { hydrate, type State } from '../../platform/lists/fragments.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { cursorAfter, newest, type Page, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { profileLoader } from '../profiles/profiles.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { readFollowState } from './follows.ts';

interface Row {
  id: string;
  user_id: string;
  /** Null if the account is being deleted. */
  name: string | null;
  handle: string | null;
  created_at: number;
}

/**
 * Reads a page of a member's followers, or of the members that they follow. Throws `userNotFound`, or `listHidden` if only the member can see the list.
 */
export async function listFollows(
  context: Context,
  viewer: Member,
  userId: string,
  list: 'followers' | 'following',
  query: PageQuery,
): Promise<JsonPage<Person>> {
  const { [`${list}Hidden` as const]: isHidden } = await readFollowState(context.db, viewer, userId);
  if (isHidden && viewer.id !== userId) throw new Failure('listHidden');
  const [own, other] = list === 'followers' ? [sql`f.followee_id`, sql`f.follower_id`] : [sql`f.follower_id`, sql`f.followee_id`];
  const page = await readPage(
    query,
    newest,
    ({ id }, count) => context.db.all<Row>`
      select f.id, f.created_at, ${other} as user_id, u.name, u.handle
      from user_follows f left join ${visiblePeople('members')} u on u.id = ${other}
      where ${own} = ${userId} and f.id < ${id} order by f.id desc limit cast(${count} as integer)`,
  );
  return personPage(context, viewer, page, list === 'followers' && viewer.id === userId);
}

/** Returns which of these members the viewer follows. */
export async function readFollowed(db: Reader, viewerId: string, userIds: string[]): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>`
    select followee_id as id from user_follows where follower_id = ${viewerId} and followee_id = any(${userIds})`;
  return new Set(rows.map(({ id }) => id));
}

/** Adds the cards, at most as many as fit on a page, and the dates if only the viewer can see them. */
async function personPage(context: Context, viewer: Member, { items, next }: Page<Row>, hasDates: boolean): Promise<JsonPage<Person>> {
  const ids = items.map(({ user_id }) => user_id);
  const [profiles, followed] = await Promise.all([
    context.db.all<State & { user_id: string }>`
      select id, user_id, cache_version as version from profiles where user_id = any(${ids})`,
    readFollowed(context.db, viewer.id, ids),
  ]);
  const profileOf = new Map(profiles.map((profile) => [profile.user_id, profile]));
  const states = items.flatMap(({ user_id }) => profileOf.get(user_id) ?? []);
  const { items: cards, next: isCut } = await hydrate(profileLoader(context, 'card'), { items: states });
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const end = isCut ? items.findIndex(({ user_id }) => profileOf.get(user_id)?.id === cards.at(-1)?.id) + 1 : items.length;
  const people = items.slice(0, end).flatMap(({ id, user_id, name, handle, created_at }) => {
    if (name === null) return [];
    const user = toOpenJson({
      user: { _id: user_id, name, ...(handle !== null && { handle }), avatar: avatarPath(user_id) },
      ...(hasDates && { followedAt: toInstant(created_at) }),
      viewer: { following: followed.has(user_id) },
    });
    const card = cardOf.get(profileOf.get(user_id)?.id ?? '');
    return [card ? { id, json: Buffer.concat([user.json, profileMember, card.json, brace]), tag: user.tag + card.tag } : { id, ...user }];
  });
  return joinPage({ items: people, next: isCut ? cursorAfter(items[end - 1]) : next });
}

const [profileMember, brace] = [Buffer.from(',"profile":'), Buffer.from('}')];
