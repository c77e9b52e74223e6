import type { Suggestion } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Member } from '../../platform/member.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { directoryOf } from '../directory/directory.ts';
import { placeParts } from '../directory/names.ts';
import { readCards } from '../profiles/profiles.ts';

/** Suggestions per response, and skills named in a reason. */
const [maxSuggestions, maxNamed] = [10, 3];

interface Row {
  id: string;
  user_id: string;
  skills: string;
  location: string | null;
}

interface Match {
  userId: string;
  skills: string[];
  location: string | undefined;
}

/** Suggests members whom the member does not follow: first those with the most shared skills, of these those with the same location. */
export async function suggestFollows(context: Context, { id }: Member): Promise<Suggestion[]> {
  const { db } = context;
  const own = await db.get<Row>`select id, user_id, skills, location from profiles where user_id = ${id}`;
  if (!own) return [];
  const followed = await db.large.all<{ id: string | null }>`
    select (select id from profiles p where p.user_id = f.followee_id) as id from user_follows f where f.follower_id = ${id}`;
  const excluded = new Set([own.id, ...followed.map((row) => row.id)]);
  const index = await directoryOf(context)();
  const ids = index.similar(listOf(own), own.location ?? '', maxSuggestions, (other) => excluded.has(other));
  const rows = await db.all<Row>`select id, user_id, skills, location from profiles where id = any(${ids})`;
  const skills = new Map(listOf(own).map((skill) => [index.skillKey(skill), skill]));
  const matches = rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({
      userId: row.user_id,
      skills: [...new Set(listOf(row).flatMap((skill) => skills.get(index.skillKey(skill)) ?? []))],
      location: isIn(row.location, own.location) ? (row.location ?? undefined) : undefined,
    }))
    .filter((match) => match.skills.length > 0 || match.location !== undefined); // changed in the meantime
  const cards = await readCards(
    db,
    matches.map(({ userId }) => userId),
  );
  return matches.flatMap(({ userId, ...match }) => {
    const profile = cards.get(userId);
    if (!profile) return [];
    const { skills, location } = match;
    return [{ user: profile.user, profile, skills, ...(location !== undefined && { location }), reason: reasonOf(match) }];
  });
}

const listOf = ({ skills }: Row): string[] => JSON.parse(skills);

/** Whether a location has all parts of a place, as in the directory. */
function isIn(location: string | null, place: string | null): boolean {
  const [has, needed] = [location, place].map((text) => placeParts(text ?? '').map(baseKey)) as [string[], string[]];
  return needed.length > 0 && needed.every((part) => has.includes(part));
}

/** Explains a suggestion, as in '3 shared skills: Go, Rust, SQL · London'. */
function reasonOf({ skills, location }: Omit<Match, 'userId'>): string {
  const named = skills.slice(0, maxNamed).join(', ') + (skills.length > maxNamed ? ', …' : '');
  const shared = skills.length > 0 && `${skills.length} shared ${skills.length === 1 ? 'skill' : 'skills'}: ${named}`;
  return [shared, location !== undefined && `Also in ${location}`].filter(Boolean).join(' · ');
}
