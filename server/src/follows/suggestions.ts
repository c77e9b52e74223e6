import { limits, type Suggestion } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db } from '../db/db.ts';
import { itemKey } from '../http/comma-list.ts';
import { readCards } from '../profiles/profiles.ts';

/** Newest profiles that are considered, suggestions per response, and skills named in a reason. */
const [maxProfiles, maxSuggestions, maxNamed] = [1000, 10, 3];

interface Row {
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
export async function suggestFollows(db: Db, { id }: Member): Promise<Suggestion[]> {
  const own = await db.get<Row>`select user_id, skills, location from profiles where user_id = ${id}`;
  if (!own) return [];
  const rows = await db.large.all<Row>`
    select user_id, skills, location from (
      select user_id, skills, location from profiles order by id desc limit cast(${maxProfiles} as integer)
    ) p where user_id <> ${id} and length(skills) <= ${limits.skillsText}
      and not exists (select 1 from user_follows f where f.follower_id = ${id} and f.followee_id = p.user_id)`;
  const [skills, location] = [new Map(listOf(own).map((skill) => [itemKey(skill), skill])), itemKey(own.location ?? '')];
  const matches = rows
    .map((row) => matchOf(row, skills, location))
    .filter((match) => match.skills.length > 0 || match.location !== undefined)
    .sort((a, b) => b.skills.length - a.skills.length || Number(b.location !== undefined) - Number(a.location !== undefined))
    .slice(0, maxSuggestions);
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

const matchOf = (row: Row, own: Map<string, string>, location: string): Match => ({
  userId: row.user_id,
  skills: [...new Set(listOf(row).flatMap((skill) => own.get(itemKey(skill)) ?? []))],
  location: location !== '' && itemKey(row.location ?? '') === location ? (row.location ?? undefined) : undefined,
});

/** Explains a suggestion, as in '3 shared skills: Go, Rust, SQL · London'. */
function reasonOf({ skills, location }: Omit<Match, 'userId'>): string {
  const named = skills.slice(0, maxNamed).join(', ') + (skills.length > maxNamed ? ', …' : '');
  const shared = skills.length > 0 && `${skills.length} shared ${skills.length === 1 ? 'skill' : 'skills'}: ${named}`;
  return [shared, location !== undefined && `Also in ${location}`].filter(Boolean).join(' · ');
}
