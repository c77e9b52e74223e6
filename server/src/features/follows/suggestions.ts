import type { Suggestion } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Member } from '../../platform/member.ts';
import { searchesOf } from '../../platform/search/searches.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { readCanonical } from '../directory/canonical.ts';
import { directoryFilled } from '../directory/entries.ts';
import { skillKey, withPlaces } from '../directory/filters.ts';
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
export async function suggestFollows(context: Context, member: Member): Promise<Suggestion[]> {
  const { db } = context;
  const own = await db.get<Row>`select id, user_id, skills, location from profiles where user_id = ${member.id}`;
  if (!own) return [];
  await directoryFilled(context)();
  const canonical = await readCanonical(db);
  const skills = new Map(listOf(own).map((skill) => [skillKey(skill, canonical), skill]));
  const rows = await searchesOf(context).of(member).all<Row>`
    select p.id, p.user_id, p.skills, p.location from (
      select number, sum(points) as score from (
        select number, 2 as points from directory_facets where facet = 'skill' and key = any(${[...skills.keys()]})
        union all select number, 1 from (${withPlaces([own.location ?? ''])}) near
      ) points group by number
    ) scores join directory_entries e on e.number = scores.number join profiles p on p.id = e.profile_id
    where p.user_id <> ${member.id} and not exists (select 1 from user_follows where follower_id = ${member.id} and followee_id = p.user_id)
    order by score desc, p.id desc limit cast(${maxSuggestions} as integer)`;
  const matches = rows
    .map((row) => ({
      userId: row.user_id,
      skills: [...new Set(listOf(row).flatMap((skill) => skills.get(skillKey(skill, canonical)) ?? []))],
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
