import { avatarPath, handleFromName, limits, type SuggestedPerson } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { directoryFilled } from '../directory/entries.ts';
import { lastCharacter } from '../directory/filters.ts';
import { nameWords } from '../directory/names.ts';
import { type Viewer, visiblePeople } from '../visibility/policy.ts';

/** Names, and handles, that are read for a text. */
const maxRead = 100;

interface PersonRow {
  id: string;
  name: string;
  handle: string | null;
  handle_key: string | null;
  headline: string | null;
}

/**
 * Suggests the members whose handle begins with the text, and those with a profile whose names have a word for each beginning in it. Considers the first names
 * with the longest one, and those that begin with all words. A name also finds the handle that is made from it.
 */
export async function suggestPeople(context: Context, viewer: Viewer, texts: string[]): Promise<SuggestedPerson[]> {
  const words = texts.flatMap(nameWords);
  const text = texts.join(' ');
  const handle = text.startsWith('@') ? baseKey(text.slice(1)) : (handleFromName(text, limits.handle) ?? baseKey(text));
  const longest = words.slice(0, limits.directoryWords).toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return [];
  await directoryFilled(context)();
  const start = words.join(' ');
  // `cross join`, because SQLite with old statistics would read all users first.
  const rows = await context.db.all<PersonRow>`
    select u.id, u.name, u.handle, u.handle_key, p.headline from (
      select p.user_id from (
        select number from (
          select number from directory_facets where facet = 'word' and key >= ${longest} and key < ${longest + lastCharacter}
          order by key limit cast(${maxRead} as integer)
        ) words
        union select number from (
          select number from directory_entries where name_key >= ${start} and name_key < ${start + lastCharacter}
          order by name_key limit cast(${limits.suggestedOfKind} as integer)
        ) names
      ) found cross join directory_entries e cross join profiles p where e.number = found.number and p.id = e.profile_id
      union select id from (
        select h.id from ${visiblePeople('members')} h where h.handle_key >= ${handle} and h.handle_key < ${handle + lastCharacter}
        order by h.handle_key limit cast(${maxRead} as integer)
      ) handles
    ) people cross join ${visiblePeople(viewer)} u left join profiles p on p.user_id = u.id where u.id = people.user_id`;
  const hasHandle = (row: PersonRow) => row.handle_key?.startsWith(handle) === true;
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
