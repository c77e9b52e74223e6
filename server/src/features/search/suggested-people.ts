import { avatarPath, limits, type SuggestedPerson } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { directoryFilled } from '../directory/entries.ts';
import { lastCharacter } from '../directory/filters.ts';
import { nameWords } from '../directory/names.ts';
import { visiblePeople } from '../visibility/policy.ts';

/** Names that are read for a word. */
const maxRead = 100;

interface PersonRow {
  id: string;
  name: string;
  handle: string | null;
  handle_key: string | null;
  headline: string | null;
}

/**
 * Suggests the members whose handle begins with the text, and those whose names have a word for each beginning in it. Considers the first names with the longest
 * one, and those that begin with all words.
 */
export async function suggestPeople(context: Context, texts: string[]): Promise<SuggestedPerson[]> {
  const words = texts.flatMap(nameWords);
  const handle = texts.length === 1 ? (texts[0] ?? '').replace(/^@/, '').toLowerCase() : '';
  const longest = words.slice(0, limits.directoryWords).toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return [];
  await directoryFilled(context)();
  const start = words.join(' ');
  // `cross join`, because SQLite with old statistics would read all users first.
  const rows = await context.db.all<PersonRow>`
    select u.id, u.name, u.handle, u.handle_key, p.headline from (
      select number from (
        select number from directory_facets where facet = 'word' and key >= ${longest} and key < ${longest + lastCharacter}
        order by key limit cast(${maxRead} as integer)
      ) words
      union select number from (
        select number from directory_entries where name_key >= ${start} and name_key < ${start + lastCharacter}
        order by name_key limit cast(${limits.suggestedOfKind} as integer)
      ) names
      union select number from (
        select e.number from ${visiblePeople('members')} h cross join profiles p cross join directory_entries e
        where h.handle_key >= ${handle || lastCharacter} and h.handle_key < ${handle + lastCharacter} and p.user_id = h.id and e.profile_id = p.id
        order by h.handle_key limit cast(${limits.suggestedOfKind} as integer)
      ) handles
    ) found cross join directory_entries e cross join profiles p cross join ${visiblePeople('members')} u
    where e.number = found.number and p.id = e.profile_id and u.id = p.user_id`;
  const hasHandle = (row: PersonRow) => handle !== '' && row.handle_key?.startsWith(handle) === true;
  const hasWords = ({ name }: PersonRow) => words.every((word) => nameWords(name).some((other) => other.startsWith(word)));
  const matching = rows.filter((row) => hasHandle(row) || hasWords(row));
  const place = (row: PersonRow) => `${row.handle_key === handle || baseKey(row.name).startsWith(start) ? 0 : 1} ${baseKey(row.name)}`;
  return matching
    .map((row) => ({ row, key: place(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limits.suggestedOfKind)
    .map(({ row: { id, name, handle, headline } }) => ({
      _id: id,
      name,
      ...(handle !== null && { handle }),
      avatar: avatarPath(id),
      ...(headline !== null && { headline }),
    }));
}
